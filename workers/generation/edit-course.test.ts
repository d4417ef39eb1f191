import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it, vi } from 'vitest';
import { givenOwner } from '#domain/courses/content/course.factory.ts';
import { lessonsOf, type CourseContent } from '#domain/courses/content/course-content.queries.ts';
import { editLesson, pinLesson } from '#domain/courses/content/lesson.commands.ts';
import { COURSE_EDIT_KIND } from '#domain/generation/editor/course-edit.kind.ts';
import { acceptProposal } from '#domain/generation/proposals/proposal.commands.ts';
import { listProposals } from '#domain/generation/proposals/list-proposals.queries.ts';
import { uncheckedLessons } from '#domain/generation/lesson-check/skipped-checks.queries.ts';
import { SHORT, usePipeline } from './pipeline.factory.ts';

/** What every lesson says of the box, and what one of its takeaways says. */
const [RIGHT, WRONG] = ['The wooden box of the workshop weighs 47 kilograms.', 'The wooden box of the workshop weighs 74 kilograms.'];
const mend = (given: object) => ({
  lesson: '1.1',
  place: 'takeaways',
  id: '',
  old: WRONG,
  new: RIGHT,
  reason: 'The text says 47 kilograms.',
  ...given,
});

let edits: object[];
/** Prompts for editors. */
let asked: string[];
/** Number of the editor's answers that can be used. */
let usable: number;
/** Resolves before the editor's answer is sent. */
let held: Promise<void> | undefined;
beforeEach(() => {
  edits = [mend({})];
  asked = [];
  usable = Infinity;
  held = undefined;
});

const planted = ({ content, key_takeaways, ...lesson }: { content: string; key_takeaways: string[] }) => ({
  ...lesson,
  content: `${content}\n\n${RIGHT} Whoever lifts it needs help.`,
  key_takeaways: [...key_takeaways.slice(0, 3), WRONG],
});
const pipeline = usePipeline({
  answer: ({ purpose }, composed, prompt) => {
    if (purpose === 'editing') asked.push(prompt);
    if (purpose === 'editing') return JSON.stringify({ replacements: usable-- > 0 ? edits : undefined });
    if (purpose === 'lesson') return JSON.stringify(planted(JSON.parse(composed)));
    if (purpose !== 'module') return composed;
    const { lessons } = JSON.parse(composed) as { lessons: Parameters<typeof planted>[0][] };
    return JSON.stringify({ lessons: lessons.map(planted) });
  },
  hold: ({ purpose }) => (purpose === 'editing' ? held : undefined),
});
const { database, write, sandbox, control, connectOne } = pipeline;
const WAIT = { timeout: 60_000, interval: 20 };

const editOf = (runId: string) => database.knex('run').where({ parent_id: runId, kind: COURSE_EDIT_KIND }).first();
const logOf = (runId: string, event: string): Promise<string[]> =>
  database.knex('run_event').where({ run_id: runId, event }).orderBy('id').pluck('text');
const versionsOf = (courseId: string): Promise<{ number: number; kind: string; content: CourseContent; changed_lessons: string[] }[]> =>
  database.knex('course_version').where({ course_id: courseId }).orderBy('number').select('number', 'kind', 'content', 'changed_lessons');
const courseOf = async (runId: string): Promise<string> =>
  (await database.knex('course_run').where({ run_id: runId }).first('course_id'))!.course_id!;
const callsFor = (purpose: string) =>
  sandbox()
    .calls()
    .filter((call) => call.purpose === purpose);

it('a contradiction in a course is mended by a service that wrote none of it, in a version of its own', async () => {
  await control('DELETE', 'calls');
  const { runId, run, content } = await write(SHORT);
  const edit = (await editOf(runId))!;
  expect([run.status, edit.status, edit.tokens_reserved, edit.tokens_charged]).toEqual(['completed', 'completed', 0, 0]);
  const [first, second, ...others] = await versionsOf(await courseOf(runId));
  expect([first!.kind, second!.kind, others]).toEqual(['generated', 'corrected', []]);
  const [own, ...rest] = lessonsOf(second!.content);
  expect(own!.key_takeaways).toEqual([...lessonsOf(content!)[0]!.key_takeaways.slice(0, -1), RIGHT]);
  expect({ ...own, key_takeaways: null }).toEqual({ ...lessonsOf(content!)[0], key_takeaways: null });
  expect(rest).toEqual(lessonsOf(content!).slice(1));
  expect(second!.changed_lessons).toEqual([own!.lesson_id]);
  expect(callsFor('editing')).toHaveLength(1);
  const authors = lessonsOf(content!).map(({ written_by: author }) => author);
  expect(authors).not.toContain(callsFor('editing')[0]!.service);
  expect(await logOf(edit.id, 'course.read')).toEqual([expect.stringMatching(/^\w[\w ]* read lessons 1\.1 to 3\.1 together\.$/)]);
  expect(await logOf(runId, 'course.edited')).toEqual(['A service has read the whole course and mended passages. Changed lessons: 1.']);
});

