import type { Page } from 'playwright-core';

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
