import { judge, measure } from "./smoothness";
import { chooseSlowModel, expect, test, write } from "./studio";

test.use({ holds: ["demo"] });

const QUIET = { lateMs: 250, longestMs: 500 };

test("a stream of five thousand events is drawn smoothly", async ({ page }) => {
  await page.goto("/inbox");
  await chooseSlowModel(page);
  await write(page, "slow 1");
  await expect(page.getByRole("log").getByText(/^Finished/)).toBeVisible();
  // The run's own events come as they are stored; here they come as five thousand, fifty per tick.
  await page.addInitScript(() => {
    const real = window.fetch.bind(window);
    window.fetch = async (input, init) => {
      const url = String(input instanceof Request ? input.url : input);
      if (!/\/api\/runs\/[^/]+\/events/.test(url)) return real(input, init);
      const runId = /runs\/([^/]+)\//.exec(url)?.[1] ?? "";
      const at = new Date().toISOString();
      const lines = [{ type: "runStarted", n: 1, runId, agent: "editor", model: "slow", at } as object];
      let offset = 0;
      for (let n = 2; n < 5000; n += 1) {
        const text = n % 60 === 0 ? "\n\nA new paragraph begins here. " : `word${n} `;
        lines.push({ type: "text", n, step: "001.model", block: 0, offset, text });
        offset += text.length;
      }
      lines.push({ type: "done", n: 5000, status: "completed" });
      const encoder = new TextEncoder();
      const body = new ReadableStream({
        async start(controller) {
          for (let from = 0; from < lines.length; from += 50) {
            const batch = lines.slice(from, from + 50).map((line) => `${JSON.stringify(line)}\n`);
            controller.enqueue(encoder.encode(batch.join("")));
            await new Promise((resolve) => setTimeout(resolve, 16));
          }
          controller.close();
        },
      });
      return new Response(body, { headers: { "Content-Type": "application/x-ndjson" } });
    };
  });
  await page.goto("/runs");
  await page.getByRole("link", { name: "slow 1" }).first().click();
  const done = await measure(page);
  await expect(page.getByText(/word4999/).first()).toBeVisible();
  await judge(page, "5,000 events", await done(), QUIET);
});

test("a proposal of three hundred changes is walked through smoothly", async ({ page }) => {
  await page.route(/\/api\/proposals\/[0-9a-f-]+$/, async (route) => {
    const answer = await route.fetch().catch(() => null);
    const detail = await answer?.json().catch(() => null); // the page may have gone meanwhile
    if (!answer || !detail) return;
    const [first] = detail.hunks;
    detail.hunks = Array.from({ length: 300 }, (_, at) => ({
      ...first,
      id: `hunk${at}`,
      subject: `${first.subject}-${Math.floor(at / 10)}`,
      title: `Entry ${Math.floor(at / 10)}`,
      requires: [],
      decision: null,
    }));
    detail.proposal.hunks = 300;
    await route.fulfill({ response: answer, json: detail });
  });
  await page.route(/\/api\/proposals\/[0-9a-f-]+\/decisions$/, (route) =>
    route.fulfill({ json: { ok: true } }),
  );
  await page.goto("/inbox");
  await page.getByRole("link", { name: /Editor proposes/ }).click();
  await page.getByRole("link", { name: /^Review 300 changes/ }).click();
  await expect(page.getByText("0 of 300 decided")).toBeVisible();
  const done = await measure(page);
  const began = Date.now();
  for (let press = 0; press < 40; press += 1) await page.keyboard.press(press % 4 === 3 ? "n" : "j");
  const perKey = (Date.now() - began) / 40;
  await judge(page, `300 changes, 40 keys at ${perKey.toFixed(0)} ms each`, await done(), QUIET);
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("after a turn that touched nothing, nothing but its run is asked for again", async ({ page }) => {
  await page.goto("/content");
  await chooseSlowModel(page);
  await expect(page.getByLabel("Message to the agent")).toBeVisible();
  await page.waitForLoadState("networkidle");
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === "GET" && pathname.startsWith("/api/")) asked.push(pathname);
  });
  await write(page, "slow 3");
  await expect(page.getByRole("log").getByText(/^Finished/)).toBeVisible();
  await page.waitForTimeout(500);
  const content = asked.filter((path) => path.includes("/content/"));
  console.log(
    `asked after a turn that read nothing: ${asked.length} requests, ${content.length} about content`,
  );
  expect(content).toEqual([]);
  expect(asked.filter((path) => path === "/api/agents" || path === "/api/models")).toEqual([]);
});
