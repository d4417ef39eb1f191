import { optionsOf } from '#contract/courses/quiz.contract.ts';
import { describe, expect, it } from 'vitest';
import { courseSchema, lessonSchema } from '#contract/courses/courses.contract.ts';
import { statusEnvelopeSchema } from '#contract/generation/course-status.contract.ts';
import { lessonsOf } from '#domain/courses/content/course-content.queries.ts';
import { getCourse } from '#domain/courses/content/course.queries.ts';
import { givenOwner } from '#domain/courses/content/course.factory.ts';
import { exercisesDocument, lessonDocument, researchDocument, lessonCheckDocument } from '#domain/generation/prompts/documents.ts';
import { textsOf } from '#domain/platform/prose/plain-prose.ts';
import { ANSWER_SCHEMAS, hintOf } from '#domain/vendors/llm/answer-schema.ts';
import { runEnvelope } from '#domain/generation/runs/run.queries.ts';
import { BEES, malformedAnswers } from '#domain/vendors/llm/malformed-answers.factory.ts';
import type { CallRecord } from '#ops/sandbox/control/call-log.ts';
import { patience } from '#ops/testing/slowness.ts';
import type * as z from 'zod';
import { SHORT, usePipeline, type Outcome } from './pipeline.factory.ts';

interface Spoiler {
  readonly name: string;
  readonly isRepairable: boolean;
  /** Damages an answer. @param whole the intended answer, as JSON */
  readonly spoil: (whole: string) => string;
}

const MEANT = JSON.stringify(BEES);
const collected = malformedAnswers();
const changed = (whole: string, change: (value: Record<string, unknown>) => unknown) => JSON.stringify(change(JSON.parse(whole)));

/**
 * Text around an answer: every second of the collection (`parse-answer.test.ts` has all), with the requested answer in place of the bees.
 */
const around: Spoiler[] = collected
  .filter(({ mark, text }, index) => mark === 'repairable' && text.split(MEANT).length === 2 && index % 2 === 0)
  .map(({ name, text }) => ({ name, isRepairable: true, spoil: (whole) => text.replace(MEANT, () => whole) }));

/** Faults within an answer, for each step of the repair ladder. */
const within: Spoiler[] = Object.entries<(whole: string) => string>({
  'comma after the last property': (whole) => `${whole.slice(0, -1)},}`,
  'comma after every list': (whole) => whole.replaceAll('"]', '",]'),
  'names without quotes': (whole) => whole.replaceAll(/(?<!\\)"([a-z_]+)":/g, '$1:'),
  'single quotes around names': (whole) => whole.replaceAll(/(?<!\\)"([a-z_]+)":/g, "'$1':"),
  'typographic quotes around names': (whole) => whole.replaceAll(/(?<!\\)"([a-z_]+)":/g, '“$1”:'),
  'raw line breaks': (whole) => whole.replaceAll('\\n', '\n'),
  'a comment': (whole) => whole.replace('{', '{ /* as asked */ '),
  'a property nobody asked for': (whole) => whole.replace('{', '{"thoughts":"Let me see",'),
  'in a text': (whole) => JSON.stringify(whole),
  'in a list': (whole) => `[${whole}]`,
  'in another object': (whole) => `{"result":${whole}}`,
  'a NUL in every text': (whole) => whole.replaceAll(/(?<!\\)"(?=[,\]}])/g, '\\u0000"'),
}).map(([name, spoil]) => ({ name, isRepairable: true, spoil }));

/** Returns the properties of a document that have no default. */
function neededIn(value: Readonly<Record<string, unknown>>): string[] {
  const names = Object.keys(value);
  const shapes = [...ANSWER_SCHEMAS.values()].map((schema) => (schema as z.ZodObject).shape as Readonly<Record<string, z.core.$ZodType>>);
  const shape = shapes.find((one) => Object.keys(one).join() === names.join())!;
  return names.filter((name) => !('absent' in hintOf(shape[name]!)));
}

const beyondRepair: Spoiler[] = [
  ...[0.02, 0.3, 0.6, 0.9].map((part) => ({
    name: `cut off at ${part}`,
    isRepairable: false,
    spoil: (whole: string) => whole.slice(0, Math.floor(whole.length * part)),
  })),
  ...Object.entries<(whole: string) => string>({
    // only its braces may be missing: the values within are complete
    'cut off within its last word': (whole) => whole.slice(0, whole.search(/\p{L}\P{L}*$/u)),
    'its last needed property missing': (whole) => changed(whole, (value) => ({ ...value, [neededIn(value).at(-1)!]: undefined })),
    'its first needed property null': (whole) => changed(whole, (value) => ({ ...value, [neededIn(value)[0]!]: null })),
    'its lists as numbers': (whole) =>
      changed(whole, (value) => Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, Array.isArray(inner) ? 7 : inner]))),
    'nothing but one of its texts': (whole) => changed(whole, (value) => textsOf(value).at(-1)),
    empty: () => '',
  }).map(([name, spoil]) => ({ name, isRepairable: false, spoil })),
  // with another shape, or none: one of three in the collection
  ...collected
    .filter(({ mark }, index) => index % (mark === 'repairable' ? 16 : 3) === 0)
    .map(({ name, text }) => ({ name, isRepairable: false, spoil: () => text })),
];

