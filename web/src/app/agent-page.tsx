import { PanelPage } from "@/features/panel";
import { useProject, useSession } from "./session";

/** The agent panel as a page. */
export function AgentPage() {
  const { workspace } = useSession();
  const project = useProject();
  return <PanelPage workspaceId={workspace.id} projectId={project?.id ?? null} />;
}
