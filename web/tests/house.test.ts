/** The rules of the house: sizes of files, who may import whom, where colours and sizes may stand. */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { en } from "../src/i18n/en";
import { first } from "../src/i18n/first";
import { tr } from "../src/i18n/tr";

const SRC = join(import.meta.dirname, "../src");

interface Source {
  path: string;
  text: string;
}

function sources(pattern: RegExp): Source[] {
  return readdirSync(SRC, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path: relative(SRC, path), text: readFileSync(path, "utf8") }))
    .filter(({ path }) => path !== "api/schema.d.ts");
}

const CODE = sources(/\.tsx?$/);
const STYLES = sources(/\.css$/).filter(({ path }) => !path.startsWith("tokens/"));

describe("files", () => {
  it.each(CODE.map(({ path, text }) => [path, text]))("%s has at most 300 lines", (_path, text) => {
    expect(text.split("\n").length).toBeLessThanOrEqual(300);
  });

  // The router is a list of addresses and no component; the limit of files holds for it.
  const components = CODE.filter(({ path }) => path.endsWith(".tsx") && path !== "app/router.tsx");

  it.each(components.map(({ path, text }) => [path, text]))(
    "components of %s have at most 150 lines",
    (_path, text) => {
      for (const part of text.split(/^(?=(?:export )?(?:default )?function |export const )/m)) {
        expect(part.split("\n").length).toBeLessThanOrEqual(150);
      }
    },
  );
});

