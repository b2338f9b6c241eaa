/* What is asked of an open page: where its nodes are, and what is wrong with them. */
async (nodeId) => {
  for (const image of document.images) image.loading = "eager";
  await Promise.race([
    Promise.all([document.fonts.ready, ...[...document.images].map((one) => one.decode().catch(() => null))]),
    new Promise((done) => setTimeout(done, 4000)),
  ]);
  const TOLERANCE = 2;
  const round = (value) => Math.round(value * 100) / 100;
  const root = (nodeId && document.querySelector(`[uid="${CSS.escape(nodeId)}"]`)) || document.documentElement;
  const frame = root.getBoundingClientRect();
  const isWhole = root === document.documentElement;
  const box = isWhole
    ? { x: 0, y: 0, width: innerWidth, height: Math.max(root.scrollHeight, 1) }
    : { x: frame.x + scrollX, y: frame.y + scrollY, width: Math.max(frame.width, 1), height: Math.max(frame.height, 1) };
  const page = document.documentElement;
  const warnings = [];
  const warn = (type, message, id) => warnings.length < 60 && warnings.push({ type, message, ...(id ? { nodeId: id } : {}) });
  if (page.scrollWidth > innerWidth + TOLERANCE)
    warn("horizontal-overflow", `The page is ${page.scrollWidth} px wide in a window of ${innerWidth} px.`);
  const marked = [...(isWhole ? document.body : root).querySelectorAll("[uid]")];
  if (!isWhole) marked.unshift(root);
  const nodes = [];
  const numbers = (colour) => (colour.match(/^rgba?\(/) ? colour.match(/[\d.]+/g).map(Number) : null);
  const light = ([red, green, blue]) => {
    const part = (value) => ((value /= 255) <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
    return 0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue);
  };
  // Null where it cannot be told: a picture behind, a colour that shows through, or one in another notation.
  const ground = (element) => {
    for (let one = element; one; one = one.parentElement) {
      const { backgroundImage, backgroundColor } = getComputedStyle(one);
      const found = numbers(backgroundColor);
      if (backgroundImage !== "none" || !found) return null;
      if (found[3] === undefined || found[3] === 1) return found;
      if (found[3] > 0) return null;
    }
    return [255, 255, 255];
  };
  const weakest = (element, style) => {
    const [ink, paper] = [numbers(style.color), ground(element)];
    if (!ink || !paper || (ink[3] ?? 1) < 1) return null;
    const [high, low] = [light(ink), light(paper)].sort((one, other) => other - one);
    const size = Number.parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const ratio = (high + 0.05) / (low + 0.05);
    return ratio < (isLarge ? 3 : 4.5) ? ratio : null;
  };
  for (const element of marked) {
    const id = element.getAttribute("uid");
    const style = getComputedStyle(element);
    const rect = element.getBoundingClientRect();
    const isHidden = style.display === "none" || style.visibility === "hidden" || Number(style.opacity) === 0;
    const visible = !isHidden && rect.width > 0 && rect.height > 0;
    if (!visible && style.display !== "contents" && element.localName !== "source") warn("invisible-node", `${element.localName} takes no room or is hidden.`, id);
    if (visible && rect.right > innerWidth + TOLERANCE) warn("horizontal-overflow", `${element.localName} ends ${Math.round(rect.right - innerWidth)} px beyond the window.`, id);
    if (visible && style.overflow !== "visible" && element.scrollWidth > element.clientWidth + TOLERANCE) warn("hidden-overflow", `${element.localName} hides part of what is in it.`, id);
    const says = [...element.childNodes].some((one) => one.nodeType === Node.TEXT_NODE && one.data.trim());
    const ratio = visible && says ? weakest(element, style) : null;
    if (ratio) warn("low-contrast", `${element.localName} has a contrast of ${ratio.toFixed(2)} between text and ground.`, id);
    if (nodes.length < 400)
      nodes.push({
        nodeId: id,
        moduleId: "",
        label: element.localName,
        text: (element.children.length ? "" : element.textContent || "").trim().slice(0, 300),
        rect: { x: round(rect.x + scrollX - box.x), y: round(rect.y + scrollY - box.y), width: round(rect.width), height: round(rect.height) },
        visible,
        computed: { display: style.display, position: style.position, overflow: style.overflow, color: style.color, backgroundColor: style.backgroundColor, fontSize: style.fontSize, lineHeight: style.lineHeight },
      });
  }
  const images = [...document.images].map((one) => ({ src: one.currentSrc || one.src, alt: one.alt, width: one.naturalWidth, height: one.naturalHeight, broken: one.naturalWidth === 0 }));
  for (const one of images) if (one.broken) warn("broken-image", `${one.src} could not be loaded.`);
  return { viewport: { width: innerWidth, height: innerHeight, scrollWidth: page.scrollWidth, scrollHeight: page.scrollHeight }, nodes, images, warnings, box };
}
