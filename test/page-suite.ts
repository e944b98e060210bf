import { after, before } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { CHROMIUM, launch, serve, type Served } from './browser.ts';

/** What the tests of one file share: a server of their own and one browser. */
export type PageSuite = {
  /** Why the tests are skipped, or false. */
  readonly skip: string | false;
  readonly server: () => Served;
  readonly browser: () => Browser;
};

/** Starts a server and a browser before the tests of a file and ends them after. */
export function pageSuite(): PageSuite {
  const skip = CHROMIUM === null ? 'SKIPPED: no Chromium here' : false;
  let server: Served | null = null;
  let browser: Browser | null = null;
  before(async () => {
    if (skip !== false) return;
    server = await serve();
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await server?.stop();
  });
  return { skip, server: () => server!, browser: () => browser! };
}

/** Writes into a number field of the open section and takes it. */
export async function write(page: Page, test_id: string, text: string): Promise<void> {
  await page.fill(`[data-testid=${test_id}]`, text);
  await page.press(`[data-testid=${test_id}]`, 'Enter');
}

/** A search budget that keeps the test quick; the plan stays a real one. */
export async function quick(page: Page): Promise<void> {
  await page.click('#section-tab-conditions');
  await write(page, 'iterations', '100');
}

/** Waits for the verdict of a plan: whether it is admitted, as the page's attribute says it. */
export async function verdict(page: Page): Promise<string | null> {
  await page.waitForSelector('.compute-bar .spinner', { state: 'detached', timeout: 60_000 });
  const banner = page.locator('[data-testid=verdict]');
  await banner.waitFor({ timeout: 60_000 });
  return banner.getAttribute('data-admitted');
}

/** Presses Compute and waits for the verdict of a new plan. */
export async function computed(page: Page): Promise<string | null> {
  await page.click('[data-testid=compute]');
  return verdict(page);
}

/** What is meant in the page's language. */
export const said = <T>(language: 'en' | 'ru', en: T, ru: T): T => (language === 'en' ? en : ru);
