import { readFileSync } from "node:fs";
import { expect, OWNER, test } from "./studio";

test("somebody is invited, joins by the link, gets a role and is removed", async ({ page, browser }) => {
  await page.goto("/settings?part=people");
  await page.getByRole("button", { name: "Invite somebody" }).click();
  await page.getByLabel("Email").fill("deniz@fieldnotes.example");
  await page.getByRole("button", { name: "Make the link" }).click();
  const link = await page.getByRole("alert").getByRole("code").innerText();

  const visitor = await browser.newContext();
  const outside = await visitor.newPage();
  await outside.goto(link);
  await expect(outside.getByRole("heading", { name: "Join Fieldnotes" })).toBeVisible();
  await outside.getByLabel("Your name").fill("Deniz Kaya");
  await outside.getByLabel("Password").fill("another long password");
  await outside.getByRole("button", { name: "Join" }).click();
  await expect(outside.getByRole("heading", { name: "Inbox" })).toBeVisible();
  await outside.goto(link);
  await expect(outside.getByRole("heading", { name: "This invitation cannot be used" })).toBeVisible();

  await page.reload();
  const wide = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  // On a phone every role of everybody can be seen and reached without moving the table to and fro.
  for (const role of ["Owner", "Administrator", "Member"]) {
    await expect(page.getByRole("radio", { name: `Deniz Kaya: ${role}` })).toBeInViewport({ ratio: 1 });
  }
  await expect(page.getByRole("button", { name: "Remove Deniz Kaya" })).toBeInViewport({ ratio: 1 });
  const table = page.getByRole("table", { name: /people/i }).first();
  expect((await table.boundingBox())?.width ?? 999).toBeLessThanOrEqual(390);
  if (wide) await page.setViewportSize(wide);
  await page.getByRole("radio", { name: "Deniz Kaya: Administrator" }).click();
  await page.getByRole("button", { name: "Undo" }).hover(); // a notice waits for whoever points at it
  await expect(page.getByText("Deniz Kaya is now Administrator").first()).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("radio", { name: "Deniz Kaya: Member" })).toBeChecked();
  await page.getByRole("link", { name: "Audit log" }).click();
  await expect(page.getByRole("cell", { name: /Deniz Kaya/ }).first()).toBeVisible();
  await page.getByRole("link", { name: "People" }).click();
  await page.getByRole("button", { name: "Remove Deniz Kaya" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByRole("row", { name: /Deniz Kaya/ })).toBeHidden();
  await outside.goto("/inbox");
  await expect(outside.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await visitor.close();
});

test("a press counts once, however quick the next one is", async ({ page }) => {
  const sent: string[] = [];
  let goOn = () => {};
  const heldUntil = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route("**/api/invites/**", async (route) => {
    sent.push(route.request().method());
    await heldUntil;
    await route.continue();
  });
  await page.goto("/settings?part=people");
  await page.getByRole("button", { name: "Invite somebody" }).click();
  await page.getByLabel("Email").fill("twice@fieldnotes.example");
  await page.getByRole("button", { name: "Make the link" }).click();
  await expect(page.getByRole("alert").getByRole("code")).toBeVisible();
  const take = page.getByRole("button", { name: "Take back the invitation of twice@fieldnotes.example" });
  await take.dblclick();
  await expect(take).toBeDisabled();
  goOn();
  await expect(take).toBeHidden();
  expect(sent).toEqual(["DELETE"]);
});

test("a key with limits is shown once, works and is revoked", async ({ page, request }) => {
  await page.goto("/settings?part=keys");
  await page.getByRole("button", { name: "New key" }).click();
  await page.getByLabel("Name").fill("press-desk");
  await page.getByLabel("Locales").fill("en, tr");
  await page.getByLabel("Requests a minute").fill("30");
  await page.getByRole("button", { name: "Make the key" }).click();
  const secret = await page.getByRole("alert").getByRole("code").innerText();
  const headers = { Authorization: `Bearer ${secret}` };
  expect((await request.get("/api/models", { headers })).status()).toBe(200);
  await page.reload();
  const row = page.getByRole("row", { name: /press-desk/ });
  await expect(row).toContainText("locales en, tr; 30 requests a minute");
  expect(await page.content()).not.toContain(secret);
  await page.getByRole("button", { name: "Revoke press-desk" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await expect(row).toContainText("Revoked");
  expect((await request.get("/api/models", { headers })).status()).toBe(401);
});

test("the audit log is filtered, exported as it is filtered, and verified", async ({ page }) => {
  await page.goto("/settings?part=keys");
  await page.getByRole("button", { name: "New key" }).click();
  await page.getByLabel("Name").fill("audited-key");
  await page.getByRole("button", { name: "Make the key" }).click();
  await expect(page.getByRole("alert").getByRole("code")).toBeVisible();

  await page.goto("/settings?part=audit");
  const log = page.getByRole("table", { name: "Audit log" });
  await expect(log.getByRole("row", { name: /audited-key/ }).first()).toBeVisible();
  await expect(log.getByRole("row", { name: /Set up .*workspace/ })).toBeVisible();
  await page.getByRole("combobox", { name: "What was done" }).click();
  await page.getByRole("option", { name: "Keys" }).click();
  await expect(log.getByRole("row", { name: /Set up .*workspace/ })).toBeHidden();
  await expect(log.getByRole("row", { name: /audited-key/ }).first()).toBeVisible();
  await page.reload();
  await expect(log.getByRole("row", { name: /Set up .*workspace/ })).toBeHidden();

  await page.getByRole("button", { name: "Export" }).click();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: /CSV/ }).click(),
  ]);
  const text = readFileSync(await file.path(), "utf8");
  expect(text).toContain("audited-key");
  expect(text).not.toContain("workspace.set_up");
  await page.getByRole("button", { name: "Verify the log" }).click();
  await expect(page.getByRole("alert")).toContainText("The log is as it was written");
});

