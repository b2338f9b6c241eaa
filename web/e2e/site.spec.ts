import { chooseSlowModel, expect, test, write } from "./studio";

test.use({ holds: ["demo"] });

interface Seen {
  document: {
    rootNodeId: string;
    nodes: Record<string, { id: string; moduleId: string; props: { text?: string } }>;
  };
}

test("a section asked for is outlined on the canvas, decided on, published and taken back", async ({
  page,
}) => {
  const { projects } = await (await page.request.get("/api/session")).json();
  const project = (projects as { id: string }[])[0]?.id;
  // The page stands as it is: what waits in the demo is about another thing than this story.
  await page.goto("/site?show=before");
  const phone = page.frameLocator('iframe[title^="Phone"]');
  await expect(phone.locator("h1").first()).toBeVisible();
  const about = await page.request.get(`/api/projects/${project}/site`);
  const { pages } = (await about.json()) as { pages: { id: string; title: string }[] };
  const aboutPage = pages.find(({ title }) => title === "About");
  await page.getByRole("link", { name: /^About/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "About" })).toBeVisible();
  const canvas = await page.request.get(`/api/projects/${project}/site/canvas?document=${aboutPage?.id}`);
  const { document } = (await canvas.json()) as Seen;
  const texts = Object.values(document.nodes).filter(
    ({ moduleId, props }) => moduleId === "base.text" && props.text && !props.text.includes("{"),
  );
  const [first, second] = texts;

  // The designer changes two texts and adds a section; all three wait.
  await page.getByRole("button", { name: "Agent", exact: true }).click();
  await chooseSlowModel(page);
  const calls = [
    [
      "insertHtml",
      { parentId: document.rootNodeId, html: '<section class="ask"><h2>Questions</h2></section>' },
    ],
    ["updateNodeProps", { nodeId: first?.id, patch: { text: "A first word" } }],
    ["updateNodeProps", { nodeId: second?.id, patch: { text: "A second word" } }],
    ["render_snapshot", { breakpointId: "mobile", nodeId: second?.id }],
  ];
  const looked = page.waitForRequest("**/api/ai/tool-result");
  await write(page, `call ${JSON.stringify(calls)}`);
  // The open editor looks for it: at the branch it works on, where the new words stand already.
  const { result } = (await looked).postDataJSON() as { result: { data: { layout: { nodes: object[] } } } };
  expect(result.data.layout.nodes[0]).toMatchObject({ text: "A second word", moduleId: "base.text" });
  await expect(page.getByRole("log").getByText(/^Finished/)).toBeVisible();
  await page.getByRole("radio", { name: "Proposed" }).check();
  await expect(page.getByText("Designer proposes 3 changes")).toBeVisible();
  await expect(phone.getByRole("heading", { name: "Questions" })).toBeVisible();

  // By mouse: the section is chosen in the list of changes and accepted.
  await page.getByRole("button", { name: /^1 / }).click();
  await expect(page.getByRole("heading", { name: /^Proposal 1 of 3/ })).toBeVisible();
  await page.getByRole("button", { name: /^Accept/ }).click();
  await expect(page.getByText("Accepted", { exact: true })).toBeVisible();
  // By keyboard: on to the next change, accepted, and the last one rejected.
  await page.keyboard.press("j");
  await expect(page.getByRole("heading", { name: /^Proposal 2 of 3/ })).toBeVisible();
  await page.keyboard.press("y");
  await expect(page.getByRole("heading", { name: /^Proposal 3 of 3/ })).toBeVisible();
  await page.keyboard.press("n");
  await page.getByRole("button", { name: "Merge 2 accepted" }).click();
  await expect(page.getByText("Merged 2 changes").first()).toBeVisible();
  await page.goto(`/site?show=before&page=${aboutPage?.id}`);
  await expect(phone.getByRole("heading", { name: "Questions" })).toBeVisible();
  await expect(phone.getByText(/^A (first|second) word$/), "the one further down was rejected").toHaveCount(
    1,
  );

  // A text is typed over in its place, by keyboard alone from the tree.
  await phone.getByRole("heading", { name: "Questions" }).click();
  await page.getByRole("treeitem", { name: "h2", selected: true }).focus();
  await page.keyboard.press("Enter");
  await expect(phone.locator("[contenteditable]")).toBeFocused();
  await page.keyboard.type("What people ask");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: /^Undo: Wrote in h2/ })).toBeEnabled();

  await page.getByRole("button", { name: "Publish…" }).click();
  const dialog = page.getByRole("dialog", { name: "Publish the site" });
  await expect(dialog.getByText(/^~.*\/about$/)).toBeVisible();
  await dialog.getByRole("button", { name: /^Publish \d+ page/ }).click();
  await expect(page.getByText(/^Published \d+ page/).first()).toBeVisible();
  const published = async () => (await page.request.get("/sites/fieldnotes/about")).text();
  expect(await published()).toContain("What people ask");

  // The text is taken back by keyboard, and what was published by mouse.
  await page.getByRole("treeitem", { name: "h2", selected: true }).focus();
  await page.keyboard.press("Control+z");
  await expect(phone.getByRole("heading", { name: "Questions" })).toBeVisible();
  await page.getByRole("button", { name: "Publish…" }).click();
  await dialog.getByRole("button", { name: /^Go back to/ }).click();
  await expect(page.getByText(/is served again/).first()).toBeVisible();
  expect(await published()).not.toContain("What people ask");

  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  // Held at the edge of its frame, a page goes on by itself. What is selected can be dragged once the frame knows it.
  const title = phone.getByRole("heading", { level: 1 }).first();
  await title.click();
  await expect(page.getByRole("treeitem", { selected: true })).toBeVisible();
  const box = await page.locator('iframe[title^="Phone"]').boundingBox();
  const held = await title.boundingBox();
  if (!box || !held) throw new Error("the frame is not on the screen");
  const [x, bottom] = [held.x + held.width / 2, box.y + box.height];
  await expect(async () => {
    await page.mouse.up();
    await page.mouse.move(x, held.y + held.height / 2);
    await page.mouse.down();
    await page.mouse.move(x, bottom - 80, { steps: 4 });
    await page.mouse.move(x, bottom - 3, { steps: 2 });
    const scrolled = () => phone.locator("html").evaluate(() => scrollY);
    await expect.poll(scrolled, { timeout: 2_000 }).toBeGreaterThan(40);
  }).toPass();
  await page.keyboard.press("Escape");
  await page.mouse.up();

  // A component is made of the section, shown by itself, renamed, and deleted with its place; undo brings it back.
  await phone.getByRole("heading", { name: "Questions" }).click();
  await page.getByRole("treeitem", { name: "h2", selected: true }).focus();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "More for section.ask" }).click();
  await page.getByRole("menuitem", { name: "Make a component" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Asked");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: /^Asked/ }).click();
  await expect(phone.getByRole("heading")).toHaveText(["Questions"]);
  await page.getByRole("button", { name: "More for component Asked" }).click();
  await page.getByRole("menuitem", { name: "Rename component" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Box");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "More for component Box" }).click();
  await page.getByRole("menuitem", { name: "Delete component" }).click();
  const question = page.getByRole("dialog", { name: "Delete Box" });
  await expect(question.getByText("It stands in 1 place, on About")).toBeVisible();
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("link", { name: /^Box/ })).toHaveCount(0);
  await page.getByRole("button", { name: /^Undo: Deleted Box/ }).click();
  await expect(page.getByRole("link", { name: /^Box/ })).toBeVisible();

  // A rule goes by the keyboard, once it was said who has its class; a colour is added to the tokens.
  await page.getByRole("link", { name: "Styles" }).click();
  await page.getByRole("button", { name: /^\.ask/ }).focus();
  await page.keyboard.press("Delete");
  const rule = page.getByRole("dialog", { name: "Delete .ask" });
  await expect(rule.getByText("1 node has this class, on Box")).toBeVisible();
  await rule.getByRole("button", { name: "Delete" }).press("Enter");
  await expect(page.getByRole("button", { name: /^\.ask/ })).toHaveCount(0);
  await page.getByRole("link", { name: "Tokens" }).click();
  await page.getByRole("button", { name: "New colour" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("harbour");
  await page.getByRole("textbox", { name: "Value" }).fill("#1d58b3");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "harbour" })).toHaveValue("#1d58b3");
});
