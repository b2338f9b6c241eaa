/** Every address of the app, for the checks and pictures that look at all of them. */
import type { Page } from "@playwright/test";
import { chooseSlowModel, expect, write } from "./studio";

export interface Place {
  name: string;
  path: string;
  /** True when it is seen before signing in. */
  isOutside?: boolean;
  /** Says that the page shows what it should. */
  ready: (page: Page) => Promise<void>;
}

async function heading(page: Page, name: string | RegExp): Promise<void> {
  await expect(page.getByRole("heading", { name }).first()).toBeVisible();
}

/** Return the places; the run is one that has ended. */
export function places(runId: string): Place[] {
  return [
    { name: "sign-in", path: "/sign-in", isOutside: true, ready: (page) => heading(page, "Sign in") },
    { name: "setup-done", path: "/setup", isOutside: true, ready: (page) => heading(page, /already set up/) },
    {
      name: "inbox",
      path: "/inbox",
      ready: (page) => expect(page.getByText("What changes")).toBeVisible(),
    },
    {
      name: "articles",
      path: "/articles",
      ready: (page) => heading(page, "Articles"),
    },
    {
      name: "article",
      path: "/articles",
      ready: async (page) => {
        await page.getByRole("link", { name: "What a street can do for its swifts" }).click();
        await expect(page.getByRole("button", { name: "Approve and write" })).toBeVisible();
      },
    },
    {
      name: "inbox-plan",
      path: "/inbox",
      ready: async (page) => {
        await page.getByRole("link", { name: /^Foundations of/ }).click();
        await heading(page, "What would be written");
      },
    },
    {
      name: "records",
      path: "/records?type=organisation",
      ready: (page) => expect(page.getByRole("link", { name: "Waterways Department" })).toBeVisible(),
    },
    {
      name: "record",
      path: "/records?type=organisation",
      ready: async (page) => {
        await page.getByRole("link", { name: "Waterways Department" }).click();
        await expect(page.getByRole("button", { name: "Yes, keep it" }).first()).toBeVisible();
      },
    },
    {
      name: "records-chosen",
      path: "/records?type=organisation",
      ready: async (page) => {
        await page.getByRole("checkbox", { name: "Choose City Archive" }).check();
        await expect(page.getByRole("toolbar", { name: "1 selected" })).toBeVisible();
      },
    },
    {
      name: "records-board",
      path: "/records?type=organisation&view=board",
      ready: (page) => expect(page.getByRole("button", { name: "New in Against" })).toBeVisible(),
    },
    {
      name: "records-graph",
      path: "/records?type=organisation&view=graph",
      ready: (page) => heading(page, "Waterways Department"),
    },
    {
      name: "records-waiting",
      path: "/records?part=waiting",
      ready: (page) => expect(page.getByRole("button", { name: "Yes, keep it" }).first()).toBeVisible(),
    },
    {
      name: "tasks",
      path: "/records?part=tasks",
      ready: (page) => expect(page.getByRole("button", { name: /^Complete / }).first()).toBeVisible(),
    },
    {
      name: "site",
      path: "/site",
      ready: (page) => expect(page.getByRole("treeitem", { name: /^body/ })).toBeVisible(),
    },
    {
      name: "connections-publish",
      path: "/connections?part=publish",
      ready: (page) => expect(page.locator("#main").getByRole("heading").first()).toBeVisible(),
    },
    {
      name: "conversations",
      path: "/groups?new=true",
      ready: (page) => expect(page.getByRole("checkbox", { name: "Writer" })).toBeVisible(),
    },
    {
      name: "content",
      path: "/content",
      ready: (page) => expect(page.getByRole("link", { name: "Forty paces of park" })).toBeVisible(),
    },
    {
      name: "content-entry",
      path: "/content?model=articles&entry=forty-paces-of-park",
      ready: (page) => expect(page.getByRole("toolbar", { name: "Tools of the text" })).toBeVisible(),
    },
    {
      name: "content-history",
      path: "/content?model=articles&entry=forty-paces-of-park&view=history",
      ready: (page) => expect(page.getByText("Write “Forty paces of park”")).toBeVisible(),
    },
    {
      name: "content-findings",
      path: "/content?part=findings",
      ready: (page) => expect(page.getByText(/warnings/)).toBeVisible(),
    },
    {
      name: "media",
      path: "/media",
      ready: (page) => expect(page.getByRole("link", { name: /forty-paces/ })).toBeVisible(),
    },
    {
      name: "content-model",
      path: "/content?model=articles&part=model",
      ready: (page) => heading(page, "Fields of Articles"),
    },
    {
      name: "content-beside",
      path: "/content?model=articles&entry=forty-paces-of-park&locale=tr&beside=en",
      ready: (page) => expect(page.getByLabel("Title").last()).toHaveValue(/Kırk/),
    },
    {
      name: "content-weak",
      path: "/content?part=weak",
      ready: (page) => heading(page, "Translations"),
    },
    {
      name: "content-glossary",
      path: "/content?part=glossary",
      ready: (page) => expect(page.getByLabel("nest-brick in Turkish")).toBeVisible(),
    },
    {
      name: "content-branches",
      path: "/content?part=branches",
      ready: (page) => expect(page.getByRole("button", { name: "Connect a repository" })).toBeVisible(),
    },
    {
      name: "content-schedule",
      path: "/content?part=schedule",
      ready: (page) => heading(page, "Nothing has a date"),
    },
    {
      name: "content-submissions",
      path: "/content?part=submissions",
      ready: (page) => expect(page.getByRole("radio", { name: "Waiting" })).toBeVisible(),
    },
    {
      name: "read",
      path: "/read/fieldnotes/authors/maya-ortiz?locale=en",
      ready: (page) => heading(page, "Maya Ortiz"),
    },
    {
      name: "agents",
      path: "/agents",
      ready: (page) => expect(page.getByLabel("Instructions")).toBeVisible(),
    },
    {
      name: "agent-tools",
      path: "/agents?agent=editor&part=tools",
      ready: (page) => expect(page.getByRole("checkbox", { name: /Save content/ })).toBeVisible(),
    },
    {
      name: "agent-schedule",
      path: "/agents?agent=editor&part=schedule",
      ready: (page) => expect(page.getByRole("button", { name: "Add a task" })).toBeVisible(),
    },
    {
      name: "agent-new",
      path: "/agents?new=true",
      ready: (page) => expect(page.getByRole("dialog", { name: "New agent" })).toBeVisible(),
    },
    {
      name: "agent-budget",
      path: "/agents?agent=editor&part=budget",
      ready: (page) => expect(page.getByText("Editor has no budget of its own.")).toBeVisible(),
    },
    {
      name: "agent-authority",
      path: "/agents?agent=editor&part=authority",
      ready: (page) => expect(page.getByText(/^Asks a person before/)).toBeVisible(),
    },
    {
      name: "agent-versions",
      path: "/agents?agent=editor&part=versions",
      ready: (page) => expect(page.getByText("Version 1")).toBeVisible(),
    },
    {
      name: "agent-memory",
      path: "/agents?agent=editor&part=memory",
      ready: (page) => expect(page.getByLabel("Something to remember")).toBeVisible(),
    },
    {
      name: "agent-tests",
      path: "/agents?agent=editor&part=evals",
      ready: (page) => expect(page.getByRole("button", { name: /^Replay/ }).first()).toBeVisible(),
    },
    {
      name: "agents-chart",
      path: "/agents?view=chart",
      ready: (page) => expect(page.getByText("answers for all")).toBeVisible(),
    },
    {
      name: "agents-jobs",
      path: "/agents?view=jobs",
      ready: (page) => heading(page, "Due next"),
    },
    { name: "runs", path: "/runs", ready: (page) => expect(page.getByRole("table")).toBeVisible() },
    { name: "run", path: `/runs/${runId}`, ready: (page) => heading(page, "Steps") },
    {
      name: "run-io",
      path: `/runs/${runId}?tab=io&step=001.model`,
      ready: (page) => heading(page, "Output"),
    },
    {
      name: "run-events",
      path: `/runs/${runId}?tab=events`,
      ready: (page) => expect(page.getByRole("cell", { name: "runStarted" })).toBeVisible(),
    },
    {
      name: "settings",
      path: "/settings",
      ready: (page) => expect(page.getByText("Kept in this browser.")).toBeVisible(),
    },
    {
      name: "settings-account",
      path: "/settings?part=account",
      ready: (page) => expect(page.getByText("elif@fieldnotes.example")).toBeVisible(),
    },
    {
      name: "settings-workspaces",
      path: "/settings?part=workspaces",
      ready: (page) => expect(page.getByRole("button", { name: "New workspace" })).toBeVisible(),
    },
    {
      name: "settings-health",
      path: "/settings?part=health",
      ready: (page) => expect(page.getByRole("button", { name: "Check again" })).toBeVisible(),
    },
    {
      name: "settings-people",
      path: "/settings?part=people",
      ready: (page) => expect(page.getByRole("radio", { name: /Owner$/ })).toBeChecked(),
    },
    {
      name: "settings-keys",
      path: "/settings?part=keys",
      ready: (page) => expect(page.getByRole("button", { name: "New key" })).toBeVisible(),
    },
    {
      name: "settings-approvals",
      path: "/settings?part=approvals",
      ready: (page) => expect(page.getByText(/^What people let agents do/)).toBeVisible(),
    },
    {
      name: "settings-roles",
      path: "/settings?part=roles",
      ready: (page) => expect(page.getByText("Everything, including roles")).toBeVisible(),
    },
    {
      name: "settings-context",
      path: "/settings?part=context",
      ready: (page) => expect(page.getByLabel("For the whole workspace").first()).toBeVisible(),
    },
    {
      name: "settings-audit",
      path: "/settings?part=audit",
      ready: (page) => expect(page.getByRole("columnheader", { name: "Who" })).toBeVisible(),
    },
    {
      name: "settings-backup",
      path: "/settings?part=backup",
      ready: (page) => expect(page.getByRole("button", { name: "Back up now" })).toBeVisible(),
    },
    { name: "usage", path: "/usage", ready: (page) => heading(page, /each day/) },
    { name: "connections", path: "/connections", ready: (page) => heading(page, "Connect a provider") },
    {
      name: "connections-mcp",
      path: "/connections?part=mcp",
      ready: (page) => heading(page, "Connect an MCP server"),
    },
    {
      name: "connections-defaults",
      path: "/connections?part=defaults",
      ready: (page) => expect(page.getByRole("combobox", { name: "Model for Content" })).toBeVisible(),
    },
    {
      name: "link",
      path: "/link/spent",
      isOutside: true,
      ready: (page) => heading(page, /cannot be used/),
    },
    {
      name: "invite",
      path: "/invite?token=spent",
      isOutside: true,
      ready: (page) => heading(page, /cannot be used/),
    },
    {
      name: "agent",
      path: "/agent",
      ready: (page) => expect(page.getByLabel("Message to the agent")).toBeVisible(),
    },
    {
      name: "not-found",
      path: "/nowhere",
      ready: async (page) => {
        await heading(page, "There is nothing at this address");
        await expect(page.getByRole("navigation").first()).toBeVisible();
      },
    },
  ];
}