test("a backup is taken and checked, and its way back is named", async ({ page }) => {
  await page.goto("/settings?part=backup");
  await page.getByRole("button", { name: "Back up now" }).click();
  await page.getByRole("button", { name: /^Check proofroom-/ }).click();
  await expect(page.getByRole("alert")).toContainText("Every byte is as it was written");
  await expect(page.getByText(/^proofroom restore .* --replace$/)).toBeVisible();
});

test("a person changes their own password", async ({ page, cookies }) => {
  await page.goto("/settings?part=account");
  await page.getByRole("button", { name: "Change the password" }).click();
  await page.getByLabel("Current password").fill("not the right one");
  await page.getByLabel("New password").fill("a newer long password");
  await page.getByRole("button", { name: "Change the password" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await page.getByLabel("Current password").fill(OWNER.password);
  await page.getByRole("button", { name: "Change the password" }).click();
  await expect(page.getByText("The password was changed").first()).toBeVisible();
  await page.getByRole("button", { name: "Change the password" }).click();
  await page.getByLabel("Current password").fill("a newer long password");
  await page.getByLabel("New password").fill(OWNER.password);
  await page.getByRole("button", { name: "Change the password" }).click();
  await expect(page.getByLabel("New password")).toBeHidden(); // the notice of the first change may still be there
  // A new password is a new sign-in: the tests after this one go on with it.
  cookies.splice(0, cookies.length, ...(await page.context().cookies()));
});

test("a role is written and given, and a workspace is made, opened", async ({ page }) => {
  await page.goto("/settings?part=roles");
  await page.getByRole("button", { name: "Workspace Fieldnotes" }).click();
  await page.getByRole("menuitem", { name: "New project" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Almanac");
  await page.getByRole("dialog").getByRole("button", { name: /Make/ }).click();
  await page.getByRole("button", { name: "Project Almanac" }).waitFor();
  await page.goto("/settings?part=roles");
  await page.getByRole("button", { name: "New role" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Librarian");
  await page.getByLabel("Find a permission").fill("content.write");
  await page.getByRole("checkbox", { name: /content\.write/ }).check();
  await page.getByRole("button", { name: "Make the role" }).click();
  await expect(page.getByRole("row", { name: /Librarian/ })).toContainText("1 permission");
  await page.goto("/settings?part=people");
  await page
    .getByRole("combobox", { name: /Own role of/ })
    .first()
    .click();
  await page.getByRole("option", { name: "Librarian" }).click();
  await expect(page.getByRole("combobox", { name: /Own role of/ }).first()).toContainText("Librarian");
  await page.getByRole("button", { name: "Invite somebody" }).click();
  await page.getByLabel("Email").fill("reviewer@fieldnotes.example");
  await page.getByRole("combobox", { name: "Role", exact: true }).click();
  await page.getByRole("option", { name: /^Reviewer of/ }).click();
  await page.getByRole("button", { name: "Make the link" }).click();
  await expect(page.getByRole("alert").getByRole("code")).toBeVisible();
  await expect(page.getByRole("row", { name: /reviewer@fieldnotes/ })).toContainText("Reviewer of");

  await page.goto("/settings?part=workspaces");
  await page.getByRole("button", { name: "New workspace" }).click();
  await page.getByLabel("Name").fill("Second desk");
  await page.getByRole("button", { name: "Make the workspace" }).click();
  await page.getByRole("button", { name: "Workspace Second desk" }).click();
  await expect(page.getByRole("menuitemradio", { name: "Second desk" })).toBeChecked();
  await page.getByRole("menuitemradio", { name: "Fieldnotes" }).first().click();
  await expect(page.getByRole("button", { name: /^Project / })).toBeVisible();
});