let spoilers: readonly Spoiler[] = [];
let next = 0;
/** Selects the calls that get only damaged answers. */
let isCursed: (call: CallRecord) => boolean = () => false;
const asked = new Set<string>();
/** Every answer that the services intended. */
const meant = new Set<string>();

const pipeline = usePipeline({
  answer(call, whole) {
    // belongs to a run of its own, whose calls are not counted here
    if (call.purpose === 'editing') return whole;
    for (const text of textsOf(JSON.parse(whole))) meant.add(text);
    const isFirst = !asked.has(call.key);
    asked.add(call.key);
    if (!isFirst && !isCursed(call)) return whole;
    const { spoil } = spoilers[next++ % spoilers.length]!;
    return spoil(whole);
  },
});
const { database, write } = pipeline;

/** Writes courses until every damage has been applied. */
async function writeThrough(all: readonly Spoiler[], accountId: string): Promise<Outcome[]> {
  [spoilers, next] = [all, 0];
  const written: Outcome[] = [];
  while (next < all.length) written.push(await write({ topic: `Spoiled ${next} of ${all.length}` }, accountId));
  return written;
}

const brokenCalls = (runs: readonly Outcome[]) => {
  const ids = runs.map(({ runId }) => runId);
  return database.knex('vendor_call').whereIn('run_id', ids).where({ outcome: 'broken' });
};

/** Reads everything stored for a run, and checks its validity. */
async function expectSound({ runId, content }: Outcome, accountId: string): Promise<void> {
  statusEnvelopeSchema.parse(await runEnvelope({ runId, accountId }));
  const { course_id: courseId, research } = await database
    .knex('run')
    .join('course_run', 'run_id', 'id')
    .where({ id: runId })
    .first('course_id', 'research');
  expect(researchDocument.parse(research)).toEqual(research);
  const course = await getCourse({ accountId, courseId });
  expect(courseSchema.parse(course)).toEqual(course);
  for (const lesson of course.modules.flatMap(({ lessons }) => lessons)) expect(lessonSchema.parse(lesson)).toEqual(lesson);
  // neither a fragment of a text, nor a remark around one
  const { title, description, learning_objectives, expert_insights, industry_relevance, modules } = content!;
  const lessons = lessonsOf(content!).map(({ title: name, content: text, objectives, key_takeaways, quiz, exercises }) => {
    const questions = quiz.map((item) => [item.question, optionsOf(item).map((option) => option.text), item.explanation]);
    const tasks = exercises.map((exercise) => [exercise.title, exercise.instructions]);
    return [name, text, objectives, key_takeaways, questions, tasks];
  });
  const heads = modules.map((module) => [module.title, module.summary]);
  const stored = textsOf([title, description, learning_objectives, expert_insights, industry_relevance, heads, lessons]);
  expect(stored.filter((text) => !meant.has(text))).toEqual([]);
  // a check stores the comparison of its answers with the key, and the text that its replacements have left
  const checkOutput = lessonCheckDocument.omit({ question_answers: true, replacements: true });
  const documents = { 'write-lesson': lessonDocument, 'review-lesson': checkOutput } as const;
  for (const step of await database.knex('step').where({ run_id: runId, state: 'completed' })) {
    const document = documents[step.job as keyof typeof documents];
    if (document) expect(document.safeParse(step.output).error, step.key).toBeUndefined();
    if (step.job === 'write-practice') exercisesDocument.parse(step.output);
  }
  expect(JSON.stringify(course)).not.toMatch(/\\u0000|\\ud[89a-f]/);
}

describe('answers damaged in every way of the ladder, on their way through the whole pipeline', () => {
  it(
    'repairable ones are accepted without another call, at least 95 of 100, and the stored document is the intended one',
    async () => {
      const accountId = await givenOwner();
      const all = [...around, ...within];
      const runs = await writeThrough(all, accountId);
      const broken = await brokenCalls(runs);
      console.log(`${all.length} ways of spoiling, ${next} answers spoiled, ${broken.length} of them not repaired`);
      expect(broken.length).toBeLessThanOrEqual(next * 0.05);
      for (const run of runs) {
        expect(run.content).toMatchObject({ missing_lessons: 0 });
        await expectSound(run, accountId);
      }
    },
    patience(180_000),
  );

  it(
    'others are requested again, and nothing of them is stored',
    async () => {
      const accountId = await givenOwner();
      const runs = await writeThrough(beyondRepair, accountId);
      console.log(`${beyondRepair.length} ways of spoiling, ${next} answers spoiled`);
      expect(await brokenCalls(runs)).toHaveLength(next);
      for (const run of runs) {
        expect(run.content).toMatchObject({ missing_lessons: 0 });
        await expectSound(run, accountId);
      }
    },
    patience(180_000),
  );

  it('a lesson that gets nothing else is left out and reported as missing; the others are complete', async () => {
    const accountId = await givenOwner();
    [spoilers, next] = [beyondRepair, 0];
    let cursed: string | null = null;
    isCursed = ({ purpose, key }) => purpose === 'lesson' && (cursed ??= key) === key;
    const run = await write({ ...SHORT, topic: 'One lesson lost' }, accountId);
    isCursed = () => false;
    expect(run.content).toMatchObject({ quality_level: 'partial', missing_lessons: 1 });
    await expectSound(run, accountId);
  });
});
