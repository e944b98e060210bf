import { parseStrictJson } from '#base';

const OPEN = /<(?:think|thinking|reasoning)>/gi;
const CLOSE = /<\/(?:think|thinking|reasoning)>/gi;

/**
 * Removes reasoning that a server left in the text: `<think>...</think>`, also without the opening tag (some templates emit
 * only the closing one) or without the closing tag (cut off: nothing after it is an answer).
 */
export function stripReasoning(text: string): string {
  const closes = [...text.matchAll(CLOSE)];
  const last = closes.at(-1);
  const rest = last === undefined ? text : text.slice(last.index + last[0].length);
  OPEN.lastIndex = 0;
  const open = OPEN.exec(rest);
  OPEN.lastIndex = 0;
  return open === null ? rest : rest.slice(0, open.index);
}

const FENCE = /```[A-Za-z0-9_-]*[ \t]*\r?\n([\s\S]*?)```/g;

/**
 * The JSON object in a reply: the whole text, else the last fenced block that holds one, else the first balanced object.
 * Nothing inside is changed: a wrong number or a doubled key stays for the checker to see. Without any object, the text itself.
 */
export function jsonIn(raw: string): string {
  const whole = raw.trim();
  if (parseStrictJson(whole).ok) return whole;
  const text = stripReasoning(raw).trim();
  if (text.startsWith('{') && text.endsWith('}')) return text;
  const fenced = [...text.matchAll(FENCE)].map((m) => m[1]!.trim()).filter((b) => b.startsWith('{'));
  if (fenced.length > 0) return fenced.at(-1)!;
  return balancedObject(text) ?? text;
}

/** From the first brace to the one that closes it, strings respected; null where none closes. */
function balancedObject(text: string): string | null {
  const start = text.indexOf('{');
  if (start === -1) return null;
  let depth = 0;
  let inString = false;
  for (let i = start; i < text.length; i++) {
    const c = text[i];
    if (inString) {
      if (c === '\\') i++;
      else if (c === '"') inString = false;
    } else if (c === '"') inString = true;
    else if (c === '{') depth++;
    else if (c === '}' && --depth === 0) return text.slice(start, i + 1);
  }
  return null;
}
