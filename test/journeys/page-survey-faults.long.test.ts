import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { ARTIFACTS, serve } from '../browser.ts';
import { cuttingProxy } from '../cutting-proxy.ts';
import { assertAccessible, openPage, until } from '../page-support.ts';
import { pageSuite, said, verdict, write } from '../page-suite.ts';

const { skip, server, browser } = pageSuite();

async function say(page: Page, text: string): Promise<void> {
  await page.click('#answer-tab-assistant');
  await page.fill('[data-testid=assistant-input]', text);
  await page.keyboard.press('Enter');
}

async function answered(page: Page): Promise<void> {
  await page.waitForSelector('[data-testid=assistant-stop]', { state: 'detached', timeout: 60_000 });
}

const wind = (page: Page): Promise<string> => page.inputValue('[data-testid=wind]');

async function shownVerdict(page: Page): Promise<string | null> {
  await page.waitForSelector('.compute-bar .spinner', { state: 'detached', timeout: 60_000 });
  await page.click('#answer-tab-result');
  return verdict(page);
}

for (const language of ['en', 'ru'] as const)
  test(
    `an answer that breaks off says so, loses nothing and can be asked for again (${language})`,
    { skip },
    async () => {
      const proxy = await cuttingProxy(server().url);
      const { page } = await openPage(browser(), proxy.url, '#/survey/s01', language);
      await page.click('#section-tab-conditions');
      await write(page, 'iterations', '100');
      await say(page, said(language, 'wind 4 m/s from the west, compute', 'ветер 4 м/с с запада, рассчитай'));
      await page.waitForSelector('[data-testid=card-evaluation]', { timeout: 60_000 });
      await answered(page);
      assert.equal(await shownVerdict(page), 'true');
      await page.click('#answer-tab-assistant');
      await page.waitForTimeout(300);
      await page.screenshot({ path: `${ARTIFACTS}/page-${language}-assistant.png` });

      proxy.cutAt('event: ops');
      await say(
        page,
        said(language, 'wind 6 m/s from the north, compute', 'ветер 6 м/с с севера, рассчитай'),
      );
      const offer = page.locator('[data-testid=card-offer]');
      await offer.waitFor({ timeout: 60_000 });
      assert.match(
        (await page.locator('.log').textContent()) ?? '',
        said(language, /connection broke off/i, /Связь прервалась/),
      );
      assert.equal(await wind(page), '4', 'nothing of the broken answer is in the scenario');
      await page.screenshot({ path: `${ARTIFACTS}/page-${language}-assistant-broken.png` });
      await assertAccessible(page);

      await page.reload();
      await page.waitForSelector('[data-testid=map][data-idle=true]', { timeout: 60_000 });
      await page.click('#section-tab-conditions');
      await page.click('#answer-tab-assistant');
      await page.click('[data-testid=offer-take]');
      assert.equal(await wind(page), '6', 'what had been changed can be taken, also after a reload');
      await page.click('[data-testid=undo]');
      assert.equal(await wind(page), '4');

      proxy.cutAt(null);
      await page.click('[data-testid=ask-again]');
      await answered(page);
      await until(page, async () => (await wind(page)) === '6');
      assert.equal(await page.locator('.said.user').count(), 2, 'asked again, not said again');
      await page.context().close();
      await proxy.close();
    },
  );

/** A port that nobody listens at. */
function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

for (const language of ['en', 'ru'] as const)
  test(
    `a server that restarts in the middle of an answer: said, kept, sent again (${language})`,
    { skip },
    async () => {
      const port = String(await freePort());
      let own = await serve({}, ['--port', port]);
      const { page } = await openPage(browser(), own.url, '#/survey/s01', language);
      await page.click('#section-tab-conditions');
      // So many iterations last until the solver's limit: the server goes away before.
      await write(page, 'iterations', '100000000');
      await say(page, said(language, 'wind 5 m/s from the west, compute', 'ветер 5 м/с с запада, рассчитай'));
      await page.waitForSelector('[data-testid=card-ops]', { timeout: 60_000 });
      await write(page, 'time-limit', '20');
      await own.kill();
      await page.waitForSelector('[data-testid=card-offer]', { timeout: 20_000 });
      assert.match(
        (await page.locator('.log').textContent()) ?? '',
        said(language, /connection broke off/i, /Связь прервалась/),
      );
      assert.equal(await page.inputValue('[data-testid=time-limit]'), '20', 'the edit made meanwhile stays');
      assert.equal(await wind(page), '3');
      await page.click('[data-testid=ask-again]');
      await until(page, async () =>
        said(language, /does not answer/, /Сервер не отвечает/).test(
          (await page.locator('.log').textContent()) ?? '',
        ),
      );

      own = await serve({}, ['--port', port]);
      await write(page, 'iterations', '100');
      await page.click('[data-testid=ask-again]');
      await page.waitForSelector('[data-testid=card-evaluation]', { timeout: 60_000 });
      await answered(page);
      assert.equal(await wind(page), '5');
      assert.equal(await page.inputValue('[data-testid=time-limit]'), '20');
      await page.context().close();
      await own.stop();
    },
  );

