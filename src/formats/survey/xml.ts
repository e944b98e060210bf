import { XMLParser, XMLValidator } from 'fast-xml-parser';

/** An element: its local name, text and children in order. */
export type XmlNode = { readonly name: string; readonly text: string; readonly children: readonly XmlNode[] };

/** Reads XML into plain nodes, prefixes dropped; null with a reason where it is not well formed. Entities are not expanded. */
export function parseXml(
  text: string,
): { readonly root: XmlNode } | { readonly fault: string; readonly line: number } {
  if (/<!ENTITY/i.test(text)) return { fault: 'the document defines entities of its own', line: 1 };
  const valid = XMLValidator.validate(text);
  if (valid !== true) return { fault: valid.err.msg, line: valid.err.line };
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: true,
    removeNSPrefix: true,
    parseTagValue: false,
    trimValues: true,
    processEntities: true,
  });
  const nodes = parser.parse(text) as Record<string, unknown>[];
  const root = nodes.map(nodeOf).find((n) => n !== null && !n.name.startsWith('?'));
  return root === undefined || root === null ? { fault: 'there is no element', line: 1 } : { root };
}

function nodeOf(raw: Record<string, unknown>): XmlNode | null {
  const name = Object.keys(raw).find((k) => k !== ':@' && k !== '#text');
  if (name === undefined) return null;
  const inner = raw[name] as Record<string, unknown>[];
  const text = inner.map((x) => (typeof x['#text'] === 'string' ? x['#text'] : '')).join('');
  return { name, text, children: inner.map(nodeOf).filter((x) => x !== null) };
}

/** First child of a name. */
export const child = (node: XmlNode, name: string): XmlNode | undefined =>
  node.children.find((c) => c.name === name);

/** All descendants of a name, in document order. */
export function descendants(node: XmlNode, name: string): XmlNode[] {
  return node.children.flatMap((c) => [...(c.name === name ? [c] : []), ...descendants(c, name)]);
}

/** Text made safe for XML content and attributes. */
export function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;');
}
