import type { Browser, Page } from 'playwright-core';
import { AxeBuilder } from '@axe-core/playwright';
import assert from 'node:assert/strict';
import { ARTIFACTS } from './browser.ts';

/** A page of the product in a language, and everything it should not have done. */
export type Opened = { readonly page: Page; readonly complaints: string[] };

/** Sizes at which the page is looked at. */
export const DESK = { width: 1280, height: 860 };
export const TABLET = { width: 768, height: 1024 };

/** Opens a place of the page and waits for its map. Console errors and requests to the outside are complaints. */
export async function openPage(
  browser: Browser,
  url: string,
  hash: string,
  language: 'en' | 'ru',
): Promise<Opened> {
  const context = await browser.newContext({
    viewport: DESK,
    locale: language === 'ru' ? 'ru-RU' : 'en-GB',
    acceptDownloads: true,
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (m) => m.type() === 'error' && complaints.push(m.text()));
  page.on('pageerror', (e) => complaints.push(e.message));
  page.on('request', (r) => {
    if (!r.url().startsWith(url) && !/^(data|blob):/.test(r.url()))
      complaints.push(`outside request ${r.url()}`);
  });
  await page.goto(`${url}/${hash}`);
  await page.waitForSelector('[data-testid=map][data-idle=true]', { timeout: 60_000 });
  return { page, complaints };
}

/** Refuses serious and critical findings of axe. */
export async function assertAccessible(page: Page): Promise<void> {
  const found = await new AxeBuilder({ page }).analyze();
  const serious = found.violations.filter((v) => v.impact === 'serious' || v.impact === 'critical');
  assert.deepEqual(
    serious.map((v) => `${v.id}: ${v.nodes[0]?.html ?? ''}`),
    [],
  );
}

/** Waits until a condition of the page holds. */
export async function until(page: Page, holds: () => Promise<boolean>, timeout_ms = 30_000): Promise<void> {
  const end = Date.now() + timeout_ms;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error('the page did not come to what the test waits for');
    await page.waitForTimeout(100);
  }
}

/** Whether the page is wider than its window. Text, because it runs in the page. */
export async function isTooWide(page: Page): Promise<boolean> {
  return (await page.evaluate('document.documentElement.scrollWidth > window.innerWidth')) as boolean;
}

/** A picture of the same moment in both languages; the page ends in the second one. */
export async function pictures(
  page: Page,
  name: string,
  languages: readonly ['en' | 'ru', 'en' | 'ru'],
): Promise<void> {
  for (const language of languages) {
    await page.click(`.languages button[lang=${language}]`);
    await page.waitForTimeout(250);
    await page.screenshot({ path: `${ARTIFACTS}/page-${language}-${name}.png` });
  }
}
