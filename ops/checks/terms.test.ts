import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Catalogues whose messages are the English sentences of the interface and of mails. */
const CATALOGUES = ['frontend/src/lib/texts/es.po', 'domain/mail/texts/es.po'];

/** Words of docs/writing.md that have slipped back before: the wrong word, and the right one. */
const TERMS: readonly (readonly [wrong: RegExp, instead: string])[] = [
  [
    /\bend(?:s|ed)? (?:this|the|my|an|a|all|your|their) [^.]{0,40}\bkeys?\b|\bkeys?\b[^.]*\b(?:end|ends|ended)\b(?! in\b)/i,
    'an API key is revoked; it expires when its time is over',
  ],
];

const sentencesOf = (file: string): string[] =>
  [...readFileSync(path.join(ROOT, file), 'utf8').matchAll(/^msgid ((?:".*"\n)+)/gm)].map(([, lines]) =>
    lines!.replaceAll(/^"|"\n?$/gm, '').replaceAll('\n', ''),
  );

it.each(CATALOGUES)('texts of %s have one word for a thing (docs/writing.md)', (file) => {
  const sentences = sentencesOf(file);
  expect(sentences.length).toBeGreaterThan(50);
  for (const [wrong, instead] of TERMS)
    for (const sentence of sentences) expect.soft(wrong.test(sentence), `“${sentence}”: ${instead} (docs/writing.md)`).toBe(false);
});