function imports(text: string): string[] {
  return [...text.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map((match) => match[1] ?? "");
}

describe("imports", () => {
  it("keeps features apart: they meet in app/", () => {
    const wrong = CODE.filter(({ path }) => path.startsWith("features/")).flatMap(({ path, text }) => {
      const own = path.split("/")[1];
      return imports(text)
        .filter(
          (name) =>
            name.startsWith("@/app") || (name.startsWith("@/features/") && name.split("/")[2] !== own),
        )
        .map((name) => `${path} imports ${name}`);
    });
    expect(wrong).toEqual([]);
  });

  it("keeps lib, api and ui below features and app", () => {
    const wrong = CODE.filter(({ path }) => /^(lib|api|ui|tokens|i18n)\//.test(path)).flatMap(
      ({ path, text }) =>
        imports(text)
          // Texts are no code: each feature keeps its own, and i18n says them.
          .filter((name) => !name.endsWith(".json"))
          .filter((name) => name.startsWith("@/app") || name.startsWith("@/features"))
          .map((name) => `${path} imports ${name}`),
    );
    expect(wrong).toEqual([]);
  });

  it("reaches Base UI through ui/ and the palette only", () => {
    const wrong = CODE.filter(({ path }) => !path.startsWith("ui/") && path !== "app/commands/palette.tsx")
      .filter(({ text }) => imports(text).some((name) => name.startsWith("@base-ui")))
      .map(({ path }) => path);
    expect(wrong).toEqual([]);
  });

  it("makes the client of queries in one place, which asks again for what was on its way", () => {
    const wrong = CODE.filter(({ path }) => path !== "main.tsx" && !path.endsWith(".test.ts"))
      .filter(({ text }) => /new Quer(?:yClient|ies)\(/.test(text))
      .map(({ path }) => path);
    expect(wrong).toEqual([]);
  });
});

describe("buttons", () => {
  it("know when what they set off has ended: no handler throws its promise away", () => {
    const thrown = /on(?:Click|Act)=\{\(\) => void (?!(?:router\.)?navigate\()/;
    expect(CODE.filter(({ text }) => thrown.test(text)).map(({ path }) => path)).toEqual([]);
  });
});

const BREAKPOINTS = new Set(["719px", "1099px", "1279px"]);
/** The width of a region, not of the screen: with or without the rail and the dock beside it. */
const REGION_BREAKPOINTS = new Set(["959px", "719px", "419px"]);
const COLOUR =
  /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|oklab|color-mix)\(|\b(?:white(?!-space)|black|red|green|blue|grey|gray)\b/i;
const SIZE = /(?<![\w-])-?\d*\.?\d+(?:px|rem|em|ch|pt|ms|s)\b/;
const NUMBER_PROPERTY = /(?:font-weight|z-index|line-height)\s*:\s*\d/;

/** Return the declarations of a style sheet that hold a literal value where a token belongs. */
function literals({ path, text }: Source): string[] {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => {
      if (line.startsWith("@media")) {
        return [...line.matchAll(/\d+px/g)].some(([width]) => !BREAKPOINTS.has(width));
      }
      if (line.startsWith("@container")) {
        return [...line.matchAll(/\d+px/g)].some(([width]) => !REGION_BREAKPOINTS.has(width));
      }
      return COLOUR.test(line) || SIZE.test(line) || NUMBER_PROPERTY.test(line);
    })
    .map((line) => `${path}: ${line}`);
}

describe("tokens", () => {
  it("keeps literal colours, sizes, times and weights inside tokens/", () => {
    expect(STYLES.flatMap(literals)).toEqual([]);
  });

  it("sees a literal where there is one", () => {
    const text =
      ".a {\n  color: #fff;\n  margin: 3px;\n  font-weight: 500;\n}\n@media (max-width: 800px) {\n}";
    expect(literals({ path: "x.css", text })).toHaveLength(4);
  });

  it("uses only tokens that exist", () => {
    const declared = new Set(
      [...sources(/\.css$/), ...CODE].flatMap(({ text }) =>
        [...text.matchAll(/(--[\w-]+)"?\s*:/g)].map((match) => match[1]),
      ),
    );
    const missing = sources(/\.css$/).flatMap(({ path, text }) =>
      [...text.matchAll(/var\((--[\w-]+)/g)]
        .map((match) => match[1])
        .filter((name) => !declared.has(name))
        .map((name) => `${path}: ${name}`),
    );
    expect(missing).toEqual([]);
  });

  it("declares no token that nobody uses", () => {
    const used = new Set(
      sources(/\.css$/).flatMap(({ text }) =>
        [...text.matchAll(/var\((--[\w-]+)/g)].map((match) => match[1]),
      ),
    );
    const tokens = sources(/\.css$/).filter(({ path }) => path.startsWith("tokens/"));
    const idle = tokens
      .flatMap(({ text }) => [...text.matchAll(/^\s*(--[\w-]+):/gm)].map((match) => match[1]))
      .filter((name) => !used.has(name));
    expect([...new Set(idle)]).toEqual([]);
  });

  it("names only classes that its style sheet has", () => {
    const wrong = CODE.flatMap(({ path, text }) =>
      [...text.matchAll(/import (\w+) from "(\.{1,2}\/[^"]+\.module\.css|@\/[^"]+\.module\.css)"/g)].flatMap(
        (match) => {
          const [, name, from] = match as unknown as [string, string, string];
          const file = from.startsWith("@/") ? join(SRC, from.slice(2)) : join(SRC, path, "..", from);
          const css = readFileSync(file, "utf8");
          return [...text.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, "g"))]
            .map((use) => use[1] ?? "")
            .filter((used) => !new RegExp(`\\.${used}\\b`).test(css))
            .map((used) => `${path}: ${name}.${used}`);
        },
      ),
    );
    expect(wrong).toEqual([]);
  });
});

type Catalogue = { [key: string]: string | Catalogue };

function flat(catalogue: Catalogue, prefix = ""): Map<string, string> {
  const all = new Map<string, string>();
  for (const [key, value] of Object.entries(catalogue)) {
    if (typeof value === "string") all.set(prefix + key, value);
    else for (const [name, text] of flat(value, `${prefix}${key}.`)) all.set(name, text);
  }
  return all;
}

describe("catalogues", () => {
  const english = flat(en);
  const turkish = flat(tr);

  it("have the same names in both languages", () => {
    expect([...turkish.keys()].sort()).toEqual([...english.keys()].sort());
  });

  it("fill in the same values", () => {
    const blanks = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).sort();
    for (const [name, text] of english)
      expect([name, blanks(turkish.get(name) ?? "")]).toEqual([name, blanks(text)]);
  });

  it("hold no word that nobody says", () => {
    const all = CODE.map(({ text }) => text).join("\n");
    const idle = [...english.keys()].filter((name) => {
      const plain = name.replace(/_(zero|one|other)$/, "");
      return !all.includes(`"${plain}"`) && !isBuilt(plain);
    });
    expect(idle).toEqual([]);
  });

  it("come with the first screen where it says them", () => {
    // The palette and what an item is about come when they are opened, together with all words.
    const later =
      /^(app\/commands\/offers|features\/inbox\/(components\/(approval|proposal|stop|submission|tools)-detail|use-proposal-end)|features\/panel\/(components\/ask|offers))/;
    const early = CODE.filter(
      ({ path }) => /^(app|features\/(panel|inbox|access)|ui\/run)\//.test(path) && !later.test(path),
    );
    const late = early.flatMap(({ path, text }) =>
      [...text.matchAll(/"(\w+)\.\w+"/g)]
        .filter((match) => (match[1] ?? "") in en && !((match[1] ?? "") in first))
        .map((match) => `${path}: ${match[0]}`),
    );
    expect(late).toEqual([]);
  });

  it("speak plainly: no exclamation marks, no apologies, no emoji", () => {
    for (const [name, text] of english)
      expect([name, /[!]|oops|sorry|\p{Extended_Pictographic}/iu.test(text)]).toEqual([name, false]);
  });
});

const BUILT = [
  /^settings\.(look|account|people|keys|audit|health|backup|context)$/,
  /^settings\.contextLayers\.\w+$/,
  /^inbox\.(forYou|forOthers|decided)$/,
  /^content\.(type|kinds|sent)\.\w+$/,
  /^content\.(findings|weak|glossary|branches|schedule|submissions)$/,
  /^agents\.(instructions|tools|schedule|limits|budget|authority|versions)$/,
  /^agents\.(memoryWay|memoryKinds|feedbackStates|beatStates|beatReasons|jobKinds|jobStates)\.\w+$/,
  /^agents\.(memory(On|Off|Accept)|beat(When|Looks|Mode))$/,
  /^agents\.(checkKinds|checkFields|states)\.\w+$/,
  /^articles\.(kinds|tones|states|stages|findings|held|sourceKinds|steps|nextSteps|optional)\.\w+$/,
  /^records\.(happened|reviews)\.\w+$/,
  /^records\.(asLooks|checkNames|checkNone|checkTold|publishStates|kinds|looks|ops|states|taskStates|fieldKinds)\.\w+$/,
  /^reference\.(content|site|articles|entities|agents|runs)$/,
  /^review\.(swipe|beside|before|after)$/,
  /^site\.(scale|directions|groups|lefts|ops|orders|opVerbs|parts|properties|props|shows)\.\w+$/,
  /^site\.(accepted|rejected|moved|deleted|duplicated|wrote|undid|redid)$/,
  /^connections\.(model|search|image|mcp|defaults)$/,
  /^admin\.(kind|did)_/,
  /^settings\.also_/,
];

/** Names that are put together from a value: screens, parts of the settings, groups of the inbox. */
function isBuilt(name: string): boolean {
  return BUILT.some((pattern) => pattern.test(name));
}

describe("the lock file", () => {
  const lock = readFileSync(join(SRC, "../package-lock.json"), "utf8");

  it("names no download address", () => {
    expect(lock.match(/"resolved"|https?:\/\//g)).toBeNull();
  });
});

describe("the types of the API", () => {
  it("are generated from openapi.json and not edited", async () => {
    const { default: openapiTS, astToString } = await import("openapi-typescript");
    const document = new URL("../openapi.json", import.meta.url);
    const nodes = await openapiTS(document, {
      rootTypes: true,
      rootTypesNoSchemaPrefix: true,
      defaultNonNullable: false,
      emptyObjectsUnknown: true,
    });
    const made = readFileSync(join(SRC, "api/schema.d.ts"), "utf8");
    expect(made.endsWith(astToString(nodes))).toBe(true);
  });
});
