import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { surveyPlanHash, type SurveyPlan } from '#ir';
import { ARTIFACTS } from '../browser.ts';
import { hgtTile } from '../hgt.ts';
import { assertAccessible, openPage, pictures, until } from '../page-support.ts';
import { computed, pageSuite, quick, said, verdict, write } from '../page-suite.ts';

const { skip, server, browser } = pageSuite();

const focused = (page: Page): Promise<string | null> =>
  page.evaluate('document.activeElement?.getAttribute("data-testid") ?? null');

const stored = (page: Page, key: string): Promise<string> =>
  page.evaluate(`localStorage.getItem("cloudbrain.survey.document.${key}") ?? ""`);

for (const language of ['en', 'ru'] as const)
  test(
    `a scenario from nothing: begun by keyboard, drawn, equipped, computed, kept (${language})`,
    { skip },
    async () => {
      const { page, complaints } = await openPage(browser(), server().url, '#/survey/s01', language);
      await page.focus('[data-testid=scenario-menu]');
      await page.keyboard.press('Enter');
      assert.equal(await focused(page), 'scenario-menu-new');
      await page.keyboard.press('Enter');
      assert.equal(await focused(page), 'new-name', 'the dialog begins at its first field');
      await page.keyboard.press('Escape');
      await page.waitForSelector('[data-testid=new-name]', { state: 'detached' });
      assert.equal(await focused(page), 'scenario-menu', 'and gives the focus back');

      await page.click('[data-testid=scenario-name]');
      await page.click('[data-testid=new-scenario]');
      await page.click('[data-testid=new-create]');
      assert.equal(await page.locator('dialog .field-error').count(), 6, 'nothing is guessed');
      await page.click('[data-testid=new-from-map]');
      assert.match(await page.inputValue('[data-testid=new-place]'), /^45\.3\d*, 39\.5\d*$/);
      await page.fill('[data-testid=new-place]', '45.35 39.45');
      await page.fill('[data-testid=new-name]', '<i>Quarry</i>');
      for (const [field, text] of Object.entries({ ground: '120', wind: '4', gust: '3', wind_from: '300' }))
        await page.fill(`[data-testid=new-${field}]`, text);
      await page.click('[data-testid=new-create]');
      assert.equal(await page.locator('dialog .field-error').count(), 1, 'gusts below the wind are refused');
      await write(page, 'new-gust', '6');
      await assertAccessible(page);
      await page.screenshot({ path: `${ARTIFACTS}/page-${language}-survey-new-dialog.png` });
      await page.click('[data-testid=new-create]');

      await page.waitForSelector('[data-testid=still-to-do]');
      assert.match((await page.locator('.scenario-name').textContent()) ?? '', /<i>Quarry<\/i>/);
      await page.click('[data-testid=compute]');
      await page.waitForSelector('.toast.bad');
      assert.match(
        (await page.locator('.toast.bad').textContent()) ?? '',
        said(language, /Not yet computable: draw/i, /Рассчитать пока нельзя: /),
      );
      await page.locator('.toast.bad button').click();
      assert.ok(await page.isDisabled('[data-testid=todo-units]'), 'an aircraft needs a site');
      await pictures(page, 'survey-new', said(language, ['ru', 'en'], ['en', 'ru']));
      await assertAccessible(page);

      const box = (await page.locator('[data-testid=map]').boundingBox())!;
      const at = (x: number, y: number): [number, number] => [box.x + box.width * x, box.y + box.height * y];
      await page.click('[data-testid=todo-tasks]');
      for (const [x, y] of [at(0.45, 0.42), at(0.58, 0.42), at(0.58, 0.55)]) await page.mouse.click(x, y);
      await page.keyboard.press('Enter');
      await page.waitForSelector('[data-testid=object-area-1]');
      await page.click('[data-testid=todo-sites]');
      await page.mouse.click(...at(0.43, 0.57));
      await page.waitForSelector('[data-testid=object-site-1]');
      await page.click('[data-testid=todo-units]');
      await page.waitForSelector('[data-testid=object-unit-1]');
      assert.equal(await page.locator('[data-testid=still-to-do]').count(), 0);
      await quick(page);
      // The window begins at the next full hour; a fixed one keeps sun and plan the same at any time of day.
      const start = page.getByLabel(said(language, 'Start, UTC', 'Начало, UTC'));
      await start.fill('2025-06-12 09:00');
      await start.press('Enter');
      assert.equal(await computed(page), 'true');
      await page.screenshot({ path: `${ARTIFACTS}/page-${language}-survey-from-nothing.png` });

      await page.reload();
      await page.waitForSelector('[data-testid=map][data-idle=true]', { timeout: 60_000 });
      await page.click('#section-tab-tasks');
      await page.click('[data-testid=object-area-1]');
      await page.selectOption('[data-testid=type-area-1]', 'lidar');
      assert.match(
        (await page.locator('[data-testid=object-area-1]').textContent()) ?? '',
        said(language, /lidar.*pts/, /лидар.*тчк/),
      );
      await page.click('[data-testid=undo]');
      assert.match(
        (await page.locator('[data-testid=object-area-1]').textContent()) ?? '',
        said(language, /camera/, /камера/),
      );
      assert.deepEqual(complaints, []);
      await page.context().close();
    },
  );

