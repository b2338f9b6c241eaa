/** Switching to another workspace. */
import { api, unwrap } from "@/api/client";
import { asApiError } from "@/api/errors";
import { notify } from "./notices";

/** Open another workspace and begin anew there: nothing that was read in this one may be shown in it. */
export async function openWorkspace(workspace: string): Promise<void> {
  try {
    await unwrap(api.POST("/api/workspaces/{workspace}/switch", { params: { path: { workspace } } }));
    location.assign("/");
  } catch (thrown) {
    const { message, suggestion } = asApiError(thrown);
    notify({ tone: "failed", text: message, detail: suggestion });
  }
}
