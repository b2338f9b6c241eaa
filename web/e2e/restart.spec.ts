import { chooseSlowModel, expect, test, write } from "./studio";

for (const signal of ["SIGINT", "SIGKILL"] as const) {
  test(`after the studio stops (${signal}) and starts again, the same panel goes on`, async ({
    page,
    studio,
  }) => {
    await page.goto("/inbox");
    await chooseSlowModel(page);
    await write(page, "slow 100");
    await expect(
      page
        .getByRole("log")
        .getByText(/Sentence 5 of/)
        .last(),
    ).toBeVisible();
    await studio.stop(signal);
    await expect(page.getByText("No connection, trying again").first()).toBeVisible();
    await studio.start();
    const end = page
      .getByRole("log")
      .getByText(/^Finished/)
      .first();
    await expect(end).toBeVisible();
    const text = await page.getByRole("article").last().innerText();
    const numbers = [...text.matchAll(/Sentence (\d+) of/g)].map((match) => Number(match[1]));
    expect(numbers).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
    await expect(page.getByText("Connected")).toBeVisible();
  });
}
