import { createServer, type Server } from "node:http";
import { expect, test } from "./studio";

/** A provider beside the studio, on the port it lets connections reach: it knows one key and one model. */
let provider: Server;
let address = "";
let goodKey = "first-key";

test.beforeAll(async ({ studio }) => {
  provider = createServer((request, response) => {
    const isKnown = request.headers.authorization === `Bearer ${goodKey}`;
    response.writeHead(isKnown ? 200 : 401, { "content-type": "application/json" });
    const body = isKnown ? { data: [{ id: "desk-model" }] } : { error: { message: "This key is not known" } };
    response.end(JSON.stringify(body));
  });
  const port = Number(new URL(studio.url).port) + 1;
  await new Promise<void>((resolve) => provider.listen(port, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${port}/v1`;
});

test.afterAll(() => {
  provider.close();
});

test("a provider is connected, tested, given a new key, made a default and deleted", async ({ page }) => {
  await page.goto("/connections");
  // Where nothing is connected yet, the form is there at once.
  await page.getByRole("combobox", { name: "Provider" }).click();
  await page.getByRole("option", { name: "OpenAI-compatible host" }).click();
  await page.getByLabel("Address").fill(address);
  await page.getByLabel("API key").fill("wrong-key");
  await page.getByLabel("Name in this studio").fill("Desk host");
  await page.getByRole("button", { name: "Test and save" }).click();
  await expect(page.getByRole("alert")).toContainText("tested and not saved");
  await expect(page.getByRole("button", { name: "Save it anyway" })).toBeVisible();
  await page.getByLabel("API key").fill(goodKey);
  await page.getByRole("button", { name: "Test and save" }).click();
  await expect(page.getByRole("heading", { name: "Desk host" })).toBeVisible();
  await expect(page.getByText("stored, never shown")).toBeVisible();
  expect(await page.content()).not.toContain(goodKey);

  goodKey = "second-key";
  await page.getByRole("button", { name: "Test", exact: true }).click();
  await expect(page.getByRole("alert")).toContainText("The last test failed");
  await page.getByRole("button", { name: "Replace key" }).click();
  await page.getByLabel("API key").fill(goodKey);
  await page.getByRole("button", { name: "Test and save" }).click();
  await page.getByRole("button", { name: "Test", exact: true }).click();
  await expect(page.getByRole("alert")).toContainText("1 model can be used");

  await page.getByRole("link", { name: "Defaults" }).click();
  await page.getByRole("combobox", { name: "Model for Content" }).click();
  await page.getByRole("option", { name: "Desk host / desk-model" }).click();
  await expect(page.getByRole("button", { name: "Clear the model for Content" })).toBeVisible();

  await page.getByRole("link", { name: "Models" }).click();
  await page.getByRole("link", { name: /Desk host/ }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("alert")).toContainText("Desk host is the default of");
  await page.getByRole("link", { name: "Go to the defaults" }).click();
  await expect(page.getByRole("button", { name: "Clear the model for Content" })).toBeVisible();
  for (const clear of ["Content", "Site", "Articles", "Workspace", "Workflows"]) {
    const button = page.getByRole("button", { name: `Clear the model for ${clear}` });
    if (await button.isVisible()) await button.click();
    await expect(button).toBeHidden();
  }
  await page.getByRole("link", { name: "Models" }).click();
  await page.getByRole("link", { name: /Desk host/ }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("heading", { name: "No model is connected" })).toBeVisible();
});
