import type { Knex } from 'knex';
import type { Service } from '#contract/platform/status.contract.ts';
import { VendorFailure } from '#domain/vendors/llm/vendor-failure.ts';
import { database } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { batchCalls } from '#domain/platform/batch-calls.ts';
import { problem, type AnswerProblem } from '#domain/generation/answers/answer-problem.ts';
import type { LessonNote } from '#domain/courses/content/course-content.queries.ts';
import { plainProse, tokensOf } from '#domain/platform/prose/plain-prose.ts';

/** Words per shingle. Lessons of one course share hardly any shingles; lessons with an author's habits up to a quarter. */
const SHINGLE = 5;
/** The same in characters, for scripts where about two characters make a word. */
const SHINGLE_SIGNS = 10;
const HASHES = 64;
/** Estimated share of common shingles from which two lessons count as duplicates. */
export const SAME_FROM = 0.55;
/** Maximum number of lessons in a course. */
const MOST_LESSONS = 80;

/** An odd multiplier and an offset per hash. */
const FACTORS = Int32Array.from({ length: HASHES }, (_, i) => Math.imul(i + 1, 0x9e3779b1) | 1);
const OFFSETS = Int32Array.from({ length: HASHES }, (_, i) => Math.imul(i + 7, 0x85ebca6b));

function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  value ^= value >>> 15;
  return Math.imul(value, 0x2c1b3c6d) >>> 0;
}

/**
 * Returns a text's MinHash sketch: 64 numbers whose share of equal ones estimates the share of common five-word runs. Texts of any length
 * compare in constant time, and no text has to be read again.
 */
export function minHashSketch(markdown: string): number[] {
  const tokens = tokensOf(plainProse(markdown));
  const lowest = new Uint32Array(HASHES).fill(0xffffffff);
  const run = tokens.filter((token) => token.length === 1).length * 2 > tokens.length ? SHINGLE_SIGNS : SHINGLE;
  for (let at = 0; at < Math.max(1, tokens.length - run + 1); at++) {
    const value = hash(tokens.slice(at, at + run).join(' '));
    for (let i = 0; i < HASHES; i++) {
      const mixed = Math.imul(value ^ OFFSETS[i]!, FACTORS[i]!);
      const spread = (mixed ^ (mixed >>> 16)) >>> 0;
      if (spread < lowest[i]!) lowest[i] = spread;
    }
  }
  return [...lowest];
}

/** Sketches of live lessons, newest last: each lesson of a rewritten course is compared with the same others. */
const knownSketches = new Map<string, number[]>();
const MOST_KNOWN = 500;

function sketchOfLive(text: string): number[] {
  const sketch = knownSketches.get(text) ?? minHashSketch(text);
  knownSketches.delete(text);
  knownSketches.set(text, sketch);
  if (knownSketches.size > MOST_KNOWN) knownSketches.delete(knownSketches.keys().next().value!);
  return sketch;
}

/** Returns the share of a text's shingles that are not repetitions, 0 to 1; nearly 0 for a model stuck in a loop. */
export function shareOfNew(markdown: string): number {
  const tokens = tokensOf(plainProse(markdown));
  const shingles = Array.from({ length: Math.max(0, tokens.length - SHINGLE + 1) }, (_, at) => tokens.slice(at, at + SHINGLE).join(' '));
  return shingles.length === 0 ? 1 : new Set(shingles).size / shingles.length;
}

/** Estimates the share of common shingles, 0 to 1. */
export const similarity = (a: readonly number[], b: readonly number[]): number => a.filter((value, i) => value === b[i]).length / HASHES;

type Step = { readonly runId: string; readonly itemId: string | null };
/** `isNobodys`: the text was sent for two lessons, so it belongs to neither. */
type Sketched = { readonly lesson_id: string; readonly sketch: number[]; readonly isNobodys: boolean };

