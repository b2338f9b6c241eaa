import { ContentScreen } from "@/features/content/screen";
import { useProject } from "./session";

/** The content of the project one has open. */
export function ContentPage() {
  return <ContentScreen project={useProject()} />;
}
