/** An HTML site in a folder of this machine, as the studio takes it in. */
import { api, unwrap } from "@/api/client";
import { uploadAsset } from "@/api/media";
import type { SiteToolAnswer } from "@/api/schema";

const TEXT = /\.(?:html?|css|js)$/i;
const PICTURE = /\.(?:png|jpe?g|gif|webp|avif|svg)$/i;
const FONT = /\.(?:woff2?|ttf|otf)$/i;
const MOST_FONTS = 48;

export interface SiteFolder {
  texts: File[];
  pictures: File[];
  fonts: File[];
}

/** Return the path of a file in the folder that was chosen. */
export function pathOf(file: File): string {
  return file.webkitRelativePath.split("/").slice(1).join("/") || file.name;
}

/** Return the files of a folder that a site is made of. */
export function sorted(files: readonly File[]): SiteFolder {
  const kind = (pattern: RegExp) => files.filter(({ name }) => pattern.test(name));
  return { texts: kind(TEXT), pictures: kind(PICTURE), fonts: kind(FONT).slice(0, MOST_FONTS) };
}

/** Tell whether a page or a style sheet may show a picture: it has its name in it. */
export function isNamed(picture: string, texts: readonly string[]): boolean {
  return texts.some((text) => text.includes(picture) || text.includes(encodeURI(picture)));
}

/** Return the bytes of a file as base64. */
export async function encoded(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

/** Put the pictures that a folder shows into the library, and bring its pages, styles and fonts in. */
export async function importFolder(
  project: string,
  folder: SiteFolder,
  isOurs: boolean,
): Promise<SiteToolAnswer> {
  const texts = await Promise.all(folder.texts.map((one) => one.text()));
  const pictures: Record<string, string> = {};
  for (const one of folder.pictures.filter(({ name }) => isNamed(name, texts) || /[^ -~]/.test(name))) {
    pictures[pathOf(one)] = (await uploadAsset(project, one)).asset.originalPath;
  }
  const all = async (files: File[]) =>
    Object.fromEntries(await Promise.all(files.map(async (one) => [pathOf(one), await encoded(one)])));
  const body = { encoded: await all(folder.texts), fonts: await all(folder.fonts), pictures, isOurs };
  return unwrap(
    api.POST("/api/projects/{project_id}/site/import", { params: { path: { project_id: project } }, body }),
  );
}
