import { createElement, Fragment, type ReactNode } from "react";
import { safeHref } from "@/lib/markdown";
import styles from "./markdown.module.css";

const TAGS = new Set(
  "a blockquote br code del em h2 h3 h4 h5 h6 hr img li ol p pre s section strong sup table tbody td th thead tr ul".split(
    " ",
  ),
);

/** HTML that the studio has drawn from a text, as elements: known tags only, pictures only of this studio. */
export function Html({ html }: { html: string }) {
  const body = new DOMParser().parseFromString(html, "text/html").body;
  return <div className={styles.markdown}>{drawAll(body)}</div>;
}

function drawAll(node: Node): ReactNode[] {
  return [...node.childNodes].map((child, index) => draw(child, index));
}

function draw(node: Node, key: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element)) return null;
  const tag = node.tagName.toLowerCase();
  if (!TAGS.has(tag)) return <Fragment key={key}>{drawAll(node)}</Fragment>;
  if (tag === "img") return drawPicture(node, key);
  const id = node.getAttribute("id");
  const shown = { key, ...(id ? { id } : {}), ...(tag === "a" ? { href: hrefOf(node) } : {}) };
  if (tag === "br" || tag === "hr") return createElement(tag, { key });
  return createElement(tag, shown, ...drawAll(node));
}

function drawPicture(node: Element, key: number): ReactNode {
  const source = node.getAttribute("src") ?? "";
  const alt = node.getAttribute("alt") ?? "";
  if (!source.startsWith("/api/delivery/")) return alt;
  return <img key={key} className={styles.picture} src={source} alt={alt} loading="lazy" />;
}

function hrefOf(node: Element): string | undefined {
  const href = node.getAttribute("href") ?? "";
  return href.startsWith("#") ? href : (safeHref(href) ?? undefined);
}
