import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { lessonPrint } from '#contract/courses/lesson-print.ts';
import { proposalSchema } from '#contract/courses/course-versions.contract.ts';
import { setJobSink } from '#domain/platform/steps/job-sink.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { acceptProposal, discardProposal } from './proposal.commands.ts';
import { givenCourse, givenOwner } from '#domain/courses/content/course.factory.ts';
import { getCourse } from '#domain/courses/content/course.queries.ts';
import { editLesson, pinLesson } from '#domain/courses/content/lesson.commands.ts';
import { listProposals } from './list-proposals.queries.ts';
import { givenProposal, storedLessons } from './proposal.factory.ts';

const db = useTestDatabase();
let accountId: string;
let courseId: string;
let before: Map<string, string>;
let ids: string[];

beforeAll(() => setJobSink(async () => undefined));
beforeEach(async () => {
  accountId = await givenOwner();
  courseId = await givenCourse(accountId);
  before = await storedLessons(courseId);
  ids = [...before.keys()];
});

const given = (lessonIds: string[], changes: object = {}) => givenProposal({ accountId, courseId, lessonIds, ...changes });
const accept = (taskId: string, lessonIds?: string[]) => acceptProposal({ accountId, courseId, taskId, ...(lessonIds && { lessonIds }) });
const discard = (taskId: string) => discardProposal({ accountId, courseId, taskId });
const list = () => listProposals({ accountId, courseId });
async function expectOnlyChanged(changed: string[]): Promise<void> {
  const after = await storedLessons(courseId);
  expect([...after.keys()]).toEqual(ids);
  expect(ids.filter((id) => after.get(id) !== before.get(id))).toEqual(changed);
}

