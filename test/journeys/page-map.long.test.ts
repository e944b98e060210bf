import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { bundledSurveyScenario } from '#store';
import { ARTIFACTS } from '../browser.ts';
import { DESK, isTooWide, openPage, pictures, until } from '../page-support.ts';
import { pageSuite, said } from '../page-suite.ts';

const { skip, server, browser } = pageSuite();

/** A tile of one colour as PNG (ISO/IEC 15948): 256 by 256, eight bits, no interlace. */
function tilePng(rgb: readonly [number, number, number]): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const size = 256;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const row = Buffer.concat([
    Buffer.from([0]),
    Buffer.from(Array.from({ length: size }, () => [...rgb]).flat()),
  ]);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: size }, () => row)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

type Tiles = { readonly url: string; readonly asked: string[]; readonly stop: () => Promise<void> };

/** A tile server on this machine: violet tiles, or one that fails every time. */
async function tileServer(works: boolean): Promise<Tiles> {
  const asked: string[] = [];
  const png = tilePng([200, 40, 220]);
  const http: Server = createServer((request, reply) => {
    asked.push(request.url ?? '');
    reply.setHeader('access-control-allow-origin', '*');
    if (!works) return void reply.writeHead(500).end();
    reply.writeHead(200, { 'content-type': 'image/png' }).end(png);
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return { url, asked, stop: () => new Promise((resolve) => void http.close(() => resolve())) };
}

/** Share of the map's pixels that are violet; the picture is read in the page, the judgement is here. */
async function violet(page: Page): Promise<number> {
  const picture = (await page.locator('[data-testid=map]').screenshot()).toString('base64');
  const share = await page.evaluate(`(async () => {
    const picture = new Image();
    picture.src = 'data:image/png;base64,${picture}';
    await picture.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [picture.width, picture.height];
    const board = canvas.getContext('2d');
    board.drawImage(picture, 0, 0);
    const { data } = board.getImageData(0, 0, canvas.width, canvas.height);
    let found = 0;
    for (let i = 0; i < data.length; i += 4)
      if (data[i] > 130 && data[i + 1] < 120 && data[i + 2] > 130) found++;
    return found / (data.length / 4);
  })()`);
  return Number(share);
}

async function giveTiles(page: Page, address: string): Promise<void> {
  await page.locator('.map-views [aria-haspopup=menu]').click();
  await page.locator('.map-views [role=menuitem]').last().click();
  await page.fill('#tiles-url', address);
  await page.press('#tiles-url', 'Enter');
}

/** A point of the map by its shares of width and height, as a point of the window. */
async function spot(page: Page, x: number, y: number): Promise<[number, number]> {
  const box = (await page.locator('[data-testid=map]').boundingBox())!;
  return [box.x + box.width * x, box.y + box.height * y];
}

/** What the page says of the place under the pointer. */
async function readout(page: Page, x: number, y: number): Promise<string> {
  await page.mouse.move(...(await spot(page, x, y)), { steps: 2 });
  await page.waitForTimeout(150);
  return (await page.locator('.cursor-readout span').textContent()) ?? '';
}

/** Latitude and longitude under the pointer; the decimal form must be chosen. */
async function placeAt(page: Page, x: number, y: number): Promise<[number, number]> {
  const [lat, lon] = (await readout(page, x, y)).split(', ').map(Number);
  return [lat!, lon!];
}

for (const language of ['en', 'ru'] as const)
  test(
    `the operator's tiles are asked for, shown, and kept; a wrong address is refused (${language})`,
    { skip },
    async () => {
      const tiles = await tileServer(true);
      const { page, complaints } = await openPage(browser(), server().url, '#/survey/s01', language);
      assert.ok((await violet(page)) < 0.01, 'the blank base is not violet');
      await giveTiles(page, 'ftp://tiles.example.org/{z}/{x}/{y}.png');
      await page.waitForSelector('.field-error');
      await page.fill('#tiles-url', 'javascript:alert(1)//{z}{x}{y}');
      await page.press('#tiles-url', 'Enter');
      assert.equal(await page.locator('.field-error').count(), 1, 'only http and https are taken');
      await page.fill('#tiles-url', `${tiles.url}/t/{z}/{x}/{y}.png`);
      await page.press('#tiles-url', 'Enter');
      await until(page, async () => (await violet(page)) > 0.4);
      assert.ok(
        tiles.asked.length > 0 && tiles.asked.every((path) => /^\/t\/\d+\/\d+\/\d+\.png$/.test(path)),
      );
      await page.screenshot({ path: `${ARTIFACTS}/page-${language}-map-tiles.png` });

      await page.reload();
      await page.waitForSelector('[data-testid=map][data-idle=true]', { timeout: 60_000 });
      await until(page, async () => (await violet(page)) > 0.4);
      const address = await page.evaluate('localStorage.getItem("cloudbrain.settings")');
      assert.ok(String(address).includes(`${tiles.url}/t/`), 'the address is kept in the browser');
      await giveTiles(page, '');
      await until(page, async () => (await violet(page)) < 0.01);
      assert.deepEqual(
        complaints.filter((c) => !c.includes(tiles.url)),
        [],
        'nothing else is asked for outside, and the content policy lets the tiles in',
      );
      await page.context().close();
      await tiles.stop();
    },
  );

for (const language of ['en', 'ru'] as const)
  test(`tiles that fail are told once, and the map goes on (${language})`, { skip }, async () => {
    const tiles = await tileServer(false);
    const { page } = await openPage(browser(), server().url, '#/survey/s01', language);
    await giveTiles(page, `${tiles.url}/{z}/{x}/{y}.png`);
    const told = page.locator('.toast.bad');
    await told.first().waitFor({ timeout: 20_000 });
    assert.match(
      (await told.first().textContent()) ?? '',
      said(
        language,
        /127\.0\.0\.1.*do not load.*blank base/i,
        /127\.0\.0\.1.*не загружаются.*чистая основа/i,
      ),
    );
    assert.equal(await told.count(), 1);
    await page.screenshot({ path: `${ARTIFACTS}/page-${language}-map-tiles-failed.png` });
    const was = await placeAt(page, 0.5, 0.3);
    await page.mouse.move(...(await spot(page, 0.5, 0.5)));
    await page.mouse.down();
    await page.mouse.move(...(await spot(page, 0.6, 0.6)), { steps: 5 });
    await page.mouse.up();
    await page.waitForTimeout(600);
    const now = await placeAt(page, 0.5, 0.3);
    assert.ok(now[0] > was[0] && now[1] < was[1], 'the map is still dragged');
    await page.context().close();
    await tiles.stop();
  });

/** Great-circle metres between latitude-longitude pairs, by the spherical law of cosines. */
function metres(a: readonly [number, number], b: readonly [number, number]): number {
  const rad = (deg: number): number => (deg * Math.PI) / 180;
  const cos =
    Math.sin(rad(a[0])) * Math.sin(rad(b[0])) +
    Math.cos(rad(a[0])) * Math.cos(rad(b[0])) * Math.cos(rad(a[1] - b[1]));
  return Math.acos(Math.min(1, cos)) * 6_371_008.8;
}

for (const language of ['en', 'ru'] as const)
  test(
    `the measuring tool gives the distance between the places that it was given (${language})`,
    { skip },
    async () => {
      const { page, complaints } = await openPage(browser(), server().url, '#/survey/s01', language);
      // Away from outlines, which catch the pointer.
      const [a, b] = [await placeAt(page, 0.25, 0.93), await placeAt(page, 0.75, 0.95)];
      await page.click('[data-testid=tool-measure]');
      await page.mouse.click(...(await spot(page, 0.25, 0.93)));
      await page.mouse.click(...(await spot(page, 0.75, 0.95)));
      const text = (await page.locator('.draw-help strong').textContent()) ?? '';
      const [, value, unit] =
        /(?:Length|Длина) ([\d.,\s\u00a0\u202f]+?)[\s\u00a0](m|km|м|км)(?![a-zа-я])/.exec(text) ?? [];
      assert.ok(value !== undefined, `a length in "${text}"`);
      const shown_m =
        Number(said(language, value, value.replace(',', '.')).replace(/[^\d.]/g, '')) *
        (unit === said(language, 'km', 'км') ? 1000 : 1);
      const wanted_m = metres(a, b);
      assert.ok(
        Math.abs(shown_m - wanted_m) < Math.max(6, wanted_m * 0.01),
        `${shown_m} m for ${wanted_m} m`,
      );
      await pictures(page, 'map-measure', ['ru', 'en']);
      await page.keyboard.press('Escape');
      assert.equal(await page.locator('.draw-help').count(), 0);
      assert.deepEqual(complaints, []);
      await page.context().close();
    },
  );

/** Degrees of "55°45′00.0″N 37°36′00.0″E". */
function fromDms(text: string): number[] {
  return [...text.matchAll(/(\d+)°(\d+)′([\d.]+)″([NSEW])/g)].map(
    ([, d, m, s, side]) => (Number(d) + Number(m) / 60 + Number(s) / 3600) * (/[SW]/.test(side!) ? -1 : 1),
  );
}

/** UTM easting and northing, metres, north of the equator; Krüger's series in n to the third order on WGS 84. */
function utmOf(lat_deg: number, lon_deg: number, zone: number): [number, number] {
  const [a, f, rad] = [6_378_137, 1 / 298.257223563, Math.PI / 180];
  const n = f / (2 - f);
  const radius = (a / (1 + n)) * (1 + n ** 2 / 4 + n ** 4 / 64);
  const alpha = [
    n / 2 - (2 / 3) * n ** 2 + (5 / 16) * n ** 3,
    (13 / 48) * n ** 2 - (3 / 5) * n ** 3,
    (61 / 240) * n ** 3,
  ];
  const [phi, lambda] = [lat_deg * rad, (lon_deg - (zone * 6 - 183)) * rad];
  const c = (2 * Math.sqrt(n)) / (1 + n);
  const t = Math.sinh(Math.atanh(Math.sin(phi)) - c * Math.atanh(c * Math.sin(phi)));
  const [xi, eta] = [
    Math.atan2(t, Math.cos(lambda)),
    Math.asinh(Math.sin(lambda) / Math.hypot(t, Math.cos(lambda))),
  ];
  const east = alpha.reduce(
    (s, k, i) => s + k * Math.cos(2 * (i + 1) * xi) * Math.sinh(2 * (i + 1) * eta),
    eta,
  );
  const north = alpha.reduce(
    (s, k, i) => s + k * Math.sin(2 * (i + 1) * xi) * Math.cosh(2 * (i + 1) * eta),
    xi,
  );
  return [500_000 + 0.9996 * radius * east, 0.9996 * radius * north];
}

for (const language of ['en', 'ru'] as const)
  test(`one place in three forms of coordinates; the form is kept (${language})`, { skip }, async () => {
    const { page, complaints } = await openPage(browser(), server().url, '#/survey/s01', language);
    const [lat, lon] = await placeAt(page, 0.4, 0.6);
    await page.click('.cursor-readout');
    const dms = fromDms(await readout(page, 0.4, 0.6));
    assert.ok(
      Math.abs(dms[0]! - lat) < 5e-5 && Math.abs(dms[1]! - lon) < 5e-5,
      `${dms.join()} for ${lat}, ${lon}`,
    );
    await page.click('.cursor-readout');
    const text = await readout(page, 0.4, 0.6);
    const [, zone, side, east, north] = /^(\d+)([NS]) (\d+) E (\d+) N$/.exec(text) ?? [];
    assert.equal(side, 'N');
    const wanted = utmOf(lat, lon, Number(zone));
    assert.ok(
      Math.abs(Number(east) - wanted[0]) < 2 && Math.abs(Number(north) - wanted[1]) < 2,
      `${text}: ${wanted.join()}`,
    );
    await page.reload();
    await page.waitForSelector('[data-testid=map][data-idle=true]', { timeout: 60_000 });
    assert.match(await readout(page, 0.4, 0.6), / E \d+ N$/, 'the form is kept in the browser');
    assert.deepEqual(complaints, []);
    await page.context().close();
  });

for (const [language, address] of [
  ['en', '#/survey/s03'],
  ['ru', '#/traffic/demo'],
] as const)
  test(
    `a smaller window keeps in view what was in view and gives it back; arrow keys pan (${language}, ${address})`,
    { skip },
    async () => {
      const { page, complaints } = await openPage(browser(), server().url, address, language);
      type Corners = { south: number; north: number; west: number; east: number };
      const corners = async (): Promise<Corners> => {
        await page.waitForTimeout(700);
        const [sw, ne] = [await placeAt(page, 0.25, 0.85), await placeAt(page, 0.75, 0.4)];
        return { south: sw[0], west: sw[1], north: ne[0], east: ne[1] };
      };
      const was = await corners();
      for (const size of [
        { width: 1024, height: 768 },
        { width: 768, height: 1024 },
      ]) {
        await page.setViewportSize(size);
        const now = await corners();
        // The pointer stands on whole pixels.
        const slack = (was.east - was.west) / 100;
        assert.ok(
          now.south <= was.south + slack && now.north >= was.north - slack,
          `${size.width}: south to north`,
        );
        assert.ok(
          now.west <= was.west + slack && now.east >= was.east - slack,
          `${size.width}: west to east`,
        );
        assert.equal(await isTooWide(page), false);
        await page.screenshot({ path: `${ARTIFACTS}/page-${language}-map-${size.width}.png` });
      }
      await page.setViewportSize(DESK);
      const again = await corners();
      for (const side of ['south', 'north', 'west', 'east'] as const)
        assert.ok(
          Math.abs(again[side] - was[side]) < 2e-5,
          `${side} comes back: ${again[side]} for ${was[side]}`,
        );

      await page.focus('.maplibregl-canvas');
      await page.keyboard.press('ArrowRight');
      await page.waitForTimeout(900);
      assert.ok((await corners()).west > was.west, 'the right arrow goes east');
      assert.deepEqual(complaints, []);
      await page.context().close();
    },
  );

/** `count` small squares in a grid over the south-west quarter of the first area's surroundings. */
function zonesAround(count: number): unknown {
  const s = structuredClone(bundledSurveyScenario('s01')) as unknown as {
    airspace: { boundary: { coordinates: number[][][] }; no_fly_zones: unknown[] };
  };
  const ring = s.airspace.boundary.coordinates[0]!;
  const [west, south] = [Math.min(...ring.map((p) => p[0]!)), Math.min(...ring.map((p) => p[1]!))];
  const [east, north] = [Math.max(...ring.map((p) => p[0]!)), Math.max(...ring.map((p) => p[1]!))];
  const side = Math.ceil(Math.sqrt(count));
  s.airspace.no_fly_zones = Array.from({ length: count }, (_, i) => {
    const [w, h] = [(east - west) / side, (north - south) / side];
    const [x, y] = [west + w * (i % side), south + h * Math.floor(i / side)];
    const corners = [
      [x + w * 0.3, y + h * 0.3],
      [x + w * 0.6, y + h * 0.3],
      [x + w * 0.6, y + h * 0.6],
      [x + w * 0.3, y + h * 0.6],
      [x + w * 0.3, y + h * 0.3],
    ];
    return {
      id: `many-${i}`,
      name: `Many ${i}`,
      area: { type: 'Polygon', coordinates: [corners] },
      floor_amsl_m: null,
      ceiling_amsl_m: null,
      active_from_sec: null,
      active_to_sec: null,
    };
  });
  return s;
}

for (const language of ['en', 'ru'] as const)
  test(
    `2,000 zones load, stay editable, and no edit is lost over a reload (${language})`,
    { skip },
    async () => {
      const { page, complaints } = await openPage(browser(), server().url, '#/survey/s01', language);
      const chosen = page.waitForEvent('filechooser');
      await page.click('[data-testid=scenario-menu]');
      await page.click('[data-testid=scenario-menu-open]');
      await (
        await chosen
      ).setFiles({
        name: 'many.json',
        mimeType: 'application/json',
        buffer: Buffer.from(JSON.stringify(zonesAround(2000))),
      });
      await page.click('#section-tab-airspace');
      const zones = page.locator('[data-testid^=object-many-], [data-testid^=object-zone-]');
      await until(page, async () => (await zones.count()) === 2000);
      await page.waitForTimeout(1500);
      await page.screenshot({ path: `${ARTIFACTS}/page-${language}-map-2000-zones.png` });

      await page.click('[data-testid=tool-zone]');
      for (const [x, y] of [
        [0.45, 0.03],
        [0.55, 0.03],
        [0.5, 0.06],
      ] as const)
        await page.mouse.click(...(await spot(page, x, y)));
      await page.keyboard.press('Enter');
      await until(page, async () => (await zones.count()) === 2001);
      await page.click('[data-testid=undo]');
      await until(page, async () => (await zones.count()) === 2000);
      await page.click('[data-testid=redo]');
      await until(page, async () => (await zones.count()) === 2001);

      await page.waitForTimeout(1000);
      await page.reload();
      await page.waitForSelector('[data-testid=map][data-idle=true]', { timeout: 60_000 });
      await page.click('#section-tab-airspace');
      await until(page, async () => (await zones.count()) === 2001);
      await page.click('[data-testid=undo]');
      await until(page, async () => (await zones.count()) === 2000);
      assert.deepEqual(complaints, []);
      await page.context().close();
    },
  );

for (const language of ['en', 'ru'] as const)
  test(`the time slider moves the aircraft on the map (${language})`, { skip }, async () => {
    const { page, complaints } = await openPage(browser(), server().url, '#/survey/s01', language);
    await page.click('#section-tab-conditions');
    await page.fill('[data-testid=iterations]', '100');
    await page.press('[data-testid=iterations]', 'Enter');
    await page.click('[data-testid=compute]');
    await page.waitForSelector('[data-testid=play]', { timeout: 60_000 });
    await page.waitForTimeout(1500);
    const moment = async (share: number): Promise<{ picture: string; air: string }> => {
      const most = Number(await page.getAttribute('[data-testid=moment]', 'max'));
      await page.fill('[data-testid=moment]', String(Math.round(most * share)));
      await page.waitForTimeout(1200);
      const picture = (await page.locator('[data-testid=map]').screenshot()).toString('base64');
      return { picture, air: (await page.locator('.in-the-air').textContent()) ?? '' };
    };
    const [early, later, back] = [await moment(0.3), await moment(0.6), await moment(0.3)];
    assert.notEqual(early.air, later.air, 'what is said of the aircraft changes');
    assert.notEqual(early.picture, later.picture, 'the aircraft is elsewhere on the map');
    assert.equal(back.picture, early.picture, 'and nothing but the moment has moved it');
    await pictures(page, 'map-moment', ['ru', 'en']);
    assert.deepEqual(complaints, []);
    await page.context().close();
  });
