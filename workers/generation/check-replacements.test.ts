import { beforeEach, expect, it } from 'vitest';
import { lessonsOf } from '#domain/courses/content/course-content.queries.ts';
import { SHORT, usePipeline } from './pipeline.factory.ts';

const [RIGHT, WRONG] = ['The wooden box of the workshop weighs 47 kilograms.', 'The wooden box of the workshop weighs 74 kilograms.'];
const mend = (given: object) => ({ place: 'takeaways', id: '', old: WRONG, new: RIGHT, reason: 'The text says 47 kilograms.', ...given });

let review: { findings: string[]; replacements: object[]; verdict: 'accept' | 'revise' };
beforeEach(() => {
  review = { findings: [], replacements: [mend({})], verdict: 'accept' };
});

const planted = ({ content, key_takeaways, ...lesson }: { content: string; key_takeaways: string[] }) => ({
  ...lesson,
  content: `${content}\n\n${RIGHT} Whoever lifts it needs help.`,
  key_takeaways: [...key_takeaways.slice(0, 3), WRONG],
});
const { database, write, sandbox, control } = usePipeline({
  answer: ({ purpose }, composed) => {
    if (purpose === 'review') return JSON.stringify({ ...(JSON.parse(composed) as object), ...review });
    if (purpose === 'lesson') return JSON.stringify(planted(JSON.parse(composed)));
    if (purpose !== 'module') return composed;
    const { lessons } = JSON.parse(composed) as { lessons: Parameters<typeof planted>[0][] };
    return JSON.stringify({ lessons: lessons.map(planted) });
  },
});
const callsFor = (purpose: string) =>
  sandbox()
    .calls()
    .filter((call) => call.purpose === purpose);
const logOf = (runId: string, event: string): Promise<string[]> =>
  database.knex('run_event').where({ run_id: runId, event }).orderBy('id').pluck('text');

it('a review mends a takeaway with no call that writes the lesson anew, and none that answers its quiz again', async () => {
  await control('DELETE', 'calls');
  const { runId, content } = await write(SHORT);
  const lessons = lessonsOf(content!);
  for (const { key_takeaways: takeaways, quiz, reviewed_by: checker, written_by: author } of lessons) {
    expect(takeaways.at(-1)).toBe(RIGHT);
    expect(quiz.length).toBeGreaterThan(0);
    expect([null, author]).not.toContain(checker);
  }
  expect([callsFor('correction'), callsFor('quiz-check')]).toEqual([[], []]);
  expect(await logOf(runId, 'lesson.reviewed')).toEqual(
    lessons.map(() => expect.stringMatching(/ checked lesson \d\.\d and mended passages\.$/)),
  );
});

it('after a changed text the quiz is answered again, in a small call', async () => {
  review.replacements = [mend({}), mend({ place: 'content', old: 'Whoever lifts it needs help.', new: 'Two people lift it.' })];
  await control('DELETE', 'calls');
  const { content } = await write(SHORT);
  for (const { content: text, quiz } of lessonsOf(content!)) {
    expect(text).toContain('Two people lift it.');
    expect(quiz.length).toBeGreaterThan(0);
  }
  expect([callsFor('correction').length, callsFor('quiz-check').length]).toEqual([0, 3]);
});

it.each([
  ['that cannot be made', { replacements: [mend({}), mend({ old: 'It is nowhere.' })] }],
  ['beside a finding', { findings: ['The lesson has no example.'], verdict: 'revise' as const }],
])('replacements %s become findings of a correction', async (_, given) => {
  review = { ...review, ...given };
  await control('DELETE', 'calls');
  const { runId } = await write(SHORT);
  expect(callsFor('correction')).toHaveLength(3);
  const step = await database.knex('step').where({ run_id: runId, job: 'review-lesson' }).first('output');
  expect(step!.output).toMatchObject({ verdict: 'revise', findings: expect.arrayContaining([expect.stringContaining(WRONG)]) });
});