/** Events of a chat as the wire has them. */
const frames = (events: readonly [string, unknown][]): string =>
  events.map(([event, data]) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join('');

for (const language of ['en', 'ru'] as const)
  test(
    `unsupported words are marked, and a failed answer offers the scenario so far (${language})`,
    { skip },
    async () => {
      const { page } = await openPage(browser(), server().url, '#/survey/s01', language);
      await page.click('#section-tab-conditions');
      const bodies = [
        frames([
          ['message', { text: 'Экономия 99 % <b>наверняка</b>.', grounded: false, unsupported: ['99 %'] }],
          ['done', { scenario: null, revision: '', changed: false, computed: false, steps: 1 }],
        ]),
        frames([
          [
            'error',
            {
              error: {
                code: 'UPSTREAM_TIMEOUT',
                message: 'the language model did not answer',
                details: {
                  reason: 'timeout',
                  steps: 2,
                  changed: true,
                  changes: [
                    { path: '/weather/wind_mps', object_id: null, was: 3, became: 8, safety_risk: false },
                    { path: '/weather/gust_mps', object_id: null, was: 8, became: 9, safety_risk: false },
                  ],
                },
              },
            },
          ],
        ]),
      ];
      // The page sees what a server with a failing model would send.
      await page.route('**/api/assistant/chat', (route) =>
        route.fulfill({ contentType: 'text/event-stream', body: bodies.shift()! }),
      );
      await say(page, 'сколько сэкономим?');
      const message = page.locator('[data-testid=assistant-message][data-grounded=false]');
      await message.waitFor();
      assert.match(
        (await message.textContent()) ?? '',
        said(
          language,
          /Not supported by the results.*<b>наверняка<\/b>/s,
          /Не подтверждено результатами.*<b>наверняка<\/b>/s,
        ),
      );
      await say(page, 'ветер 8');
      await page.waitForSelector('[data-testid=card-offer]');
      assert.equal(await wind(page), '3');
      await page.screenshot({ path: `${ARTIFACTS}/page-${language}-assistant-unsupported.png` });
      await assertAccessible(page);
      await page.click('[data-testid=offer-take]');
      assert.equal(await wind(page), '8');
      await page.click('[data-testid=give-back]');
      assert.equal(await wind(page), '3');
      await page.context().close();
    },
  );

/** A KML of round areas on a lattice, of about as many bytes as asked. */
function largeKml(areas: number, corners: number): Buffer {
  const marks = Array.from({ length: areas }, (_, n) => {
    const [lon, lat] = [39.4 + (n % 50) * 0.004, 45.2 + Math.floor(n / 50) * 0.004];
    const ring = Array.from({ length: corners + 1 }, (_unused, k) => {
      const a = (2 * Math.PI * (k % corners)) / corners;
      return `${(lon + 0.0015 * Math.cos(a)).toFixed(12)},${(lat + 0.0015 * Math.sin(a)).toFixed(12)},0`;
    }).join(' ');
    return `<Placemark><name>Area ${n}</name><Polygon><outerBoundaryIs><LinearRing><coordinates>${ring}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`;
  });
  return Buffer.from(
    `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>${marks.join('')}</Document></kml>`,
  );
}

for (const language of ['en', 'ru'] as const)
  test(
    `a KML of 20 MB with 2000 areas: stopped, read, its limit said, no edit lost (${language})`,
    { skip },
    async () => {
      const { page, complaints } = await openPage(browser(), server().url, '#/survey/s01', language);
      await page.click('#section-tab-conditions');
      await write(page, 'wind', '7');
      const buffer = largeKml(2000, 310);
      assert.ok(buffer.length > 20e6, String(buffer.length));
      await page.click('[data-testid=scenario-menu]');
      await page.click('[data-testid=scenario-menu-import]');
      await page.setInputFiles('[data-testid=import-file]', {
        name: 'large.kml',
        mimeType: 'application/vnd.google-earth.kml+xml',
        buffer,
      });
      await page.click('[data-testid=import-read]');
      await page.click('[data-testid=import-stop]');
      await page.waitForSelector('[data-testid=import-error]');
      await page.click('[data-testid=import-read]');
      await page.waitForSelector('[data-testid=import-over]', { timeout: 60_000 });
      const over = (await page.locator('[data-testid=import-over]').textContent()) ?? '';
      assert.match(over, said(language, /at most 64.*2001/, /не больше 64.*2001/));
      assert.ok(await page.isDisabled('[data-testid=import-take]'));
      await page.screenshot({ path: `${ARTIFACTS}/page-${language}-survey-import-large.png` });
      await page.getByRole('button', { name: said(language, 'no-fly zones', 'запретные зоны') }).click();
      assert.match(
        (await page.locator('[data-testid=import-over]').textContent()) ?? '',
        said(language, /at most 512.*2000/, /не больше 512.*2000/),
      );
      await page.click('[data-testid=import-none]');
      for (const n of [0, 1, 2]) await page.locator('.import-list input').nth(n).check();
      await page.click('[data-testid=import-take]');
      await page.click('#section-tab-airspace');
      await page.waitForSelector('[data-testid=object-zone-3]');
      await page.click('[data-testid=undo]');
      await page.waitForSelector('[data-testid=object-zone-3]', { state: 'detached' });
      await page.click('#section-tab-conditions');
      assert.equal(await wind(page), '7');
      assert.deepEqual(complaints, []);
      await page.context().close();
    },
  );

/** Fills the browser's small storage to its last character. */
const FILL = `(() => {
  for (let size = 1 << 20; size >= 1; size >>= 1)
    for (let n = 0; ; n++)
      try { localStorage.setItem('filler-' + size + '-' + n, 'x'.repeat(size)); } catch { break; }
})()`;

for (const language of ['en', 'ru'] as const)
  test(
    `a full browser storage: kept in the database, else said, with a file offered (${language})`,
    { skip },
    async () => {
      const { page } = await openPage(browser(), server().url, '#/survey/s01', language);
      await page.click('#section-tab-conditions');
      await write(page, 'wind', '6');
      await page.evaluate(FILL);
      await write(page, 'wind', '7');
      const kept = page.locator('[data-testid=kept]');
      await kept.waitFor();
      assert.match(
        (await kept.textContent()) ?? '',
        said(language, /Saved in this browser \(large\)/, /Сохранено в браузере \(большой\)/),
      );
      await page.reload();
      await page.waitForSelector('[data-testid=map][data-idle=true]', { timeout: 60_000 });
      await page.click('#section-tab-conditions');
      assert.equal(await wind(page), '7', 'the newest state is read again, not the one that no longer fits');

      await page.evaluate(`indexedDB.open = () => { throw new DOMException('full', 'QuotaExceededError'); }`);
      await write(page, 'wind', '8');
      await until(page, async () =>
        said(language, /Not saved/, /Не сохранено/).test((await kept.textContent()) ?? ''),
      );
      assert.equal(await wind(page), '8');
      await page.screenshot({ path: `${ARTIFACTS}/page-${language}-survey-not-kept.png` });
      await assertAccessible(page);
      const saved = page.waitForEvent('download');
      await page.click('[data-testid=kept-save]');
      assert.match(readFileSync((await (await saved).path())!, 'utf8'), /"wind_mps": 8/);
      await page.click('[data-testid=undo]');
      assert.equal(await wind(page), '7', 'edits in memory can be undone');
      await page.evaluate(
        `Object.keys(localStorage).filter((k) => k.startsWith('filler-')).forEach((k) => localStorage.removeItem(k))`,
      );
      await write(page, 'wind', '9');
      await kept.waitFor({ state: 'detached' });
      await page.context().close();
    },
  );

for (const language of ['en', 'ru'] as const)
  test(
    `without a network edits go on; computing says what happened and can be tried again (${language})`,
    { skip },
    async () => {
      const proxy = await cuttingProxy(server().url);
      const { page } = await openPage(browser(), proxy.url, '#/survey/s01', language);
      await page.click('#section-tab-conditions');
      await write(page, 'iterations', '100000000');
      await page.click('[data-testid=compute]');
      await page.waitForSelector('.compute-bar .spinner');
      await until(page, () => Promise.resolve(proxy.isOpen('/api/survey/plan')));
      proxy.drop();
      const failed = page.locator('[data-testid=compute-error]');
      await failed.waitFor({ timeout: 20_000 });
      assert.match(
        (await failed.textContent()) ?? '',
        said(language, /does not answer.*edits are kept/i, /не отвечает.*правки/i),
      );
      await page.context().setOffline(true);
      await write(page, 'wind', '6');
      await page.click('[data-testid=undo]');
      await page.click('[data-testid=redo]');
      await write(page, 'iterations', '100');
      await page.click('[data-testid=compute]');
      await failed.waitFor();
      assert.match(
        (await failed.textContent()) ?? '',
        said(language, /does not answer.*edits are kept/i, /не отвечает.*правки/i),
      );
      await page.screenshot({ path: `${ARTIFACTS}/page-${language}-survey-offline.png` });
      await page.context().setOffline(false);
      await failed.getByRole('button').click();
      assert.equal(await shownVerdict(page), 'true');
      assert.equal(await wind(page), '6');
      await page.context().close();
      await proxy.close();
    },
  );
