/** Attributes of a start tag, references decoded. */
export type Attributes = Readonly<Record<string, string>>;

/** What a broken document says, with its offset in the text. */
export class XmlProblem extends Error {
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

/** What the scanner tells about elements; text between them is passed over. */
export type XmlVisitor = {
  readonly open: (name: string, attributes: Attributes, depth: number, at: number) => void;
  readonly close: (name: string, depth: number) => void;
};

const NAME = /[A-Za-z_][\w:.-]*/y;
const ATTRIBUTE = /\s+([A-Za-z_][\w:.-]*)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
/** The formats read here nest three or four deep. */
const DEEPEST = 32;

/**
 * Walks an XML document whose content is in elements and attributes, such as OpenStreetMap or SUMO, in one pass. It checks
 * that tags nest and close, that there is one root, and that attributes are quoted and unique. It reads no DOCTYPE and
 * expands no entity beyond XML's five and character references.
 */
export function scanXml(text: string, visitor: XmlVisitor): void {
  const stack: string[] = [];
  let roots = 0;
  let at = 0;
  for (;;) {
    const start = text.indexOf('<', at);
    if (start < 0) break;
    if (stack.length === 0 && text.slice(at, start).trim() !== '') {
      throw new XmlProblem('text stands outside the root element', at);
    }
    if (text.startsWith('<!--', start)) at = after(text, '-->', start);
    else if (text.startsWith('<?', start)) at = after(text, '?>', start);
    else if (text.startsWith('<![CDATA[', start)) at = after(text, ']]>', start);
    else if (text.startsWith('<!', start))
      throw new XmlProblem('a DOCTYPE or declaration is not read here', start);
    else if (text.startsWith('</', start)) at = closeTag(text, start, stack, visitor);
    else {
      if (stack.length === 0 && ++roots > 1) throw new XmlProblem('a second root element begins', start);
      at = openTag(text, start, stack, visitor);
    }
  }
  if (stack.length > 0) throw new XmlProblem(`the element ${stack.at(-1)} is not closed`, text.length);
  if (roots === 0) throw new XmlProblem('there is no element', 0);
  if (text.slice(at).trim() !== '') throw new XmlProblem('text stands after the root element', at);
}

function after(text: string, end: string, start: number): number {
  const at = text.indexOf(end, start);
  if (at < 0) throw new XmlProblem(`a section is not closed with ${end}`, text.length);
  return at + end.length;
}

function nameAt(text: string, at: number): string {
  NAME.lastIndex = at;
  const m = NAME.exec(text);
  if (m === null)
    throw new XmlProblem(at >= text.length ? 'the text ends in a tag' : 'a tag has no name', at);
  return m[0];
}

function closeTag(text: string, start: number, stack: string[], visitor: XmlVisitor): number {
  const name = nameAt(text, start + 2);
  const end = text.indexOf('>', start);
  if (end < 0) throw new XmlProblem('the text ends in a tag', text.length);
  if (text.slice(start + 2 + name.length, end).trim() !== '')
    throw new XmlProblem('an end tag holds more than its name', start);
  if (stack.at(-1) !== name) throw new XmlProblem(`</${name}> closes what is not open`, start);
  stack.pop();
  visitor.close(name, stack.length);
  return end + 1;
}

function openTag(text: string, start: number, stack: string[], visitor: XmlVisitor): number {
  const name = nameAt(text, start + 1);
  const attributes: Record<string, string> = {};
  let at = start + 1 + name.length;
  for (;;) {
    ATTRIBUTE.lastIndex = at;
    const m = ATTRIBUTE.exec(text);
    if (m === null) break;
    const key = m[1]!;
    if (Object.hasOwn(attributes, key)) throw new XmlProblem(`the attribute ${key} stands twice`, at);
    if (key !== '__proto__') attributes[key] = decoded(m[2] ?? m[3]!, at);
    at += m[0].length;
  }
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at++;
  const empty = text.startsWith('/>', at);
  if (!empty && text[at] !== '>') {
    throw new XmlProblem(at >= text.length ? 'the text ends in a tag' : `the tag ${name} is broken`, at);
  }
  if (stack.length >= DEEPEST) throw new XmlProblem(`elements nest deeper than ${DEEPEST}`, start);
  visitor.open(name, attributes, stack.length, start);
  if (empty) {
    visitor.close(name, stack.length);
    return at + 2;
  }
  stack.push(name);
  return at + 1;
}

function decoded(raw: string, at: number): string {
  if (!raw.includes('&')) return raw;
  return raw.replace(
    /&(#x[0-9a-fA-F]{1,6}|#\d{1,7}|\w+)?(;?)/g,
    (_all, reference: string | undefined, end: string) => {
      if (reference === undefined || end === '') throw new XmlProblem('an & begins no reference', at);
      if (!reference.startsWith('#')) {
        const known = Object.hasOwn(NAMED, reference) ? NAMED[reference] : undefined;
        if (known === undefined) throw new XmlProblem(`the entity &${reference}; is not known`, at);
        return known;
      }
      const code = reference[1] === 'x' ? parseInt(reference.slice(2), 16) : Number(reference.slice(1));
      if (!(code > 0 && code <= 0x10ffff) || (code >= 0xd800 && code <= 0xdfff)) {
        throw new XmlProblem(`the character reference &${reference}; is no character`, at);
      }
      return String.fromCodePoint(code);
    },
  );
}
