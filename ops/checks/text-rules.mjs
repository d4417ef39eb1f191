import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Catalogues whose ids are the English sentences of the interface, of mails, and of the pages that lead to the terms. */
const CATALOGUES = ['frontend/src/lib/texts/es.po', 'domain/mail/texts/es.po'];

/**
 * What a text must not say, and what it says instead (docs/writing.md). Each has slipped back before.
 * @type {readonly (readonly [wrong: RegExp, instead: string])[]}
 */
const RULES = [
  [
    /\bend(?:s|ed)? (?:this|the|my|an|a|all|your|their) [^.]{0,40}\bkeys?\b|\bkeys?\b[^.]*\b(?:end|ends|ended)\b(?! in\b)/i,
    'an API key is revoked; it expires when its time is over',
  ],
  [
    /^(?:it|this|that|these|those|they) could(?: not|n[’']t) /i,
    'name what could not be done, such as “The reply could not be saved.”, and what the reader can do where that helps',
  ],
];

/**
 * The English texts of a catalogue.
 * @param {string} catalogue the content of a PO file whose ids are English
 * @returns {string[]}
 */
export const textsIn = (catalogue) =>
  [...catalogue.matchAll(/^msgid ((?:".*"\n)+)/gm)]
    .map(([, lines = '']) => lines.replaceAll(/^"|"\n?$/gm, '').replaceAll('\n', ''))
    .filter((text) => text !== '');

/**
 * What is wrong with an English text.
 * @param {string} text
 * @returns {string[]} a line for each rule that the text breaks
 */
export const judgeText = (text) =>
  RULES.flatMap(([wrong, instead]) => (wrong.test(text) ? [`“${text}”: ${instead} (docs/writing.md)`] : []));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = path.resolve(import.meta.dirname, '../..');
  const texts = CATALOGUES.flatMap((name) => textsIn(readFileSync(path.join(root, name), 'utf8')));
  const problems = texts.flatMap(judgeText);
  for (const line of problems) console.log(line);
  console.log(`${texts.length} texts, ${problems.length} problems`);
  process.exitCode = problems.length > 0 || texts.length === 0 ? 1 : 0;
}
