// Reads a file of flash cards, in a restricted process that `import-cards.command.ts` starts: a package is a stranger's database.
import { linesOf } from '#domain/platform/restricted/answer-lines.ts';
import type { RestrictedWork } from '#domain/platform/restricted/restricted-process.ts';
import type { FoundCards } from './found-cards.ts';
import { readCollection } from './read-collection.ts';
import { decodeTable } from '#domain/platform/prose/table-text.ts';
import { readTable } from './read-table.ts';

/** Answers the cards of an Anki package, or of a table as text, as lines. @param value the deck of cards whose file names none */
export const work: RestrictedWork = (value, bytes) => {
  const fallback = String(value);
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const { cards, leftOut, media } = isZip ? readCollection(bytes, fallback) : readText(decodeTable(bytes), fallback);
  return { value: { leftOut, media }, bytes: Buffer.concat([...linesOf(cards.values())]) };
};

function readText(text: string, fallback: string): FoundCards {
  if (isMoodleQuiz(text)) throw Object.assign(new Error('a Moodle quiz'), { code: 'cards.moodle_quiz' });
  return readTable(text, fallback);
}

/** What is looked at: a file's beginning tells what it is. */
const BEGINNING = 50_000;
/** Where an answer of GIFT begins: right and wrong ones, numbers, true and false. */
const ANSWERS = /^\s{0,200}(?:[=~#]|(?:T|F|TRUE|FALSE)\s{0,20}[}#])/;

/** Tells whether a text is a quiz of Moodle, in its XML, GIFT or Aiken: as a table its answers would become nonsense. */
export function isMoodleQuiz(text: string): boolean {
  const beginning = text
    .slice(0, BEGINNING)
    .replace(/^\ufeff/, '')
    .trimStart();
  if (beginning.startsWith('<')) return /<quiz[\s>]/.test(beginning) || /<question\s/.test(beginning);
  const lines = beginning.split('\n').map((line) => line.trim());
  // Aiken: options with letters, and which one is right
  if (lines.some((line, at) => /^ANSWER:\s{0,5}[A-Z]$/.test(line) && /^[A-Z][.)]/.test(lines[at - 1] ?? ''))) return true;
  const answers = beginning
    .replaceAll(/\\[{}~=#:]/g, '')
    .split('{')
    .slice(1)
    .filter((part) => ANSWERS.test(part)).length;
  const isTitled = lines.some((line) => /^::[^:]{1,300}::/.test(line) || line.startsWith('$CATEGORY:'));
  if (isTitled) return answers > 0;
  // without titles: as many answers as paragraphs
  const paragraphs = beginning.split(/\n[ \t]{0,9}\n/).filter((one) => one.trim() !== '' && !one.trimStart().startsWith('//')).length;
  return answers > 0 && answers * 2 >= paragraphs;
}
