import { expect, test } from "vitest";
import { isNamed, pathOf, sorted } from "./folder";

function file(path: string): File {
  const made = new File([""], path.split("/").at(-1) ?? path);
  Object.defineProperty(made, "webkitRelativePath", { value: path });
  return made;
}

test("a folder's files are sorted by what they are, and known by their paths in it", () => {
  const found = sorted(
    ["old/index.HTM", "old/a/b.css", "old/a/c.PNG", "old/f.woff2", "old/notes.txt"].map(file),
  );
  expect(found.texts.map(pathOf)).toEqual(["index.HTM", "a/b.css"]);
  expect(found.pictures.map(pathOf)).toEqual(["a/c.PNG"]);
  expect(found.fonts.map(pathOf)).toEqual(["f.woff2"]);
});

test("a picture is shown under its name, also where its spaces are written as signs", () => {
  expect(isNamed("red bread.png", ['<img src="red%20bread.png">'])).toBe(true);
  expect(isNamed("cake.png", ['<img src="bread.png">'])).toBe(false);
});
