// What is wrong with the page that is shown: run in it by a test, returns a list of words.
() => {
  const found = [];
  const wide = document.documentElement.clientWidth;
  document.querySelectorAll("details").forEach((one) => { one.open = true; });
  document.querySelectorAll(".here").forEach((one) => { one.style.opacity = 1; });
  const seen = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const words = (one) => `“${one.textContent.trim().replace(/\s+/g, " ").slice(0, 40)}”`;

  if (document.documentElement.scrollWidth > wide) {
    const guilty = [...document.body.querySelectorAll("*")]
      .filter((one) => one.getBoundingClientRect().right > wide + 1 && !one.closest("pre")).slice(-2);
    found.push(`${document.documentElement.scrollWidth} px wide: ${guilty.map((one) => one.outerHTML.slice(0, 90))}`);
  }
  for (const table of document.querySelectorAll("table")) {
    if (!seen(table)) continue;
    const room = table.parentElement.getBoundingClientRect();
    const cut = [...table.rows].flatMap((row) => [...row.cells]).filter((one) => seen(one) &&
      (one.getBoundingClientRect().right > Math.min(room.right, wide) + 1.5 || one.scrollWidth > one.clientWidth + 1));
    if (cut.length) found.push(`table ${table.id} cut off: ${cut.slice(0, 2).map(words)}`);
  }
  for (const image of document.images) {
    if (!seen(image)) continue;
    if (image.complete && !image.naturalWidth) found.push(`no picture ${image.src.slice(0, 80)}`);
    else if (image.getBoundingClientRect().right > wide + 1) found.push(`picture cut off ${image.src}`);
    else if (image.complete && image.width < 0.8 * image.naturalWidth && wide > 1000) found.push(`picture too small ${image.currentSrc}`);
  }
  for (const one of document.querySelectorAll('a[href^="#"]')) {
    const id = decodeURIComponent(one.getAttribute("href").slice(1));
    if (id && id !== "" && one.className !== "download" && !document.getElementById(id)) found.push(`no ${one.getAttribute("href")}`);
  }

  // What a reader hears of the page: links with names, headings in steps, no empty one.
  for (const one of document.querySelectorAll("a[href]")) {
    const name = one.getAttribute("aria-label") || one.textContent.trim() || one.querySelector("img")?.alt;
    if (!name) found.push(`link without a name: ${one.getAttribute("href")}`);
  }
  let level = 0;
  for (const one of document.querySelectorAll("h1, h2, h3, h4")) {
    const now = Number(one.tagName[1]);
    if (now > level + 1) found.push(`heading ${now} after ${level}: ${words(one)}`);
    level = now;
  }
  for (const one of document.querySelectorAll("th")) if (!one.textContent.trim()) found.push("empty heading of a table");

  // Contrast of every text with what lies behind it, as WCAG 2 defines it.
  const parse = (text) => { const [r, g, b, a = 1] = text.match(/[\d.]+/g).map(Number); return { r, g, b, a }; };
  const over = (top, under) => ({
    r: top.r * top.a + under.r * (1 - top.a), g: top.g * top.a + under.g * (1 - top.a),
    b: top.b * top.a + under.b * (1 - top.a), a: 1,
  });
  const light = ({ r, g, b }) => [r, g, b].map((one) => one / 255)
    .map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4))
    .reduce((sum, one, i) => sum + one * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = (one) => {
    const layers = [];
    for (let at = one; at; at = at.parentElement) {
      const ground = parse(getComputedStyle(at).backgroundColor);
      if (ground.a) layers.push(ground);
      if (ground.a === 1) break;
    }
    return layers.reverse().reduce((under, top) => over(top, under), { r: 255, g: 255, b: 255, a: 1 });
  };
  const known = new Map();
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const one = walk.currentNode.parentElement;
    if (!walk.currentNode.textContent.trim() || ["SCRIPT", "STYLE", "OPTION"].includes(one.tagName) || !seen(one)) continue;
    const style = getComputedStyle(one);
    const ground = behind(one);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
    const key = [style.color, JSON.stringify(ground), large].join();
    if (!known.has(key)) {
      const [a, b] = [light(over(parse(style.color), ground)), light(ground)].sort((x, y) => y - x);
      known.set(key, (a + 0.05) / (b + 0.05));
      if (known.get(key) < (large ? 3 : 4.5))
        found.push(`contrast ${known.get(key).toFixed(1)}: ${words(one)} ${style.color}`);
    }
  }
  return found;
}