/** Reads every lesson of a run in its current form (corrected if it was); one query for all steps that end together. */
const writtenLessons = batchCalls<Step, readonly Sketched[]>(
  ({ runId }) => runId,
  async (steps) => {
    const sketched = await sketchesOf(database(), steps[0]!.runId);
    return steps.map(() => sketched);
  },
);

const sketchesOf = (store: Knex, runId: string): Promise<Sketched[]> =>
  rowsOf<Sketched>(
    store,
    sql`(select distinct on (item_id) item_id as lesson_id, output->'sketch' as sketch, false as "isNobodys" from step
          where run_id = ${runId} and job in ('write-lesson', 'correct-lesson') and state = 'completed' and output->'sketch' is not null
          order by item_id, job = 'correct-lesson' desc limit ${MOST_LESSONS})
        union all
        select item_id, jsonb_array_elements(payload->'nobodys'), true from step
         where run_id = ${runId} and job = 'write-lesson' and jsonb_typeof(payload->'nobodys') = 'array'`,
  );

export const TWIN = 'the text is nearly that of another lesson of this course: teach this lesson’s own title, summary and objectives';

/** The lesson of the run that has nearly the same text. `lessonId`: the stored lesson; null if none is stored with it. */
export interface Twin {
  readonly lessonId: string | null;
}

function twinAmong(sketched: readonly Sketched[], { itemId }: Step, sketch: readonly number[]): Twin | null {
  const others = sketched.filter((other) => other.isNobodys || other.lesson_id !== itemId);
  const twins = others.filter((other) => similarity(sketch, other.sketch) >= SAME_FROM);
  return twins.length === 0 ? null : { lessonId: twins.find(({ isNobodys }) => !isNobodys)?.lesson_id ?? null };
}

/**
 * Returns the failure for a text that a service has also sent for another lesson of the run.
 * @param notes of the text: being in another language explains more
 */
export const twinFailure = (service: Service, notes: readonly LessonNote[] = []): VendorFailure =>
  new VendorFailure({
    service,
    code: 'vendors.broken_output',
    detail: TWIN,
    repairHint: TWIN,
    flaw: notes.includes('language') ? 'other_language' : 'twin',
    httpStatus: 200,
  });

/**
 * Rejects a lesson, in the transaction that stores it, when another lesson of its run has the same text by now. Lessons that arrive at the
 * same time have not seen each other when they were checked; here the run's row is locked, and they are stored one after the other.
 * @throws VendorFailure: the lesson is asked for again
 */
export async function refuseTwin(trx: Knex.Transaction, step: Step, sketch: readonly number[], service: Service): Promise<void> {
  if (await hasTwin(trx, step, sketch)) throw twinFailure(service);
}

/** Tells, in the transaction that stores a lesson, whether another lesson of its run has the same text by now. */
export const hasTwin = async (trx: Knex.Transaction, step: Step, sketch: readonly number[]): Promise<boolean> =>
  twinAmong(await sketchesOf(trx, step.runId), step, sketch) !== null;

/** Finds another lesson of its run with the same text, entirely or nearly. */
export const findTwin = async (step: Step, sketch: readonly number[]): Promise<Twin | null> =>
  twinAmong(await writtenLessons(step), step, sketch);

/**
 * Checks whether a lesson's text duplicates another lesson, entirely or nearly.
 * @param given `neighbours`: texts besides those of its run, in a rewrite the other lessons of the live course; `twin`: the run's
 * duplicate, if it was looked up
 */
export async function checkDuplicates(
  step: Step,
  sketch: readonly number[],
  { neighbours = [], twin }: { readonly neighbours?: readonly string[] | undefined; readonly twin?: Twin | null } = {},
): Promise<AnswerProblem[]> {
  const found = twin === undefined ? await findTwin(step, sketch) : twin;
  const isTwin = found !== null || neighbours.some((text) => similarity(sketch, sketchOfLive(text)) >= SAME_FROM);
  return isTwin ? [problem(TWIN, { cause: 'twin' })] : [];
}
