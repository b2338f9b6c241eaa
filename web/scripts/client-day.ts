/** A day of a client made from the API's own description: save, chat, stream, decide. The suite runs it. */

import createClient from "openapi-fetch";
import type { paths } from "../src/api/schema";

const { STUDIO = "", KEY = "", PROJECT = "", EMAIL = "", PASSWORD = "" } = process.env;
const client = createClient<paths>({ baseUrl: STUDIO, headers: { Authorization: `Bearer ${KEY}` } });

/** Return what was answered, or stop with why not. */
function need<T>(answer: { data?: T; error?: unknown }): T {
  if (answer.data === undefined) throw new Error(JSON.stringify(answer.error));
  return answer.data;
}

const project = { project_id: PROJECT };
const saved = need(
  await client.PUT("/api/projects/{project_id}/content/entries/{model}", {
    params: { path: { ...project, model: "topics" } },
    body: { data: { new: { name: "Rivers" } }, locale: "en" },
  }),
);

const chat = await client.POST("/api/ai/chat/{scope}", {
  params: { path: { scope: "content" } },
  body: { message: "List the topics", projectId: PROJECT },
  parseAs: "stream",
});
let rest = "";
let said = "";
let last = "";
const decoder = new TextDecoder();
const stream = chat.data as unknown as AsyncIterable<Uint8Array>;
for await (const part of stream) {
  const lines = (rest + decoder.decode(part, { stream: true })).split("\n");
  rest = lines.pop() ?? "";
  for (const line of lines.filter(Boolean)) {
    const event = JSON.parse(line) as { type: string; text?: string };
    said += event.type === "text" ? (event.text ?? "") : "";
    last = event.type;
  }
}

// Deciding is a person's: they sign in, and send the page's token with every change.
const signedIn = await createClient<paths>({ baseUrl: STUDIO }).POST("/api/session", {
  body: { email: EMAIL, password: PASSWORD },
});
const person = createClient<paths>({
  baseUrl: STUDIO,
  headers: {
    Cookie: signedIn.response.headers
      .getSetCookie()
      .map((one) => one.split(";")[0])
      .join("; "),
    "X-CSRF-Token": need(signedIn).csrfToken,
  },
});

const [proposal] = need(await client.GET("/api/proposals"));
if (proposal === undefined) throw new Error("nothing waits");
const place = { params: { path: { proposal_id: proposal.id } } };
const shown = need(await client.GET("/api/proposals/{proposal_id}", place));
const word = { hunks: shown.hunks.map((hunk) => hunk.id), decision: "accepted" as const };
need(await person.POST("/api/proposals/{proposal_id}/decisions", { ...place, body: word }));
const body = { sha: shown.sha };
const done = need(await person.POST("/api/proposals/{proposal_id}/finish", { ...place, body }));
process.stdout.write(JSON.stringify({ state: saved.state, said, last, done: done.state }));
