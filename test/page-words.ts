import type { Page } from 'playwright-core';
import { bundledSurveyCatalogue } from '#store';

/** Reads what a person reads on the page: texts, and the words of tips, labels and hints. Code is left out. Text, because it runs in the page. */
const COLLECT = `(() => {
  const out = [];
  const skipped = new Set(['CODE', 'PRE', 'SCRIPT', 'STYLE', 'OPTION', 'TEXTAREA']);
  const visible = (e) => e.checkVisibility({ opacityProperty: false, visibilityProperty: true });
  const walk = (node) => {
    if (node.nodeType === Node.TEXT_NODE) {
      const text = node.textContent.trim();
      if (text !== '') out.push(text);
      return;
    }
    if (node.nodeType !== Node.ELEMENT_NODE || skipped.has(node.tagName)) return;
    if (node.getAttribute('lang') !== null && node !== document.documentElement) return;
    if (!visible(node)) return;
    for (const name of ['title', 'aria-label', 'placeholder', 'alt']) {
      const text = node.getAttribute(name);
      if (text !== null && text.trim() !== '') out.push(text.trim());
    }
    if (node.tagName === 'SELECT') out.push(...[...node.options].map((o) => o.textContent.trim()));
    for (const child of node.childNodes) walk(child);
  };
  walk(document.body);
  return out;
})()`;

/** Texts that the page shows now. */
export async function shownTexts(page: Page): Promise<string[]> {
  return (await page.evaluate(COLLECT)) as string[];
}

/** Codes, ids and names of formats that stay Latin on the Russian page. */
const ALLOWED =
  /\b(?:CloudBrain|cloudbrain|GeoJSON|KMZ?|KML|JSON|GeoTIFF|GPX|Litchi|QGroundControl|QGC|WPL|DJI|WPML|DXF|Shapefile|CSV|SVG|HTML|PDF|WGS|EPSG|UTM|MGRS|GSD|IR|URL|UTC|VTOL|OpenStreetMap|MapLibre|Esc|Ctrl|Shift|Enter|Delete|Tab|Home|End|Alt)\b|\b[RG]\d(?:-\d+)?\b|\bs\d\d\b/g;

/** Words of the names that makers give their aircraft and cameras. */
const PRODUCTS = new Set(
  [...bundledSurveyCatalogue().aircraft, ...bundledSurveyCatalogue().payloads].flatMap((row) =>
    row.name.split(/[^A-Za-z]+/).filter((word) => /^[A-Z]/.test(word)),
  ),
);

/** Texts of the page that still have Latin words: all but codes, keys, ids (`uav-01`), names of formats and of products. */
export async function latinTexts(page: Page): Promise<string[]> {
  const texts = await shownTexts(page);
  const left = (text: string): string =>
    text
      .replace(/[A-Za-z][A-Za-z0-9]*(?:[_.-][A-Za-z0-9]+)+/g, '')
      .replace(ALLOWED, '')
      .replace(/[A-Za-z]+/g, (word) => (PRODUCTS.has(word) ? '' : word))
      .replace(/\b[A-Za-z]*\d[A-Za-z0-9]*\b/g, '');
  return [...new Set(texts.filter((text) => /[A-Za-z]{2,}/.test(left(text))))];
}
