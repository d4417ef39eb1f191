import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenOwner } from '#domain/courses/content/course.factory.ts';
import { checkDuplicates, minHashSketch } from '#domain/generation/checks/check-duplicates.ts';
import {
  buildLessonText,
  buildOutline,
  buildOutlineLesson,
  claim,
  givenStartedRun,
  playOutline,
  playRest,
} from '#domain/generation/runs/run.factory.ts';
import { lessonKeys } from '#domain/generation/runs/stage-order.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { setJobSink } from '#domain/platform/steps/job-sink.ts';
import { StepLost } from '#domain/platform/steps/step.commands.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { doubtFirst } from './doubt-first.command.ts';

const database = useTestDatabase();
beforeAll(() => setJobSink(async () => {}));

const SUBJECTS = [
  { title: 'Swarming in spring', summary: 'Why a colony leaves', objectives: ['Recognise queen cells before the swarm departs'] },
  { title: 'Harvesting honey', summary: 'Extracting frames', objectives: ['Measure moisture with a refractometer'] },
  { title: 'Overwintering', summary: 'Feeding with syrup', objectives: ['Insulate boxes against freezing storms'] },
];
const OUTLINE = {
  ...buildOutline(1, 3),
  modules: [{ title: 'Bees', summary: '', lessons: SUBJECTS.map((one) => buildOutlineLesson(one.title, one)) }],
};
const textOf = ({ title, summary, objectives }: (typeof SUBJECTS)[number]) => [title, summary, ...objectives].join('. ').repeat(3);
const sketchOf = (content: string) => minHashSketch(content);

describe('an earlier lesson with a text that another one sends too', () => {
  let runId: string;
  let lessons: string[];
  let doubting: Awaited<ReturnType<typeof claim>>;

  const given = async (content: string) => {
    await completeStep(await claim(runId, lessonKeys(lessons[0]!).write), {
      output: { ...buildLessonText('A'), content, sketch: sketchOf(content), by: { service: 'claude', model: 'qwen3:8b' } },
      service: 'claude',
    });
    doubting = await claim(runId, lessonKeys(lessons[1]!).write);
  };
  const stateOf = async (key: string) => (await database.knex('step').where({ run_id: runId, key }).first('state'))?.state;

  beforeEach(async () => {
    runId = await givenStartedRun(await givenOwner());
    lessons = await playOutline(runId, OUTLINE);
  });

  it('is written again, with the work that followed, if nobody knows whose text it is', async () => {
    const content = textOf(SUBJECTS[2]!);
    await given(content);
    const keys = lessonKeys(lessons[0]!);
    await playRest(runId, lessons[0]!);
    await doubtFirst(doubting, lessons[0]!);
    expect(await stateOf(keys.write)).toBe('queued');
    expect([await stateOf(keys.practice), await stateOf(keys.check)]).toEqual(['cancelled', 'cancelled']);
    const step = await claim(runId, keys.write);
    expect(step.tried).toMatchObject([{ service: 'claude', cause: 'twin', unreadable: true, model: 'qwen3:8b' }]);
    const log = await database.knex('run_event').where({ run_id: runId, event: 'lesson.doubted' }).pluck('text');
    expect(log).toEqual(['Lesson 1.1, Swarming in spring, is being rewritten because its text was also sent for another lesson.']);
    // from now on the text counts for no lesson, not even its own
    for (const itemId of lessons) expect(await checkDuplicates({ runId, itemId }, sketchOf(content))).toHaveLength(1);
    expect(await checkDuplicates({ runId, itemId: lessons[0]! }, sketchOf(textOf(SUBJECTS[0]!)))).toEqual([]);
  });

  it('loses its practice to the writer in progress', async () => {
    await given(textOf(SUBJECTS[2]!));
    const practice = await claim(runId, lessonKeys(lessons[0]!).practice);
    await doubtFirst(doubting, lessons[0]!);
    await expect(completeStep(practice, { output: {}, service: 'claude' })).rejects.toThrow(StepLost);
  });

  it('stays if its text certainly teaches it', async () => {
    await given(textOf(SUBJECTS[0]!));
    await doubtFirst(doubting, lessons[0]!);
    expect(await stateOf(lessonKeys(lessons[0]!).write)).toBe('completed');
  });

  it('is doubted once per text, however many lessons sent it', async () => {
    await given(textOf(SUBJECTS[2]!));
    const third = await claim(runId, lessonKeys(lessons[2]!).write);
    await Promise.all([doubtFirst(doubting, lessons[0]!), doubtFirst(third, lessons[0]!)]);
    expect((await claim(runId, lessonKeys(lessons[0]!).write)).tried).toHaveLength(1);
  });
});
