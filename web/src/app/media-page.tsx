import { MediaScreen } from "@/features/media/screen";
import { useProject } from "./session";

/** The media library of the project one has open. */
export function MediaPage() {
  return <MediaScreen projectId={useProject()?.id ?? null} />;
}
