// What a page does inside the editor: it tells what a person points at, presses, types and drags, and draws the
// outlines that the editor asks for. It has no origin, so it reaches nothing; it speaks with its parent only, and
// both sides leave out whatever does not carry the key. `measure` is what the studio asks of a page in a browser of its
// own (../snapshot/layout.js), so that both tell the same.
(measure) => {
  "use strict";
  const key = document.currentScript.dataset.key;
  const host = document.createElement("proofroom-outlines");
  const root = host.attachShadow({ mode: "closed" });
  const sheet = document.createElement("style");
  const layer = document.createElement("div");
  root.append(sheet, layer);
  document.documentElement.append(host);
  host.style.cssText = "position:absolute;inset:0 auto auto 0;width:0;height:0;z-index:2147483647;pointer-events:none";

  let shown = { selected: null, hovered: null, marks: [], working: [], texts: {}, zoom: 1, colours: {}, live: true };
  let editing = null;
  let drag = null;
  let isDropped = false; // the browser ends a drag with a click, which nobody meant
  let late = null; // a page that came while somebody typed
  let due = false;

  const tell = (type, more) => parent.postMessage({ key, type, ...more }, "*");
  const nodeOf = (target) => (target instanceof Element ? target.closest("[uid]") : null);
  const idOf = (element) => element?.getAttribute("uid") ?? null;
  const all = (id) => [...document.querySelectorAll(`[uid="${CSS.escape(id)}"]`)];

  const MOST = 40;
  // A mark is on a node, or on whatever a selector finds.
  const seenOn = ({ id, selector }) => {
    if (!selector) return all(id);
    try {
      return [...document.querySelectorAll(selector)].slice(0, MOST);
    } catch {
      return []; // a selector that this browser does not know
    }
  };

  // --- outlines

  function paint() {
    const { colours, zoom } = shown;
    const px = (size) => `${size / zoom}px`;
    sheet.textContent = `
      div > div { position: absolute; box-sizing: border-box; pointer-events: none; }
      .selected { border: ${px(2)} solid ${colours.accent}; }
      .again { border: ${px(1)} solid ${colours.accent}; }
      .hovered { border: ${px(1)} solid ${colours.accent}; }
      .add { border: ${px(2)} dashed ${colours.added}; --c: ${colours.added}; }
      .remove { border: ${px(2)} dashed ${colours.removed}; --c: ${colours.removed}; }
      .change { border: ${px(2)} dashed ${colours.changed}; --c: ${colours.changed}; }
      .current { border: ${px(3)} solid ${colours.accent}; --c: ${colours.accent}; }
      .accepted { border-style: solid; }
      .rejected { opacity: .5; }
      .working { border: ${px(2)} solid ${colours.info}; --c: ${colours.info}; }
      .draft { border: ${px(1)} dashed ${colours.quiet}; --c: ${colours.quiet}; }
      .selected, .hovered { --c: ${colours.accent}; }
      .drop { background: ${colours.accent}; }
      b { position: absolute; inset: auto ${px(-2)} 100% auto; padding: 0 ${px(6)}; white-space: nowrap;
        background: var(--c); color: ${colours.onAccent}; font: 600 ${px(12)}/${px(17)} "IBM Plex Sans Variable", system-ui, sans-serif; }
      .low b { inset: 100% ${px(-2)} auto auto; }
      .tall b { inset: ${px(-2)} ${px(-2)} auto auto; }
      .start b { inset: auto auto 100% ${px(-2)}; }
    `;
  }

  function box(element, name, label, grow = 0) {
    const at = element.getBoundingClientRect();
    if (at.width === 0 && at.height === 0) return;
    const one = document.createElement("div");
    const more = grow / shown.zoom;
    // No room above at the edge of the page: below what is small, so that its label does not cover it.
    const isAtEdge = at.top + scrollY < 18 / shown.zoom;
    one.className = name + (isAtEdge ? (at.height < 72 / shown.zoom ? " low" : " tall") : "");
    one.style.cssText =
      `left:${at.left + scrollX - more}px;top:${at.top + scrollY - more}px;` +
      `width:${at.width + 2 * more}px;height:${at.height + 2 * more}px`;
    if (label) {
      const said = document.createElement("b");
      said.textContent = label;
      one.append(said);
    }
    layer.append(one);
  }

  // Entries that readers do not see yet: the studio puts a comment before each of them.
  function* drafts() {
    const found = document.createTreeWalker(document.body, NodeFilter.SHOW_COMMENT);
    while (found.nextNode()) {
      const { data, nextElementSibling: entry } = found.currentNode;
      if (data === " proofroom: draft " && entry) yield entry;
    }
  }

  function draw() {
    due = false;
    layer.replaceChildren();
    for (const element of drafts()) box(element, "draft", shown.draft);
    for (const one of shown.marks)
      for (const [at, element] of seenOn(one).entries())
        box(element, `${one.op} ${one.decision ?? ""} ${one.isCurrent ? "current" : ""}`, at === 0 ? one.label : "", 3);
    for (const one of shown.working)
      for (const [at, element] of all(one.id).entries()) box(element, "working", at === 0 ? one.label : "", 4);
    if (shown.hovered && shown.hovered !== shown.selected && !drag)
      for (const element of all(shown.hovered)) box(element, "hovered");
    if (shown.selected)
      for (const [at, element] of all(shown.selected).entries())
        box(element, at === 0 ? "selected start" : "again", at === 0 && !editing ? shown.label : "", 1);
    if (drag?.line) {
      const line = document.createElement("div");
      line.className = "drop";
      line.style.cssText = drag.line;
      layer.append(line);
    }
  }

  function soon() {
    if (due) return;
    due = true;
    requestAnimationFrame(draw);
  }

  // --- pointing and pressing

  addEventListener("pointermove", (event) => {
    if (drag) return dragged(event);
    const id = idOf(nodeOf(event.target));
    if (id !== shown.hovered) {
      shown.hovered = id;
      soon();
      tell("hover", { id });
    }
  });
  document.documentElement.addEventListener("pointerleave", () => {
    shown.hovered = null;
    soon();
    tell("hover", { id: null });
  });
  addEventListener(
    "click",
    (event) => {
      if (editing?.contains(event.target)) return;
      event.preventDefault();
      event.stopPropagation();
      if (isDropped) return;
      const id = idOf(nodeOf(event.target));
      const hit = shown.marks.filter((one) => one.selector && seenOn(one).some((each) => each.contains(event.target)));
      if (id) tell("pick", { id, mark: hit.at(-1)?.id });
    },
    true,
  );
  addEventListener("dblclick", (event) => {
    const id = idOf(nodeOf(event.target));
    if (id && !editing) begin(id, nodeOf(event.target));
  });
  addEventListener("submit", (event) => event.preventDefault(), true);
  addEventListener("contextmenu", (event) => {
    const id = idOf(nodeOf(event.target));
    if (id) tell("pick", { id });
  });
  // What a browser does by itself stays its own: scrolling, copying, pasting, reloading.
  const ITS_OWN = /^(Tab|Page(Up|Down)|Home|End| |F([13-9]|1[0-2])|Control|Shift|Alt|Meta)$/;
  const WITH_MOD = /^([bdjkyz]|Enter)$/i;
  addEventListener("keydown", (event) => {
    if (editing) return typed(event);
    const { key: pressed, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (ITS_OWN.test(pressed) || ((ctrlKey || metaKey) && !WITH_MOD.test(pressed))) return;
    if (drag && pressed === "Escape") {
      event.preventDefault();
      return stop();
    }
    event.preventDefault();
    tell("press", { press: { key: pressed, ctrlKey, metaKey, altKey, shiftKey } });
  });
  addEventListener("paste", (event) => {
    if (editing) return;
    const html = event.clipboardData?.getData("text/html") || event.clipboardData?.getData("text/plain");
    if (html) tell("paste", { html });
  });

  // --- two frames that show the same place
  let told = 0;
  addEventListener("scroll", () => {
    if (Math.abs(scrollY - told) < 1) return;
    told = scrollY;
    tell("scrolled", { y: scrollY });
  });

  // --- text in its place

  let before = [];
  // As it was written: what the browser calls the inner text, a style may have put into capitals.
  const wordsIn = (nodes) => nodes.map((one) => (one.nodeName === "BR" ? "\n" : one.textContent)).join("");

  function begin(id, element = all(id)[0]) {
    if (!element || !shown.live || typeof shown.texts[id] !== "string") return;
    editing = element;
    before = [...element.childNodes].map((one) => one.cloneNode(true));
    element.setAttribute("contenteditable", "plaintext-only");
    element.style.outline = "none";
    element.focus();
    getSelection()?.selectAllChildren(element);
    soon();
    tell("editing", { id });
  }

  function end(isKept) {
    const element = editing;
    if (!element) return;
    editing = null;
    const text = wordsIn([...element.childNodes]).replace(/\n$/, "");
    const isOther = isKept && text !== wordsIn(before);
    element.removeAttribute("contenteditable");
    if (!isKept) element.replaceChildren(...before);
    getSelection()?.removeAllRanges();
    soon();
    tell("edited", { id: idOf(element), text: isOther ? text : null });
    late?.();
    late = null;
  }

  function typed(event) {
    if (event.key === "Escape") {
      event.preventDefault();
      end(false);
    } else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      end(true);
    }
  }
  addEventListener("focusout", () => end(true));

  // --- dragging a node to another place

  addEventListener("pointerdown", (event) => {
    isDropped = false;
    if (event.button !== 0 || editing || !shown.live) return;
    const element = nodeOf(event.target);
    if (element && idOf(element) === shown.selected)
      drag = { id: idOf(element), element, x: event.clientX, y: event.clientY, isGoing: false };
  });
  addEventListener("dragstart", (event) => event.preventDefault());
  addEventListener("selectstart", (event) => drag && event.preventDefault());
  addEventListener("pointercancel", () => stop());

  // A page is longer than its frame: near an edge it goes on by itself, the faster the nearer.
  const EDGE = 64;
  function goOn() {
    if (!drag?.isGoing) return;
    const near = EDGE / shown.zoom;
    const { clientY: y } = drag.at;
    const over = Math.max(-near, Math.min(near, Math.min(0, y - near) + Math.max(0, y - innerHeight + near)));
    const from = scrollY;
    scrollBy({ top: over / 4, behavior: "instant" });
    if (scrollY !== from) follow();
    drag.isScrolling = over !== 0;
    if (over) requestAnimationFrame(goOn);
  }

  function dragged(event) {
    const far = Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > 6 / shown.zoom;
    if (!drag.isGoing && !far) return;
    drag.isGoing = true;
    document.documentElement.style.cursor = "grabbing";
    drag.at = { clientX: event.clientX, clientY: event.clientY };
    follow();
    if (!drag.isScrolling) goOn();
  }

  function follow() {
    const over = nodeOf(document.elementFromPoint(drag.at.clientX, drag.at.clientY));
    drag.target = null;
    drag.line = null;
    if (over && !drag.element.contains(over)) aim(over, drag.at);
    soon();
  }

  function aim(over, event) {
    const at = over.getBoundingClientRect();
    // A row is what stands side by side, however it was laid out.
    const middle = (at.top + at.bottom) / 2;
    const isRow = [...(over.parentElement?.children ?? [])].some((one) => {
      const near = one.getBoundingClientRect();
      const isBeside = near.left >= at.right - 1 || near.right <= at.left + 1;
      return one !== over && near.width > 0 && isBeside && near.top <= middle && near.bottom >= middle;
    });
    const share = isRow ? (event.clientX - at.left) / at.width : (event.clientY - at.top) / at.height;
    const holds = shown.holders?.includes(idOf(over));
    drag.place = holds && share > 0.25 && share < 0.75 ? "inside" : share < 0.5 ? "before" : "after";
    drag.target = idOf(over);
    const thick = 3 / shown.zoom;
    const [left, top] = [at.left + scrollX, at.top + scrollY];
    const edge = drag.place === "before" ? 0 : 1;
    if (drag.place === "inside") drag.line = `left:${left}px;top:${top}px;width:${at.width}px;height:${at.height}px;opacity:.18`;
    else if (isRow) drag.line = `left:${left + edge * at.width - thick / 2}px;top:${top}px;width:${thick}px;height:${at.height}px`;
    else drag.line = `left:${left}px;top:${top + edge * at.height - thick / 2}px;width:${at.width}px;height:${thick}px`;
  }

  function stop() {
    const done = drag;
    drag = null;
    isDropped = done?.isGoing ?? false;
    document.documentElement.style.cursor = "";
    soon();
    return done;
  }

  addEventListener("pointerup", () => {
    const done = stop();
    if (done?.isGoing && done.target) tell("drop", { id: done.id, target: done.target, place: done.place });
  });

  // --- what the editor says

  function swap(html) {
    const next = new DOMParser().parseFromString(html, "text/html");
    for (const script of next.querySelectorAll("script")) script.remove();
    const [top, left] = [scrollY, scrollX];
    const wanted = [...next.head.querySelectorAll('link[rel="stylesheet"]')].map((one) => one.getAttribute("href"));
    const known = [...document.head.querySelectorAll('link[rel="stylesheet"]')];
    const fresh = wanted.filter((href) => !known.some((one) => one.getAttribute("href") === href));
    const old = known.filter((one) => !wanted.includes(one.getAttribute("href")));
    const put = () => {
      if (editing) {
        late = put;
        return;
      }
      for (const one of old) one.remove();
      for (const { name } of [...document.body.attributes]) document.body.removeAttribute(name);
      for (const { name, value } of next.body.attributes) document.body.setAttribute(name, value);
      document.body.replaceChildren(...next.body.childNodes);
      scrollTo(left, top);
      soon();
      tell("swapped");
    };
    const coming = fresh.map((href) => {
      const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
      document.head.append(link);
      return new Promise((resolve) => {
        link.onload = link.onerror = resolve;
      });
    });
    Promise.all(coming).then(put);
  }

  const heard = {
    show(message) {
      const { live = true, ...rest } = message.state;
      const isPainted = shown.zoom === rest.zoom && JSON.stringify(shown.colours) === JSON.stringify(rest.colours);
      shown = { ...shown, ...rest, live };
      if (!isPainted) paint();
      soon();
    },
    reveal(one) {
      const element = seenOn(one)[0];
      const at = element?.getBoundingClientRect();
      if (at && (at.top < 0 || at.bottom > innerHeight))
        element.scrollIntoView({ block: at.height > innerHeight ? "start" : "center" });
    },
    edit: ({ id }) => begin(id),
    scroll({ y }) {
      told = Math.min(y, document.documentElement.scrollHeight - innerHeight);
      scrollTo({ top: y, behavior: "instant" });
    },
    swap: ({ html }) => swap(html),
    async measure({ nodeId }) {
      host.style.display = "none"; // an outline is wider than what it is drawn around
      const { box, ...layout } = await measure(nodeId);
      host.style.display = "";
      tell("measured", { layout });
    },
  };
  addEventListener("message", (event) => {
    if (event.source !== parent || event.data?.key !== key) return;
    heard[event.data.type]?.(event.data);
  });
  addEventListener("resize", soon);
  addEventListener("load", soon, true);
  new ResizeObserver(soon).observe(document.body);
  document.fonts?.ready.then(soon);
  tell("ready");
}