it('a changed text has its questions answered again', async () => {
  edits = [mend({ place: 'content', old: 'Whoever lifts it needs help.', new: 'Two people lift it.' })];
  await control('DELETE', 'calls');
  const { runId, content } = await write(SHORT);
  const [, second] = await versionsOf(await courseOf(runId));
  const [own] = lessonsOf(second!.content);
  expect(own!.content).toContain(`${RIGHT} Two people lift it.`);
  expect(own!.quiz).toEqual(lessonsOf(content!)[0]!.quiz);
  const edit = (await editOf(runId))!;
  const again = await database
    .knex('step')
    .where({ run_id: edit.id, key: `recheck:${own!.lesson_id}` })
    .select('state', 'service');
  expect(again).toEqual([{ state: 'completed', service: expect.any(String) }]);
  expect(callsFor('quiz-check')).toHaveLength(1);
});

it('changes that cannot be made safely are counted, and nothing else is changed', async () => {
  edits = [mend({ old: 'It is nowhere.' }), mend({ lesson: '9.9' }), mend({ place: 'content', old: 'o', new: 'a' }), mend({ new: '' })];
  const { runId } = await write(SHORT);
  expect(await versionsOf(await courseOf(runId))).toHaveLength(1);
  const edit = (await editOf(runId))!;
  const applied = await database.knex('step').where({ run_id: edit.id, key: 'apply' }).first('output');
  expect(applied!.output).toHaveProperty('refused', { not_found: 1, unknown_lesson: 1, ambiguous: 1, unsound: 1 });
  expect(await logOf(edit.id, 'edits.applied')).toEqual(['None of the suggested changes could be made. Suggested: 4.']);
  expect(await listProposals({ accountId: edit.account_id!, courseId: await courseOf(runId) })).toEqual([]);
});

it('the course can be read before its editor has come, and a lesson that is being read gets its change as a proposal', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  held = promise;
  edits = [mend({}), mend({ lesson: '2.1' })];
  const accountId = await givenOwner();
  const written = write(SHORT, accountId);
  const courseId = await vi.waitUntil(async () => (await database.knex('course').where({ account_id: accountId }).first('id'))?.id, WAIT);
  const [complete] = await versionsOf(courseId);
  const { content, kind } = complete!;
  expect(kind).toBe('generated');
  const [reading] = lessonsOf(content);
  await database.knex('reading_place').insert({ account_id: accountId, course_id: courseId, lesson_id: reading!.lesson_id });
  resolve();
  const { runId } = await written;
  const [, second] = await versionsOf(courseId);
  expect(lessonsOf(second!.content)[0]).toEqual(reading);
  expect(second!.changed_lessons).toEqual([lessonsOf(content)[1]!.lesson_id]);
  const edit = (await editOf(runId))!;
  const [proposal, ...others] = await listProposals({ accountId, courseId });
  expect(others).toEqual([]);
  expect(proposal).toMatchObject({ task_id: edit.id, status: 'ready', only_review: true, lesson_ids: [reading!.lesson_id] });
  expect(proposal!.findings).toEqual([{ lesson_id: reading!.lesson_id, findings: ['The text says 47 kilograms.'] }]);
  const { course } = await acceptProposal({ accountId, courseId, taskId: edit.id });
  expect(course.modules[0]!.lessons[0]!.key_takeaways.at(-1)).toBe(RIGHT);
  expect(await listProposals({ accountId, courseId })).toEqual([]);
  const told = await database.knex('notification').where({ account_id: accountId, kind: 'proposal.ready' });
  expect(told).toHaveLength(1);
});

it('a lesson that its owner has pinned or changed meanwhile stays as it is', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  held = promise;
  edits = ['1.1', '2.1', '3.1'].map((lesson) => mend({ lesson }));
  const accountId = await givenOwner();
  const written = write(SHORT, accountId);
  const courseId = await vi.waitUntil(async () => (await database.knex('course').where({ account_id: accountId }).first('id'))?.id, WAIT);
  const [pinned, changed, open] = lessonsOf((await versionsOf(courseId))[0]!.content);
  await pinLesson({ accountId, courseId, lessonId: pinned!.lesson_id, pinned: true });
  const changes = { objectives: ['Lift the box'] };
  await editLesson({ accountId, courseId, lessonId: changed!.lesson_id, baseVersion: 1, editSession: randomUUID(), changes });
  resolve();
  await written;
  const [, own, corrected] = await versionsOf(courseId);
  expect([own!.kind, corrected!.kind, corrected!.changed_lessons]).toEqual(['edited', 'corrected', [open!.lesson_id]]);
  expect(lessonsOf(corrected!.content).slice(0, 2)).toEqual(lessonsOf(own!.content).slice(0, 2));
  expect(await listProposals({ accountId, courseId })).toEqual([]);
});

