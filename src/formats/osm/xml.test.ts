import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { XMLParser } from 'fast-xml-parser';
import fc from 'fast-check';
import { readOsmXml } from './osm-xml.ts';
import { XmlProblem, scanXml } from '../xml-scan.ts';

const TEMPE = new URL('../../../../shared/data/real/osm/tempe_az.osm', import.meta.url);
const skip = existsSync(TEMPE) ? false : 'the shared folder of real map data is not here';

function events(text: string): string[] {
  const out: string[] = [];
  scanXml(text, {
    open: (name, a) => out.push(`<${name} ${JSON.stringify(a)}`),
    close: (name) => out.push(`>${name}`),
  });
  return out;
}

test('a real file has the same objects and tags as another parser finds', { skip }, () => {
  const bytes = new Uint8Array(readFileSync(TEMPE));
  const ours = readOsmXml(bytes);
  assert.ok(ours.ok);
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    isArray: (name) => ['tag', 'nd'].includes(name),
  });
  type Element = {
    id: string;
    lat: string;
    lon: string;
    tag?: { k: string; v: string }[];
    nd?: { ref: string }[];
  };
  const theirs = (
    parser.parse(new TextDecoder().decode(bytes)) as { osm: { node: Element[]; way: Element[] } }
  ).osm;
  assert.equal(ours.value.points.size, theirs.node.length);
  for (const n of theirs.node)
    assert.deepEqual(ours.value.points.get(Number(n.id)), [Number(n.lon), Number(n.lat)]);
  assert.equal(ours.value.ways.length, theirs.way.length);
  theirs.way.forEach((w, i) => {
    const way = ours.value.ways[i]!;
    assert.deepEqual(
      way.refs,
      (w.nd ?? []).map((nd) => Number(nd.ref)),
    );
    assert.deepEqual(way.tags, Object.fromEntries((w.tag ?? []).map((t) => [t.k, t.v])));
  });
  assert.match(ours.value.snapshot ?? '', /^20\d\d-\d\d-\d\d$/);
});

test('elements, attributes, references, comments and sections', () => {
  assert.deepEqual(
    events(`<?xml version="1.0"?><!-- <x> --><a b="1 &amp; &#x41;&#66;" c='"'><d/>text<![CDATA[<e>]]></a>\n`),
    ['<a {"b":"1 & AB","c":"\\""}', '<d {}', '>d', '>a'],
  );
});

test('broken documents are refused', () => {
  for (const bad of [
    '',
    'text',
    '<a>',
    '<a></b>',
    '<a/><b/>',
    '<a b=1/>',
    '<a b="1" b="2"/>',
    '<a b="&nope;"/>',
    '<a b="&"/>',
    '<a b="&#0;"/>',
    '<a b="<"/>',
    '<a',
    '<a b="1',
    '<a/>x',
    '</a>',
    '<!DOCTYPE a><a/>',
    '<a><!-- </a>',
    `${'<a>'.repeat(40)}${'</a>'.repeat(40)}`,
  ]) {
    assert.throws(() => events(bad), XmlProblem, bad);
  }
});

test('any text is read or refused, never more', () => {
  const parts = fc.constantFrom(
    '<osm>',
    '</osm>',
    '<node id="1" lat="1" lon="2"',
    '/>',
    '>',
    '<',
    '&amp;',
    '"',
    "'",
    'x=',
    '<!--',
    '-->',
    ' ',
    '<tag k="a" v="b"/>',
  );
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 14 }), (list) => {
      const r = readOsmXml(new TextEncoder().encode(list.join('')));
      assert.ok(r.ok || r.error.message.length > 10);
    }),
    { seed: 7, numRuns: 2000 },
  );
});
