import { useProject } from "@/lib/session";
import { MediaScreen } from "./screen";

/** The media library of the project one has open. */
export function MediaPage() {
  return <MediaScreen projectId={useProject()?.id ?? null} />;
}
