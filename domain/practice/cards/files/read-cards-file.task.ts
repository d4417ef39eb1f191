// Reads a file of flash cards, in a restricted process that `read-cards-file.ts` starts: a package is a stranger's database.
import { linesOf } from '#domain/platform/restricted/answer-lines.ts';
import type { RestrictedWork } from '#domain/platform/restricted/restricted-process.ts';
import type { FoundCards } from './found-cards.ts';
import { readCollection } from './read-collection.ts';
import { decodeTable, readTable } from './read-table.ts';
import { isMoodleQuiz } from './moodle-quiz.ts';

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
