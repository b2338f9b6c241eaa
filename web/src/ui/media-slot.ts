/** The place where a picture or file is chosen from the library; the app says by what. */
import { type ComponentType, createContext } from "react";

export interface MediaPickerProps {
  projectId: string;
  /** Only assets of this kind: `image`, `video`, or empty for all. */
  type: string;
  /** The chosen asset's path, as fields store it, and what it shows if that is written down. */
  onPick: (path: string, alt: string) => void;
  onClose: () => void;
}

export const MediaSlot = createContext<ComponentType<MediaPickerProps> | null>(null);
