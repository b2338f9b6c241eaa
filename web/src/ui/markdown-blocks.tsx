import { useRouter } from "@tanstack/react-router";
import { lexer, type MarkedToken, type Token, type Tokens } from "marked";
import { createElement, Fragment, type MouseEvent, memo, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { placeIn, resolveReferences, safeHref } from "@/lib/markdown";
import styles from "./markdown.module.css";

/** A model's Markdown as elements. Raw HTML stays text and pictures are never fetched. */
const MarkdownBlocks = memo(function MarkdownBlocks({ text }: { text: string }) {
  const blocks = lexer(text, { gfm: true, breaks: false });
  return (
    <div className={styles.markdown}>
      {blocks.map((token, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks only ever grow at the end
        <Block key={index} raw={token.raw} token={token} />
      ))}
    </div>
  );
});

/** A finished block is drawn once, however much text is added behind it. */
const Block = memo(
  function Block({ token }: { token: Token; raw: string }) {
    return <>{draw(token as MarkedToken, 0)}</>;
  },
  (before, after) => before.raw === after.raw && before.token.type === after.token.type,
);

function drawAll(tokens: readonly Token[] | undefined): ReactNode {
  return tokens?.map((token, index) => draw(token as MarkedToken, index));
}

function draw(token: MarkedToken, key: number): ReactNode {
  switch (token.type) {
    case "paragraph":
      return <p key={key}>{drawAll(token.tokens)}</p>;
    case "heading":
      // The page has its own headings above; a model's first level becomes the third here.
      return createElement(`h${Math.min(6, token.depth + 2)}`, { key }, drawAll(token.tokens));
    case "blockquote":
      return <blockquote key={key}>{drawAll(token.tokens)}</blockquote>;
    case "list":
      return drawList(token, key);
    case "code":
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long code scrolls, so the keyboard must reach it
        <pre key={key} tabIndex={0}>
          <code>{token.text}</code>
        </pre>
      );
    case "table":
      return drawTable(token, key);
    case "hr":
      return <hr key={key} />;
    case "space":
    case "def":
      return null;
    default:
      return drawInline(token, key);
  }
}

function drawInline(token: MarkedToken, key: number): ReactNode {
  switch (token.type) {
    case "strong":
      return <strong key={key}>{drawAll(token.tokens)}</strong>;
    case "em":
      return <em key={key}>{drawAll(token.tokens)}</em>;
    case "del":
      return <s key={key}>{drawAll(token.tokens)}</s>;
    case "codespan":
      return <code key={key}>{token.text}</code>;
    case "br":
      return <br key={key} />;
    case "link":
      return <SafeLink key={key} token={token} />;
    case "image":
      return <NamedPicture key={key} token={token} />;
    case "checkbox":
      return <Fragment key={key}>{token.checked ? "☑ " : "☐ "}</Fragment>;
    case "text":
      return (
        <Fragment key={key}>{token.tokens ? drawAll(token.tokens) : resolveReferences(token.text)}</Fragment>
      );
    default:
      return <Fragment key={key}>{"text" in token ? token.text : token.raw}</Fragment>;
  }
}

function SafeLink({ token }: { token: Tokens.Link }) {
  const router = useRouter({ warn: false });
  const place = placeIn(token.href, window.location.origin);
  if (place) {
    const go = (event: MouseEvent) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      void router.navigate({ href: place });
    };
    return (
      <a href={place} onClick={router ? go : undefined}>
        {drawAll(token.tokens)}
      </a>
    );
  }
  const href = safeHref(token.href);
  if (!href) return <>{drawAll(token.tokens)}</>;
  return (
    <a href={href} target="_blank" rel="noreferrer noopener nofollow">
      {drawAll(token.tokens)}
    </a>
  );
}

function NamedPicture({ token }: { token: Tokens.Image }) {
  const { t } = useTranslation();
  return <span className={styles.picture}>{t("run.picture", { name: token.text || token.href })}</span>;
}

function drawList(token: Tokens.List, key: number): ReactNode {
  const items = token.items.map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: items only ever grow at the end
    <li key={index}>{drawAll(item.tokens)}</li>
  ));
  if (!token.ordered) return <ul key={key}>{items}</ul>;
  return (
    <ol key={key} start={token.start === "" ? 1 : token.start}>
      {items}
    </ol>
  );
}

function drawTable(token: Tokens.Table, key: number): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, so the keyboard must reach it
    <div key={key} className={styles.scroll} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {token.header.map((cell, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other name
              <th key={index} scope="col">
                {drawAll(cell.tokens)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {token.rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name
            <tr key={index}>
              {row.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other name
                <td key={column}>{drawAll(cell.tokens)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export default MarkdownBlocks;
