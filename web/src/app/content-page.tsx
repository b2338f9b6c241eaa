import { ContentScreen } from "@/features/content/screen";
import { later } from "@/ui/later";
import { MediaSlot } from "@/ui/media-slot";
import { useProject } from "./session";

const MediaPicker = later(() => import("@/features/media/picker"));

/** The content of the project one has open. */
export function ContentPage() {
  return (
    <MediaSlot value={MediaPicker}>
      <ContentScreen project={useProject()} />
    </MediaSlot>
  );
}