describe('a proposal', () => {
  it('changes nothing until it is accepted; then only its lesson', async () => {
    const taskId = await given([ids[1]!]);
    await expectOnlyChanged([]);
    expect((await list()).map((one) => [one.task_id, one.status, one.lessons.map((lesson) => lesson.lesson_id)])).toEqual([
      [taskId, 'ready', [ids[1]]],
    ]);
    const { version, course } = await accept(taskId);
    expect(version).toBe(2);
    expect(course.modules[0]?.lessons[1]?.content).toContain('Said in other words.');
    await expectOnlyChanged([ids[1]!]);
    expect(await list()).toEqual([]);
  });

  it('is listed in the shape of the contract', async () => {
    await given([ids[0]!]);
    await given([ids[1]!], { status: 'failed' });
    await given([ids[2]!], { status: 'running' });
    const proposals = await list();
    for (const proposal of proposals) expect(proposalSchema.parse(proposal)).toEqual(proposal);
    expect(proposals.map((one) => one.status)).toEqual(['writing', 'failed', 'ready']);
    expect(proposals[1]).toMatchObject({ error: { code: 'vendors.all_down' }, instruction: 'Say it in other words' });
    expect(proposals[0]?.lessons[0]?.index).toBe('1_0');
  });

  it('accepted twenty times at once makes one version', async () => {
    const taskId = await given([ids[0]!]);
    const answers = await Promise.all(Array.from({ length: 20 }, () => accept(taskId)));
    expect(new Set(answers.map((answer) => answer.version))).toEqual(new Set([2]));
    expect(await db.knex('course_version').where({ course_id: courseId }).count('* as n').first()).toEqual({ n: 2 });
    await editLesson({ accountId, courseId, lessonId: '0_0', baseVersion: 2, editSession: uuidv7(), changes: { content: 'mine' } });
    const late = await accept(taskId);
    expect([late.version, late.course.modules[0]?.lessons[0]?.content]).toEqual([3, 'mine']);
  });

  it('of several lessons can be accepted in part; the rest stays pending, each lesson is decided once', async () => {
    const taskId = await given(ids);
    const first = await accept(taskId, [ids[2]!, ids[0]!]);
    await expectOnlyChanged([ids[0]!, ids[2]!]);
    expect((await list()).map((one) => [one.status, one.lesson_ids, one.lessons.map((lesson) => lesson.lesson_id)])).toEqual([
      ['ready', [ids[1]], [ids[1]]],
    ]);
    await editLesson({ accountId, courseId, lessonId: ids[0]!, baseVersion: 2, editSession: uuidv7(), changes: { content: 'mine' } });
    // accepting an accepted lesson again changes nothing, alone or among others
    expect([first.version, (await accept(taskId, [ids[0]!])).version, (await accept(taskId, [ids[0]!, ids[1]!])).version]).toEqual([
      2, 3, 4,
    ]);
    expect(JSON.parse((await storedLessons(courseId)).get(ids[0]!)!).content).toBe('mine');
    expect((await getCourse({ accountId, courseId })).modules[0]!.lessons[1]!.content).toContain('Said in other words.');
    expect([await list(), await discard(taskId)]).toEqual([[], { discarded: false }]);
  });

  it('accepted in parts by different windows at once has every lesson live, each once', async () => {
    const taskId = await given(ids);
    await Promise.all([...ids, ...ids, ...ids].map((id) => accept(taskId, [id])));
    await expectOnlyChanged(ids);
    expect((await accept(taskId)).version).toBe(1 + ids.length);
  });

  it('whose rest was discarded keeps the accepted lessons, and never reports the rest as live', async () => {
    const taskId = await given(ids);
    await accept(taskId, [ids[0]!]);
    expect([await discard(taskId), await list()]).toEqual([{ discarded: true }, []]);
    expect((await accept(taskId, [ids[0]!])).version).toBe(2);
    for (const others of [[ids[1]!], [ids[0]!, ids[1]!], undefined])
      await expect(accept(taskId, others)).rejects.toMatchObject({ code: 'run.not_waiting' });
    await expectOnlyChanged([ids[0]!]);
  });

  it('skips a lesson that was pinned after the request', async () => {
    const taskId = await given(ids);
    const pin = (lessonId: string, pinned = true) => pinLesson({ accountId, courseId, lessonId, pinned });
    await pin(ids[1]!);
    await expect(accept(taskId, [ids[0]!, ids[1]!])).rejects.toMatchObject({ code: 'course.lesson_pinned' });
    await expectOnlyChanged([]);
    await accept(taskId);
    await expectOnlyChanged([ids[0]!, ids[2]!]);
    expect([(await accept(taskId)).version, (await list()).map((one) => one.lesson_ids)]).toEqual([2, [[ids[1]]]]);

    const alone = await given([ids[0]!]);
    await pin(ids[0]!);
    await expect(accept(alone)).rejects.toMatchObject({ code: 'course.lesson_pinned' });
    await pin(ids[0]!, false);
    expect((await accept(alone)).version).toBe(3);
  });

  it('replaces nothing if a lesson differs from the compared text, and then accepts nothing', async () => {
    const taskId = await given([ids[0]!, ids[1]!]);
    const prints = async () => {
      const { modules } = await getCourse({ accountId, courseId });
      return Object.fromEntries(modules.flatMap(({ lessons }) => lessons.map((lesson) => [lesson.lesson_id, lessonPrint(lesson)])));
    };
    const compare = (basePrints: Record<string, string>, lessonIds?: string[]) =>
      acceptProposal({ accountId, courseId, taskId, basePrints, ...(lessonIds && { lessonIds }) });
    const compared = await prints();
    await editLesson({ accountId, courseId, lessonId: ids[1]!, baseVersion: 1, editSession: uuidv7(), changes: { content: 'mine' } });
    await expect(compare(compared)).rejects.toMatchObject({ code: 'course.version_conflict' });
    const { [ids[1]!]: _, ...without } = await prints();
    await expect(compare(without), 'compared with a course that did not have it').rejects.toMatchObject({
      code: 'course.version_conflict',
    });
    await expectOnlyChanged([ids[1]!]);
    expect((await list()).map((one) => one.status)).toEqual(['ready']);
    // the other lesson is unchanged
    expect(await compare(compared, [ids[0]!])).toMatchObject({ version: 3 });
    expect(JSON.parse((await storedLessons(courseId)).get(ids[1]!)!).content).toBe('mine');
  });

  it('is accepted if the lessons read as compared, whatever else was changed, and without a warning', async () => {
    const { modules } = await getCourse({ accountId, courseId });
    const basePrints = { [ids[0]!]: lessonPrint(modules[0]!.lessons[0]!) };
    const [first, second] = [await given([ids[0]!]), await given([ids[1]!])];
    await editLesson({ accountId, courseId, lessonId: ids[1]!, baseVersion: 1, editSession: uuidv7(), changes: { content: 'mine' } });
    expect(await acceptProposal({ accountId, courseId, taskId: first, basePrints })).toMatchObject({ version: 3 });
    // an accepted lesson stays accepted, even if it has changed since
    expect(await acceptProposal({ accountId, courseId, taskId: first, basePrints })).toMatchObject({ version: 3 });
    expect(await accept(second)).toMatchObject({ version: 4 });
  });

  it('refuses unknown lessons, and then accepts nothing', async () => {
    const taskId = await given([ids[0]!]);
    await expect(accept(taskId, [ids[0]!, ids[1]!])).rejects.toMatchObject({ code: 'validation.failed' });
    await expectOnlyChanged([]);
    expect((await list()).map((one) => one.status)).toEqual(['ready']);
  });

  it('discarding removes it and leaves the course unchanged; discarding again is no error', async () => {
    const taskId = await given([ids[0]!]);
    expect([await discard(taskId), await discard(taskId)]).toEqual([{ discarded: true }, { discarded: true }]);
    await expect(accept(taskId)).rejects.toMatchObject({ code: 'run.not_waiting' });
    await expectOnlyChanged([]);
    expect(await list()).toEqual([]);
  });

  it('that is still being written is discarded and stopped together, or not at all: a crash in between must not restore it', async () => {
    const taskId = await given([ids[0]!], { status: 'running' });
    await db.knex.raw(`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no stop'; end $$;
      create trigger refuse before update on run for each row when (new.status = 'cancelled') execute function refuse()`);
    await expect(discard(taskId)).rejects.toThrow('no stop');
    await db.knex.raw('drop trigger refuse on run; drop function refuse');
    const decision = () => db.knex('run').join('course_run', 'run_id', 'id').where({ id: taskId }).first('status', 'settled');
    expect(await decision()).toEqual({ status: 'running', settled: null });
    expect(await discard(taskId)).toEqual({ discarded: true });
    expect(await decision()).toEqual({ status: 'cancelled', settled: 'discarded' });
  });

  it('that was accepted can no longer be discarded', async () => {
    const taskId = await given([ids[0]!]);
    await accept(taskId);
    expect(await discard(taskId)).toEqual({ discarded: false });
    await expectOnlyChanged([ids[0]!]);
  });

  it('accepted and discarded at once ends as one of the two', async () => {
    const taskId = await given([ids[0]!]);
    const [accepted, discarded] = await Promise.allSettled([accept(taskId), discard(taskId)]);
    const isAccepted = accepted.status === 'fulfilled';
    expect(discarded).toMatchObject({ value: { discarded: !isAccepted } });
    await expectOnlyChanged(isAccepted ? [ids[0]!] : []);
  });

  it('discarded while it is written is stopped', async () => {
    const taskId = await given([ids[0]!], { status: 'running' });
    await expect(accept(taskId)).rejects.toMatchObject({ code: 'run.not_waiting' });
    expect(await discard(taskId)).toEqual({ discarded: true });
    expect(await db.knex('run').join('course_run', 'run_id', 'id').where({ id: taskId }).first('status', 'settled')).toEqual({
      status: 'cancelled',
      settled: 'discarded',
    });
  });

  it('that failed cannot be accepted', async () => {
    await expect(accept(await given([ids[0]!], { status: 'failed' }))).rejects.toMatchObject({ code: 'run.not_waiting' });
  });

  it('belongs to one user and one course', async () => {
    const taskId = await given([ids[0]!]);
    const stranger = await givenOwner();
    const other = await givenCourse(accountId);
    for (const foreign of [
      { accountId: stranger, courseId },
      { accountId, courseId: other },
      { accountId, courseId: 'x' },
    ]) {
      await expect(acceptProposal({ ...foreign, taskId })).rejects.toMatchObject({ code: 'not_found' });
      await expect(discardProposal({ ...foreign, taskId })).rejects.toMatchObject({ code: 'not_found' });
    }
    await expect(listProposals({ accountId: stranger, courseId })).rejects.toMatchObject({ code: 'not_found' });
    await expect(accept('x')).rejects.toMatchObject({ code: 'not_found' });
    await expectOnlyChanged([]);
  });
});
