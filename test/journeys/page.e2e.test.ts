import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { ARTIFACTS, serve } from '../browser.ts';
import { TABLET, assertAccessible, isTooWide, openPage, pictures, type Opened } from '../page-support.ts';
import { pageSuite } from '../page-suite.ts';
import { latinTexts } from '../page-words.ts';

const { skip, server, browser } = pageSuite();

const open = (language: 'en' | 'ru'): Promise<Opened> =>
  openPage(browser(), server().url, '#/traffic/demo', language);

async function decide(page: Page, instruction: string): Promise<string | null> {
  await page.fill('#instruction', instruction);
  await page.keyboard.press('Control+Enter');
  const outcome = page.locator('[data-testid=outcome]');
  await outcome.waitFor({ timeout: 60_000 });
  return outcome.getAttribute('data-status');
}

const flows = {
  en: {
    success:
      'Emergency: deliver blood from hospital A to accident site 1 within 12 minutes, avoid the fire zone',
    safe_refusal: 'Deliver medicine from hospital A to hospital B within 20 seconds',
    human_confirm: 'Deliver a parcel from the Harbour Warehouse',
  },
  ru: {
    success: 'Экстренно доставь кровь из больницы А на место аварии 1 за 12 минут, в обход зоны пожара',
    safe_refusal: 'Доставь посылку в Тюремный лазарет',
    human_confirm: 'Доставь посылку с Портового склада',
  },
} as const;

for (const language of ['en', 'ru'] as const) {
  test(
    `the page releases, refuses and asks (${language}), with steps, verdict, profile and map`,
    { skip },
    async () => {
      const { page, complaints } = await open(language);
      for (const [status, instruction] of Object.entries(flows[language])) {
        assert.equal(await decide(page, instruction), status);
        await page.waitForTimeout(400);
        await page.screenshot({ path: `${ARTIFACTS}/page-${language}-${status}.png` });
        if (language === 'ru') {
          assert.deepEqual(await latinTexts(page), [], `Latin words with ${status}`);
          await page.click('#traffic-tab-document');
          await page.waitForSelector('[data-testid=round-0]');
          assert.deepEqual(await latinTexts(page), [], `Latin words in the document of ${status}`);
          await page.click('#traffic-tab-decision');
          await page.waitForSelector('[data-testid=outcome]');
        }
        if (status === 'success') {
          assert.ok((await page.locator('table.verdict tbody tr').count()) >= 8);
          assert.ok((await page.locator('.steps li').count()) >= 8);
          assert.ok(await page.locator('.profile polyline').isVisible());
        }
      }
      assert.deepEqual(complaints, []);
    },
  );
}

test('a counterexample of a refusal goes to its moment and marks its leg', { skip }, async () => {
  const { page, complaints } = await open('ru');
  assert.equal(await decide(page, 'Доставь кровь из больницы А в больницу Б за 5 секунд'), 'safe_refusal');
  assert.equal(await page.locator('.dock .badge').textContent(), 'Не выпущено');
  assert.equal(await page.inputValue('[data-testid=moment]'), '0');
  await page.locator('[data-testid=counterexample]').first().click();
  assert.ok(Number(await page.inputValue('[data-testid=moment]')) > 60, 'the slider stands at the moment');
  await page.waitForTimeout(600);
  await page.screenshot({ path: `${ARTIFACTS}/page-ru-counterexample.png` });
  const text = (await page.locator('[data-testid=outcome]').textContent()) ?? '';
  assert.doesNotMatch(text, /late|route|assign|deadline of/);
  assert.deepEqual(complaints, []);
});

test('the 3D view stands up, and the page has no serious accessibility findings', { skip }, async () => {
  const { page, complaints } = await open('en');
  assert.equal(await decide(page, flows.en.success), 'success');
  await page.getByRole('button', { name: '3D' }).click();
  await page.waitForTimeout(800);
  await page.screenshot({ path: `${ARTIFACTS}/page-en-3d.png` });
  await assertAccessible(page);
  await page.click('#traffic-tab-document');
  await page.waitForSelector('[data-testid=round-0]');
  await pictures(page, 'document', ['ru', 'en']);
  await assertAccessible(page);
  await page.setViewportSize(TABLET);
  await page.waitForTimeout(500);
  await page.screenshot({ path: `${ARTIFACTS}/page-en-traffic-tablet.png` });
  assert.equal(await isTooWide(page), false, 'nothing runs out of a tablet');
  assert.deepEqual(complaints, []);
});

test(
  'a released decision gives its certificate and stands on the board once accepted',
  { skip },
  async () => {
    const { page, complaints } = await open('en');
    assert.equal(await decide(page, flows.en.success), 'success');
    const saved = page.waitForEvent('download');
    await page.click('[data-testid=certificate]');
    const text = readFileSync((await (await saved).path())!, 'utf8');
    assert.match(text, /cloudbrain-certificate-1/);
    await page.click('[data-testid=accept]');
    await page.locator('.toast.good').waitFor({ timeout: 30_000 });
    await page.click('#traffic-tab-operations');
    await page.waitForSelector('[data-testid=operations] li', { timeout: 20_000 });
    await pictures(page, 'operations', ['ru', 'en']);
    assert.deepEqual(complaints, []);
  },
);

test('a server that goes away in the middle is said, and the text stays', { skip }, async () => {
  const own = await serve();
  const context = await browser().newContext({ viewport: { width: 1280, height: 860 }, locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(`${own.url}/#/traffic/demo`);
  await page.waitForSelector('[data-testid=map][data-idle=true]', { timeout: 60_000 });
  await own.stop();
  await page.fill('#instruction', 'Inspect the Old Bridge');
  await page.keyboard.press('Control+Enter');
  const alert = page.getByRole('alert');
  await alert.waitFor({ timeout: 20_000 });
  assert.match((await alert.textContent()) ?? '', /broke off|did not answer/);
  assert.equal(await page.inputValue('#instruction'), 'Inspect the Old Bridge');
});
