import { err, ok, type Result } from '#base';
import type { SpecError } from './spec.ts';

/** A word, number, sign or the end of a text, with its place (counted from 1). */
export type Token = {
  readonly type: 'word' | 'number' | 'sign' | 'end';
  readonly text: string;
  readonly line: number;
  readonly column: number;
};

const SPACE = /(?:\s+|\/\*[\s\S]*?\*\/|\/\/[^\n]*)/y;
const WORD = /[A-Za-z_$][A-Za-z_$0-9./]*/y;
const NUMBER =
  /0[xX][0-9a-fA-F](?:[0-9a-fA-F_]*[0-9a-fA-F])?|0[bB][01](?:[01_]*[01])?|(?:\d(?:[\d_]*\d)?\.(?:\d(?:[\d_]*\d)?)?(?:[eE][+-]?\d+)?|\.\d(?:[\d_]*\d)?(?:[eE][+-]?\d+)?|\d(?:[\d_]*\d)?(?:[eE][+-]?\d+)?)/y;
const SIGN = /<->|!==|!=|->|==|>=|<=|[-+*/()[\]{};:,@!|&<>=]/y;

/** Signs that belong to other languages, with what to write here. */
const FOREIGN: readonly (readonly [string, string])[] = [
  ['&&', 'and'],
  ['||', 'or'],
  ['=>', '->'],
  ['<=>', '<->'],
  ['[]', 'always'],
  ['<>', 'eventually'],
  ['^', 'xor'],
  ['~', 'not'],
];

/** Splits a specification text of the rtamt dialect; comments are `//` and `/ * * /`. */
export function tokenize(text: string): Result<Token[], SpecError> {
  const tokens: Token[] = [];
  let at = 0;
  let line = 1;
  let lineStart = 0;
  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0] ?? null;
  };
  while (at < text.length) {
    const space = take(SPACE);
    if (space !== null) {
      for (let i = 0; i < space.length; i++) {
        if (space[i] === '\n') {
          line++;
          lineStart = at + i + 1;
        }
      }
      at += space.length;
      continue;
    }
    const column = at - lineStart + 1;
    const foreign = FOREIGN.find(([sign]) => text.startsWith(sign, at));
    const word = take(WORD);
    const number = word === null ? take(NUMBER) : null;
    const sign = word === null && number === null ? take(SIGN) : null;
    const found = word ?? number ?? sign;
    if (found === null || foreign !== undefined) {
      return err(strange(text[at]!, foreign, line, column));
    }
    tokens.push({
      type: word !== null ? 'word' : number !== null ? 'number' : 'sign',
      text: found,
      line,
      column,
    });
    at += found.length;
  }
  tokens.push({ type: 'end', text: '', line, column: at - lineStart + 1 });
  return ok(tokens);
}

function strange(
  character: string,
  foreign: readonly [string, string] | undefined,
  line: number,
  column: number,
): SpecError {
  const written = foreign?.[0] ?? character;
  return {
    type: 'syntax',
    message: `'${written}' is not part of the rtamt language`,
    line,
    column,
    expected: foreign === undefined ? [] : [foreign[1]],
    mend: foreign === undefined ? `Remove '${written}'.` : `Write '${foreign[1]}' instead of '${written}'.`,
  };
}

/** The value of a number token: decimal with underscores, hexadecimal, binary, real with exponent. */
export function numberValue(text: string): number {
  return Number(text.replaceAll('_', ''));
}
