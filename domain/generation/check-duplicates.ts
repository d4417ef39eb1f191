import { database } from '#domain/platform/database.ts';
import { problem, type AnswerProblem } from './answer-problem.ts';
import { plainProse, tokensOf } from './plain-prose.ts';

/** Words in a row that are compared. Lessons of one course share hardly any; those of one author's habits up to a quarter. */
const SHINGLE = 5;
/** The same in scripts that write two signs for a word. */
const SHINGLE_SIGNS = 10;
const HASHES = 64;
/** Estimated share of common shingles from which two lessons are the same lesson told twice. */
const SAME_FROM = 0.55;
/** A course has at most 80 lessons. */
const MOST_LESSONS = 80;

/** One odd multiplier and one offset for each hash. */
const MIX = Array.from({ length: HASHES }, (_, i) => [Math.imul(i + 1, 0x9e3779b1) | 1, Math.imul(i + 7, 0x85ebca6b)] as const);

function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  value ^= value >>> 15;
  return Math.imul(value, 0x2c1b3c6d) >>> 0;
}

/**
 * What is kept of a text to compare it with others: 64 numbers (MinHash) whose share of equal ones estimates the share of common runs of
 * five words. Texts of any length compare in the same short time, and no text has to be read again.
 */
export function sketchOf(markdown: string): number[] {
  const tokens = tokensOf(plainProse(markdown));
  const lowest = Array.from({ length: HASHES }, () => 0xffffffff);
  const run = tokens.filter((token) => token.length === 1).length * 2 > tokens.length ? SHINGLE_SIGNS : SHINGLE;
  for (let at = 0; at < Math.max(1, tokens.length - run + 1); at++) {
    const value = hash(tokens.slice(at, at + run).join(' '));
    for (let i = 0; i < HASHES; i++) {
      const [factor, offset] = MIX[i]!;
      let mixed = Math.imul(value ^ offset, factor);
      mixed = (mixed ^ (mixed >>> 16)) >>> 0;
      if (mixed < lowest[i]!) lowest[i] = mixed;
    }
  }
  return lowest;
}

/** Estimated share of common shingles, 0 to 1. */
export const similarity = (a: readonly number[], b: readonly number[]): number => a.filter((value, i) => value === b[i]).length / HASHES;

/** Whether a lesson's text is that of another lesson of its run, whole or nearly. One query. */
export async function checkDuplicates(step: { runId: string; stepId: string }, sketch: readonly number[]): Promise<AnswerProblem[]> {
  const rows: { sketch: number[] | null }[] = await database()('step')
    .where({ run_id: step.runId, job: 'write-lesson', state: 'completed' })
    .whereNot({ id: step.stepId })
    .limit(MOST_LESSONS)
    .select(database().raw(`output->'sketch' as sketch`));
  const isTwin = rows.some((row) => row.sketch && similarity(sketch, row.sketch) >= SAME_FROM);
  return isTwin
    ? [problem('the text is nearly that of another lesson of this course: teach this lesson’s own title, summary and objectives')]
    : [];
}
