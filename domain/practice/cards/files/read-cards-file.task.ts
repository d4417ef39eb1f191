// Reads a file of flash cards, in a restricted process that `import-cards.command.ts` starts: a package is an untrusted database.
import * as z from 'zod/mini';
import { TEXT_ENCODINGS } from '#contract/platform/text-encodings.ts';
import { CARD_COLUMNS, type CardsReading } from '#contract/practice/cards.contract.ts';
import { decodeText } from '#domain/platform/encodings/decode-text.ts';
import { linesOf } from '#domain/platform/restricted/answer-lines.ts';
import type { RestrictedWork } from '#domain/platform/restricted/restricted-process.ts';
import type { FiledCard } from './anki-package.ts';
import type { FoundCards } from './found-cards.ts';
import { readCollection } from './read-collection.ts';
import { readTable } from './read-table.ts';

/** How to read a file of cards. */
const askedSchema = z.object({
  /** The deck for cards whose file names none. */
  deck: z.string(),
  languages: z.array(z.string()),
  encoding: z.optional(z.enum(TEXT_ENCODINGS)),
  columns: z.optional(z.array(z.nullable(z.enum(CARD_COLUMNS)))),
  hasHead: z.optional(z.boolean()),
});
export type CardsAsked = z.infer<typeof askedSchema>;

/** Returns the cards of an Anki package, or of a table as text, as lines. */
export const work: RestrictedWork = (value, bytes) => {
  const { deck, encoding, languages, ...chosen } = z.parse(askedSchema, value);
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  if (isZip) return answerOf(readCollection(bytes, deck), null);
  const decoded = decodeText(bytes, { encoding, languages });
  if (isMoodleQuiz(decoded.text)) throw Object.assign(new Error('a Moodle quiz'), { code: 'cards.moodle_quiz' });
  const { found, columns, isKnown, hasHead } = readTable(decoded.text, deck, chosen);
  return answerOf(found, {
    encoding: decoded.encoding,
    is_sure: decoded.isSure,
    cards: shownOf([...found.cards.values()]),
    found: found.cards.size,
    columns,
    has_known_columns: isKnown,
    has_head: hasHead,
  });
};

const answerOf = ({ cards, leftOut, media }: FoundCards, reading: CardsReading | null) => ({
  value: { leftOut, media, reading },
  bytes: Buffer.concat([...linesOf(cards.values())]),
});

const [CARDS_SHOWN, SIDE_LENGTH] = [3, 120];
/** Returns three decoded cards as a sample, preferring those with letters that a wrong encoding would spoil. */
function shownOf(cards: readonly FiledCard[]): CardsReading['cards'] {
  const isSpecial = ({ front, back }: FiledCard) => /\P{ASCII}/u.test(front + back);
  return [...cards.filter(isSpecial).slice(0, CARDS_SHOWN), ...cards.filter((card) => !isSpecial(card)).slice(0, CARDS_SHOWN)]
    .slice(0, CARDS_SHOWN)
    .map(({ front, back }) => ({ front: front.slice(0, SIDE_LENGTH), back: back.slice(0, SIDE_LENGTH) }));
}

/** Number of bytes from a file's beginning by which its format is recognised. */
const BEGINNING = 50_000;
/** The beginning of an answer in GIFT: right and wrong ones, numbers, true and false. */
const ANSWERS = /^\s{0,200}(?:[=~#]|(?:T|F|TRUE|FALSE)\s{0,20}[}#])/;

/** Tells whether a text is a Moodle quiz, in its XML, GIFT or Aiken: read as a table, its answers would make no sense. */
export function isMoodleQuiz(text: string): boolean {
  const beginning = text
    .slice(0, BEGINNING)
    .replace(/^\ufeff/, '')
    .trimStart();
  if (beginning.startsWith('<')) return /<quiz[\s>]/.test(beginning) || /<question\s/.test(beginning);
  const lines = beginning.split('\n').map((line) => line.trim());
  // Aiken: options with letters, then the right one
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
