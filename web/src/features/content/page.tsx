import { useProject } from "@/lib/session";
import { ContentScreen } from "./screen";

/** The content of the project one has open. */
export function ContentPage() {
  return <ContentScreen project={useProject()} />;
}