/** Return the places where a proposal is decided, for people of the house and for a guest with a link. */
export function reviewPlaces(proposalId: string, guestPath: string): Place[] {
  const review = (name: string, view: string, word: RegExp) => ({
    name,
    path: `/review/${proposalId}?view=${view}`,
    ready: (page: Page) => expect(page.getByText(word).first()).toBeVisible(),
  });
  return [
    {
      name: "inbox-proposal",
      path: `/inbox?item=${proposalId}`,
      ready: (page) => expect(page.getByRole("link", { name: /^Review \d+ changes/ })).toBeVisible(),
    },
    review("review-prose", "prose", /of \d+ decided/),
    review("review-fields", "fields", /^Before$/),
    review("review-source", "source", /document:articles/),
    {
      name: "first-steps",
      path: `/review/${proposalId}`,
      ready: (page) => showFirstSteps(page, proposalId),
    },
    {
      name: "guest",
      path: guestPath,
      isOutside: true,
      ready: (page) => expect(page.getByRole("button", { name: "Accept change 1" })).toBeVisible(),
    },
  ];
}

/** Be the browser that has just set up the studio: the first steps above, the editor's conversation beside. */
async function showFirstSteps(page: Page, proposalId: string): Promise<void> {
  const { workspace } = (await (await page.request.get("/api/session")).json()) as {
    workspace: { id: string };
  };
  const { proposal } = (await (await page.request.get(`/api/proposals/${proposalId}`)).json()) as {
    proposal: { projectId: string; conversationId: string };
  };
  const before = await page.evaluate(() => localStorage.getItem("proofroom.panel"));
  const panel = JSON.parse(before ?? '{"state":{"conversations":{}}}') as {
    state: { conversations: Record<string, string> };
  };
  panel.state.conversations[`${workspace.id}:${proposal.projectId}`] = proposal.conversationId;
  const start = { state: { workspaceId: workspace.id, proposalId, hasRead: false }, version: 0 };
  const address = page.url();
  await page.goto("/api/ready"); // the app, were it open, might write its own over what is put there
  await remember(page, { "proofroom.start": start, "proofroom.panel": panel });
  await page.goto(address);
  await expect(page.getByRole("navigation", { name: "First steps" })).toBeVisible();
  await expect(page.getByRole("log").getByText(/Set the Turkish description/)).toBeVisible();
  await remember(page, { "proofroom.start": null, "proofroom.panel": JSON.parse(before ?? "null") });
}

