import { readFileSync } from 'node:fs';

/** The value that most answers of the collection mean exactly. */
export const BEES = { title: 'Bees', minutes: 20, points: ['They dance', 'They count'] };

export interface Malformed {
  readonly mark: 'repairable' | 'truncated' | 'hopeless';
  readonly name: string;
  readonly text: string;
  /** The document that a repairable answer means. */
  readonly expected: unknown;
}

/** Returns the answers of `malformed-answers.txt`, which documents its format. */
export function malformedAnswers(): Malformed[] {
  const file = readFileSync(new URL('malformed-answers.txt', import.meta.url), 'utf8');
  return file
    .split(/^=== /m)
    .slice(1)
    .map((entry) => {
      const [, mark = '', name = '', rest = ''] = /^(\w+): ([^\n]*)\n([\s\S]*)$/.exec(entry) ?? [];
      const [body = '', expected] = rest.split(/^--- /m);
      const text = body.replace(/\n$/, '').replaceAll('␀', '\ufeff').replaceAll('⇥', '\t').replaceAll('␈', '\u0000');
      return { mark: mark as Malformed['mark'], name, text, expected: expected ? JSON.parse(expected) : BEES };
    });
}