it('an editor that gives no usable answer changes nothing, and fails no course', async () => {
  usable = 0;
  const { runId, run } = await write(SHORT);
  const edit = (await editOf(runId))!;
  expect([run.status, edit.status]).toEqual(['completed', 'completed']);
  expect(await versionsOf(await courseOf(runId))).toHaveLength(1);
  expect(await logOf(edit.id, 'course.not_edited')).toEqual(['No service could read lessons 1.1 to 3.1 together. They stay as they are.']);
  expect(await logOf(runId, 'course.edited')).toEqual(['The course could not be read as a whole. It stays as it is.']);
});

it('with one model in all places lessons are reviewed and the course is edited all the same; nothing counts as checked', async () => {
  connectOne(32_768);
  await control('DELETE', 'calls');
  const { runId, content, run } = await write(SHORT);
  const edit = (await editOf(runId))!;
  expect(await logOf(edit.id, 'course.read')).toEqual([
    expect.stringMatching(/ read lessons 1\.1 to 3\.1 together\. It also wrote some of them, so this is no second check\.$/),
  ]);
  const [, second] = await versionsOf(await courseOf(runId));
  expect(lessonsOf(second!.content)[0]!.key_takeaways.at(-1)).toBe(RIGHT);
  // whose text it is decides who may confirm its citations
  const mended = await database.knex('step').where({ run_id: edit.id, job: 'correct-lesson' }).first('output');
  expect(mended!.output).toHaveProperty('by', { model: 'gemma3:4b', connection: 'own_server' });
  const told = await logOf(runId, 'lesson.reviewed');
  expect(told).toEqual([1, 2, 3].map(() => expect.stringMatching(/once more\. It also wrote it, so the lesson counts as not checked\.$/)));
  // a review each, which also answers the quiz: no call more than the check of the quiz alone took
  expect([callsFor('review').length, callsFor('quiz-check').length]).toEqual([3, 0]);
  for (const { reviewed_by: checker, reviewed_with: by, quiz } of [content!, second!.content].flatMap(lessonsOf)) {
    expect([checker, by]).toEqual([null, undefined]);
    expect(quiz.length).toBeGreaterThan(0);
  }
  expect([content!.quality_level, run.tokens_charged]).toEqual(['standard', Math.floor((run.tokens_reserved * 3) / 4)]);
  const { open } = await uncheckedLessons(database.knex, { courseId: await courseOf(runId), lessons: lessonsOf(content!), pinned: [] });
  expect(open.map(({ runId: writer }) => writer)).toEqual([runId, runId, runId]);
});

it('a model with a small context reads a course in parts, each as large as it can hold', async () => {
  connectOne(8_192);
  edits = [mend({ lesson: '3.1' })];
  await control('DELETE', 'calls');
  const { runId, run } = await write(SHORT);
  const edit = (await editOf(runId))!;
  expect([run.status, edit.status]).toEqual(['completed', 'completed']);
  const read = await logOf(edit.id, 'course.read');
  expect(read.length).toBeGreaterThan(1);
  expect(callsFor('editing')).toHaveLength(read.length);
  const [, second] = await versionsOf(await courseOf(runId));
  expect(lessonsOf(second!.content).at(-1)!.key_takeaways.at(-1)).toBe(RIGHT);
});

it('who reads a later part is told the lessons before as they are mended, and does not follow what was wrong in them', async () => {
  connectOne(8_192);
  await write(SHORT);
  const before = (prompt: string) => {
    const others = JSON.parse(/<others>(.*?)<\/others>/s.exec(prompt)![1]!) as { number: string; takeaways: string[] }[];
    return others.find(({ number }) => number === '1.1')?.takeaways;
  };
  const [first, ...later] = asked;
  expect(before(first!)).toBeUndefined();
  expect(later.length).toBeGreaterThan(0);
  for (const prompt of later) {
    expect(before(prompt)).toContain(RIGHT);
    expect(before(prompt)).not.toContain(WRONG);
  }
});

it('the log says if only a part of the course could be read; what was found in it is mended', async () => {
  connectOne(8_192);
  usable = 1;
  const { runId } = await write(SHORT);
  expect(await logOf(runId, 'course.edited')).toEqual([
    'A service has read a part of the course and mended passages. Changed lessons: 1. To compare first: 0.',
  ]);
});