for (const language of ['en', 'ru'] as const)
  test(
    `terrain from a file and a landing strip are edited, undone and planned with (${language})`,
    { skip },
    async () => {
      const { page, complaints } = await openPage(browser(), server().url, '#/survey/s01', language);
      await quick(page);
      await page.click('[data-testid=terrain-load]');
      const tile = Buffer.from(hgtTile((column, row) => 60 + ((column + row) % 3)));
      const file = (name: string): { name: string; mimeType: string; buffer: Buffer } => ({
        name,
        mimeType: 'application/octet-stream',
        buffer: tile,
      });
      await page.setInputFiles('[data-testid=terrain-file]', file('ground.tif'));
      assert.ok(await page.isDisabled('[data-testid=terrain-read]'), 'a GeoTIFF needs its datum');
      await page.selectOption('[data-testid=terrain-file-datum]', 'EGM2008');
      await page.click('[data-testid=terrain-read]');
      await page.waitForSelector('[data-testid=terrain-error]');
      await page.setInputFiles('[data-testid=terrain-file]', file('N45E039.hgt'));
      await page.click('[data-testid=terrain-read]');
      await page.waitForSelector('[data-testid=terrain-found]');
      await page.screenshot({ path: `${ARTIFACTS}/page-${language}-survey-terrain.png` });
      await assertAccessible(page);
      await page.click('[data-testid=terrain-take]');
      assert.match(
        (await page.locator('[data-testid=terrain-facts]').textContent()) ?? '',
        said(language, /60 to 62 m/, /от 60 до 62 м/),
      );
      assert.match(await stored(page, 's01'), /"terrain":\{"type":"grid"/);

      await page.click('#section-tab-sites');
      await page.click('[data-testid=object-pad-1]');
      await page.check('[data-testid=corridor-pad-1]');
      assert.equal(
        await page.inputValue('[data-testid=corridor-toward]'),
        '240',
        'against the wind at first',
      );
      await write(page, 'corridor-length', '5');
      assert.equal(await page.locator('.field-error').count(), 1, 'a strip of 5 m is refused at the field');
      await write(page, 'corridor-length', '150');
      await write(page, 'corridor-toward', '250');
      assert.match(await stored(page, 's01'), /"landing_toward_deg":250,"length_m":150/);
      await page.screenshot({ path: `${ARTIFACTS}/page-${language}-survey-corridor.png` });
      assert.equal(await computed(page), 'true');
      for (let n = 0; n < 3; n++) await page.click('[data-testid=undo]');
      assert.equal(await page.isChecked('[data-testid=corridor-pad-1]'), false);
      await page.click('[data-testid=undo]');
      await page.click('#section-tab-conditions');
      assert.equal(await page.inputValue('[data-testid=ground-height]'), '62');
      await page.waitForSelector('[data-testid=stale]');
      // The refused file is the one answer that a browser calls an error.
      assert.deepEqual(
        complaints.filter((c) => !c.includes('400')),
        [],
      );
      await page.context().close();
    },
  );

type Reply = { plan: SurveyPlan; verdict: unknown };

/** Makes the planner's answer claim wrong totals; the verdict on that is the real validator's. */
async function misreport(page: Page): Promise<void> {
  await page.route('**/api/survey/plan', async (route) => {
    const { scenario } = route.request().postDataJSON() as { scenario: unknown };
    const reply = (await (await route.fetch()).json()) as Reply;
    const { totals } = reply.plan;
    const wrong = {
      ...reply.plan,
      totals: { ...totals, photos: totals.photos + 40, turns: totals.turns + 3 },
    };
    const plan = { ...wrong, plan_hash: surveyPlanHash(wrong) };
    const judged = await fetch(`${server().url}/api/survey/validate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ scenario, plan }),
    });
    await route.fulfill({ json: { ...reply, plan, verdict: await judged.json() } });
  });
}

for (const language of ['en', 'ru'] as const)
  test(
    `wrong statements of a plan are corrected by a click and judged again; files say what they are (${language})`,
    {
      skip,
    },
    async () => {
      const { page } = await openPage(browser(), server().url, '#/survey/s01', language);
      await quick(page);
      await misreport(page);
      assert.equal(await computed(page), 'false');
      await page.click('[data-testid=export]');
      await page.click('[data-testid=export-kml]');
      await page.waitForSelector('[data-testid=export-anyway]');
      await assertAccessible(page);
      await page.keyboard.press('Escape');
      await page.waitForSelector('[data-testid=export-anyway]', { state: 'detached' });
      await page.click('[data-testid=export]');
      await page.click('[data-testid=export-kml]');
      const marked = page.waitForEvent('download');
      await page.click('[data-testid=export-anyway]');
      assert.match((await marked).suggestedFilename(), /^NOT-ADMITTED-/);
      await page.waitForSelector('[data-testid=file-check][data-admitted=false]');
      await page.screenshot({ path: `${ARTIFACTS}/page-${language}-survey-not-admitted.png` });

      await page.locator('[data-testid=correct-G4-05]').first().click();
      await page.waitForSelector('[data-testid=corrected]', { timeout: 60_000 });
      assert.equal(await verdict(page), 'false', 'one of two is corrected');
      await page.click('[data-testid=take-back]');
      assert.equal(await page.locator('[data-testid=corrected]').count(), 0);
      await page.click('[data-testid=correct-all]');
      await page.waitForSelector('[data-testid=verdict][data-admitted=true]', { timeout: 60_000 });
      assert.match((await page.locator('[data-testid=corrected]').textContent()) ?? '', /: 2\./);
      const clean = page.waitForEvent('download');
      await page.click('[data-testid=export]');
      await page.click('[data-testid=export-wpl]');
      assert.doesNotMatch((await clean).suggestedFilename(), /NOT-ADMITTED/);
      const check = page.locator('[data-testid=file-check][data-admitted=true]');
      await check.waitFor();
      await check.locator('summary').click();
      assert.match(
        (await check.textContent()) ?? '',
        said(language, /Speeds and turns.*G3-01/s, /Скорости и развороты.*G3-01/s),
      );
      await page.screenshot({ path: `${ARTIFACTS}/page-${language}-survey-corrected.png` });
      await assertAccessible(page);
      await page.context().close();
    },
  );

for (const language of ['en', 'ru'] as const)
  test(
    `the report opens in a window of its own, prints from it, and its text is text (${language})`,
    { skip },
    async () => {
      const { page, complaints } = await openPage(browser(), server().url, '#/survey/s01', language);
      await page.context().addInitScript('window.print = () => { window.asked_to_print = true; }');
      await quick(page);
      const title = '<b>Поле</b> <script>document.title="taken"</script>';
      const field = page.getByLabel(said(language, 'Scenario name', 'Название сценария'));
      await field.fill(title);
      await field.press('Enter');
      assert.equal(await computed(page), 'true');
      const opening = page.context().waitForEvent('page');
      await page.click('[data-testid=report]');
      const report = await opening;
      await report.waitForLoadState('load');
      await until(report, () => report.evaluate('window.asked_to_print === true'));
      const text = (await report.locator('body').textContent()) ?? '';
      assert.ok(text.includes('<b>Поле</b>'), 'a title is shown as text');
      assert.notEqual(await report.title(), 'taken');
      assert.ok((await report.locator('svg').count()) > 0, 'the picture of the plan is in it');
      assert.match(text, said(language, /admitted/i, /допущен/i));
      await report.screenshot({ path: `${ARTIFACTS}/page-${language}-survey-report.png` });
      await assertAccessible(report);
      assert.deepEqual(complaints, []);
      await page.context().close();
    },
  );

for (const language of ['en', 'ru'] as const)
  test(`a variant with a new site is accepted by the operator alone (${language})`, { skip }, async () => {
    const { page, complaints } = await openPage(browser(), server().url, '#/survey/s03', language);
    await quick(page);
    await page.click('#answer-tab-variants');
    await page.locator('.policy summary').click();
    await page.check('[data-testid=policy-propose_new_sites]');
    for (const part of said(
      language,
      ['Home sites', 'Lane directions', 'Combinations'],
      ['Базирование', 'Направления галсов', 'Сочетания'],
    ))
      await page.getByLabel(part, { exact: true }).uncheck();
    await page.click('[data-testid=recommend]');
    await page.waitForSelector('[data-testid=variants]', { timeout: 60_000 });
    const row = page
      .locator('[data-testid=variants] tr', { hasText: said(language, 'new site', 'новая площадка') })
      .first();
    if ((await row.locator('button').getAttribute('aria-expanded')) === 'false')
      await row.locator('button').click();
    const before = await stored(page, 's03');
    const adopt = page.locator('[data-testid^=adopt-]:not([disabled])').first();
    await adopt.click();
    await page.waitForSelector('[data-testid=confirm-site]');
    await page.screenshot({ path: `${ARTIFACTS}/page-${language}-survey-new-site.png` });
    await assertAccessible(page);
    await page.getByRole('button', { name: said(language, 'Cancel', 'Отмена') }).click();
    assert.equal(await stored(page, 's03'), before, 'refused: nothing is changed');
    await adopt.click();
    await page.click('[data-testid=confirm-site]');
    await page.click('#answer-tab-result');
    assert.equal(await verdict(page), 'true');
    await page.click('#section-tab-sites');
    assert.equal(await page.locator('.objects').first().locator('li.object').count(), 4);
    await page.click('[data-testid=undo]');
    assert.equal(await page.locator('.objects').first().locator('li.object').count(), 3);
    assert.deepEqual(complaints, []);
    await page.context().close();
  });
