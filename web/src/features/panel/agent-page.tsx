import { useProject, useSession } from "@/lib/session";
import { PanelPage } from "./page";

/** The agent panel as a page. */
export function AgentPage() {
  const { workspace } = useSession();
  const project = useProject();
  return <PanelPage workspaceId={workspace.id} projectId={project?.id ?? null} />;
}