async function remember(page: Page, values: Record<string, unknown>): Promise<void> {
  await page.evaluate((kept) => {
    for (const [name, value] of Object.entries(kept)) {
      if (value === null) localStorage.removeItem(name);
      else localStorage.setItem(name, JSON.stringify(value));
    }
  }, values);
}

/** Go to the proposal that waits since the first start, make a link to it, and return the ways to both. */
export async function shareWaiting(page: Page): Promise<[proposalId: string, guestPath: string]> {
  await page.goto("/inbox");
  await page.getByRole("link", { name: /Editor proposes \d+ changes/ }).click();
  await page.getByRole("link", { name: /^Review \d+ changes/ }).click();
  await page.getByRole("button", { name: "Ask somebody outside" }).click();
  await page.getByLabel("For whom").fill("Hanna");
  await page.getByRole("button", { name: "Make the link" }).click();
  const link = await page.getByRole("alert").getByRole("code").innerText();
  await page.keyboard.press("Escape");
  return [new URL(page.url()).pathname.split("/").at(-1) ?? "", new URL(link).pathname];
}

export const QUESTION = "How do I undo a change?";

/** Have one conversation with reads, text and an end, and return its run. */
export async function haveConversation(page: Page): Promise<string> {
  await page.goto("/inbox");
  await chooseSlowModel(page);
  await write(page, QUESTION);
  await expect(page.getByRole("log").getByText(/^Finished/)).toBeVisible();
  await page.goto("/runs");
  await page.getByRole("link", { name: QUESTION }).first().click();
  await expect(page.getByRole("heading", { name: "Steps" })).toBeVisible();
  return new URL(page.url()).pathname.split("/").at(-1) ?? "";
}

/** Have the editor wait for a word on two calls of a tool; returns how to let it go on asking for nothing. */
export async function waitWithCalls(page: Page): Promise<() => Promise<void>> {
  const session = await (await page.request.get("/api/session")).json();
  const headers = { "X-CSRF-Token": session.csrfToken };
  const asking = { toolName: "save_content", effect: "ask" };
  const rule = await (await page.request.post("/api/approval-rules", { headers, data: asking })).json();
  const rename = (slug: string, title: string) => [
    "save_content",
    { model: "articles", slug, locale: "en", data: { title } },
  ];
  const calls = [
    rename("forty-paces-of-park", "Forty paces of a park"),
    rename("night-bus-night-birds", "Night bus, night bird"),
  ];
  await page.goto("/content?project=fieldnotes");
  await chooseSlowModel(page);
  await write(page, `call ${JSON.stringify(calls)}`);
  await expect(page.getByRole("region", { name: "Approval" })).toHaveCount(2);
  return async () => {
    await page.request.delete(`/api/approval-rules/${rule.id}`, { headers });
  };
}
