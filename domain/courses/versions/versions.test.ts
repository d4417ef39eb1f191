import { beforeAll, describe, expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { lessonPrint } from '#contract/courses/lesson-print.ts';
import { courseSchema, lessonSchema, type Course } from '#contract/courses/courses.contract.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { buildLesson, givenCourse, givenOwner } from '#domain/courses/content/course.factory.ts';
import { getCourse, listCourses } from '#domain/courses/content/course.queries.ts';
import { editLesson, type LessonEdit, pinLesson } from '#domain/courses/content/lesson.commands.ts';
import { storedLessons } from '#domain/generation/proposals/proposal.factory.ts';
import { restoreVersion } from './restore-version.command.ts';
import { getVersion, listVersions } from './version.queries.ts';

const db = useTestDatabase();
let accountId: string;
let stranger: string;
beforeAll(async () => {
  accountId = await givenOwner();
  stranger = await givenOwner();
});

const lessonsOf = (course: Course) => course.modules.flatMap((module) => module.lessons);
const read = (courseId: string) => getCourse({ accountId, courseId });
const edit = (courseId: string, changes: LessonEdit['changes'], given: Partial<LessonEdit> = {}) =>
  editLesson({ accountId, courseId, lessonId: '0_0', baseVersion: 1, editSession: uuidv7(), changes, ...given });

describe('editing a lesson by hand', () => {
  it('keeps the Markdown as typed, records the edit, keeps quiz and checking service, and touches no other byte', async () => {
    const courseId = await givenCourse(accountId);
    const before = await storedLessons(courseId);
    const content = '  ## Frühling\r\n\r\n*still* & <warm> \t\n\n\n- eins\n-  zwei \u2028 `{{x}}`  ';
    const { version, lesson } = await edit(courseId, { title: 'The hive in May', content });
    expect(lessonSchema.parse(lesson)).toEqual(lesson);
    expect(lesson).toMatchObject({ content, title: 'The hive in May', notes: ['edited'], reviewed_by: 'gemini', index: '0_0' });
    expect(lesson.quiz).toHaveLength(1);
    expect(version).toBe(2);
    const after = await storedLessons(courseId);
    after.delete(lesson.lesson_id);
    before.delete(lesson.lesson_id);
    expect(after).toEqual(before);
  });

  it('saves of one session make one version, those of another a new one', async () => {
    const courseId = await givenCourse(accountId);
    const editSession = uuidv7();
    const versions: number[] = [];
    for (const content of ['a', 'ab', 'abc'])
      versions.push((await edit(courseId, { content }, { editSession, baseVersion: versions.at(-1) ?? 1 })).version);
    versions.push((await edit(courseId, { content: 'other' }, { baseVersion: 2 })).version);
    expect(versions).toEqual([2, 2, 2, 3]);
    expect(lessonsOf((await getVersion({ accountId, courseId, number: 2 })).course)[0]?.content).toBe('abc');
    expect((await listVersions({ accountId, courseId })).map((one) => one.kind)).toEqual(['edited', 'edited', 'generated']);
  });

  it('an edit based on a version that its session has since rewritten is a conflict and overwrites nothing', async () => {
    const courseId = await givenCourse(accountId);
    const editSession = uuidv7();
    const opened = (await edit(courseId, { content: 'a' }, { editSession })).lesson;
    await edit(courseId, { content: 'a, and more' }, { editSession, baseVersion: 2 });
    const late = (basePrint: string) => edit(courseId, { content: 'b' }, { baseVersion: 2, basePrint });
    await expect(late(lessonPrint(opened))).rejects.toMatchObject({ code: 'course.version_conflict' });
    const live = lessonsOf(await read(courseId))[0]!;
    expect([live.content, (await late(lessonPrint(live))).version]).toEqual(['a, and more', 3]);
  });

  it('another lesson that was rewritten in the same version is no conflict, and stays', async () => {
    const courseId = await givenCourse(accountId);
    const editSession = uuidv7();
    await edit(courseId, { content: 'a' }, { editSession });
    const opened = lessonsOf(await read(courseId))[1]!;
    await edit(courseId, { content: 'a, and more' }, { editSession, baseVersion: 2 });
    const { version } = await edit(courseId, { content: 'b' }, { lessonId: '0_1', baseVersion: 2, basePrint: lessonPrint(opened) });
    expect([version, ...lessonsOf(await read(courseId)).map(({ content }) => content)].slice(0, 3)).toEqual([3, 'a, and more', 'b']);
  });

  it('a save that is sent again, or changes nothing, makes no version', async () => {
    const courseId = await givenCourse(accountId);
    const editSession = uuidv7();
    await edit(courseId, { content: 'a' }, { editSession });
    await edit(courseId, { content: 'a' }, { editSession });
    await edit(courseId, { content: 'a' }, { baseVersion: 2 });
    await edit(courseId, {}, { baseVersion: 2 });
    expect((await read(courseId)).version).toBe(2);
  });

  it('of ten concurrent editors one saves, the others get a conflict, and nothing is lost', async () => {
    const courseId = await givenCourse(accountId);
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, (_, n) => edit(courseId, { content: `editor ${n}` })));
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'course.version_conflict' });
    }
    expect((await read(courseId)).version).toBe(2);
  });

  it('an overtaken editing session gets a conflict, and its own version stays readable', async () => {
    const courseId = await givenCourse(accountId);
    const editSession = uuidv7();
    await edit(courseId, { content: 'first' }, { editSession });
    await edit(courseId, { content: 'second' }, { baseVersion: 2 });
    await expect(edit(courseId, { content: 'third' }, { editSession, baseVersion: 2 })).rejects.toMatchObject({
      code: 'course.version_conflict',
    });
    expect(lessonsOf((await getVersion({ accountId, courseId, number: 2 })).course)[0]?.content).toBe('first');
  });

  it('keeps the row behind the lists up to date', async () => {
    const courseId = await givenCourse(await givenOwner());
    const { account_id: owner } = (await db.knex('course').where({ id: courseId }).first('account_id'))!;
    await db.knex('course').where({ id: courseId }).update({ duration_minutes: 1, lesson_count: 99 });
    await editLesson({ accountId: owner, courseId, lessonId: '0_0', baseVersion: 1, editSession: uuidv7(), changes: { content: 'x' } });
    expect((await listCourses({ accountId: owner, limit: 1 })).courses[0]).toMatchObject({
      lesson_count: 3,
      estimated_total_duration: '3 min',
    });
  });
});

describe('the history of a course', () => {
  it('says what each version changed, newest first', async () => {
    const courseId = await givenCourse(accountId);
    await edit(courseId, { title: 'New title' });
    const [newest, first] = await listVersions({ accountId, courseId });
    const [lesson] = lessonsOf(await read(courseId));
    expect(newest).toMatchObject({
      number: 2,
      kind: 'edited',
      current: true,
      changed_lessons: [{ lesson_id: lesson?.lesson_id, title: 'New title' }],
    });
    expect(first).toMatchObject({ number: 1, kind: 'generated', current: false, changed_lessons: [] });
  });

  it('keeps the last 20 versions and always the current one', async () => {
    const courseId = await givenCourse(accountId);
    for (let number = 1; number <= 25; number += 1) await edit(courseId, { content: `text ${number}` }, { baseVersion: number });
    const numbers = (await listVersions({ accountId, courseId })).map((one) => one.number);
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, i) => 26 - i));
    await expect(getVersion({ accountId, courseId, number: 6 })).rejects.toMatchObject({ code: 'not_found' });
    expect(lessonsOf((await getVersion({ accountId, courseId, number: 7 })).course)[0]?.content).toBe('text 6');
    expect(await db.knex('course_version').where({ course_id: courseId }).count('* as n').first()).toEqual({ n: 20 });
  });

  it('restores a whole version as the newest one; restoring the current content creates none', async () => {
    const courseId = await givenCourse(accountId);
    const before = await storedLessons(courseId);
    await edit(courseId, { content: 'changed', title: 'Changed' });
    const { version, course } = await restoreVersion({ accountId, courseId, number: 1 });
    expect(courseSchema.parse(course)).toEqual(course);
    expect(version).toBe(3);
    expect(await storedLessons(courseId)).toEqual(before);
    expect((await restoreVersion({ accountId, courseId, number: 1 })).version).toBe(3);
    expect((await listVersions({ accountId, courseId }))[0]).toMatchObject({
      kind: 'restored',
      changed_lessons: [{ title: 'The hive in spring' }],
    });
  });

  it('restores one lesson and leaves the others as they are', async () => {
    const courseId = await givenCourse(accountId);
    const before = lessonsOf(await read(courseId));
    await edit(courseId, { content: 'one' });
    await edit(courseId, { content: 'two' }, { lessonId: '0_1', baseVersion: 2 });
    const { course } = await restoreVersion({ accountId, courseId, number: 1, lessonId: before[0]!.lesson_id });
    expect(lessonsOf(course).map((lesson) => lesson.content)).toEqual([before[0]?.content, 'two', before[2]?.content]);
  });

  it('a removed lesson is restored at its place, with its module', async () => {
    const lessons = [buildLesson({ title: 'A' }), buildLesson({ title: 'B' }), buildLesson({ title: 'C' })];
    const modules = [
      { title: 'One', summary: 's1', lessons },
      { title: 'Two', summary: 's2', lessons: [buildLesson({ title: 'D' })] },
      { title: 'Three', summary: 's3', lessons: [buildLesson({ title: 'E' })] },
    ];
    const courseId = await givenCourse(accountId, { document: { modules } });
    const without = {
      title: 'x',
      description: 'y',
      modules: [{ ...modules[0], lessons: [lessons[0], lessons[2]] }, modules[2]],
      missing_lessons: 2,
      quality_level: 'partial',
    };
    const whole = (await db.knex('course_version').where({ course_id: courseId }).first('content'))!.content;
    await db.knex('course_version').insert({ course_id: courseId, number: 2, content: JSON.stringify({ ...whole, ...without }) });
    await db.knex('course').where({ id: courseId }).update({ current_version: 2, lesson_count: 3, quality_level: 'partial' });

    const middle = await restoreVersion({ accountId, courseId, number: 1, lessonId: '0_1' });
    expect(lessonsOf(middle.course).map((lesson) => lesson.title)).toEqual(['A', 'B', 'C', 'E']);
    const { course } = await restoreVersion({ accountId, courseId, number: 1, lessonId: modules[1]!.lessons[0]!.lesson_id });
    expect(course.modules.map((module) => [module.title, module.lessons.map((lesson) => lesson.title)])).toEqual([
      ['One', ['A', 'B', 'C']],
      ['Two', ['D']],
      ['Three', ['E']],
    ]);
    expect(course.quality_level).toBe('high');
  });

  it('returns not found for missing versions and lessons, and for other users’ courses', async () => {
    const courseId = await givenCourse(accountId);
    const missing = { code: 'not_found' };
    for (const number of [0, 2, 9_999_999_999, 1.5]) {
      await expect(getVersion({ accountId, courseId, number })).rejects.toMatchObject(missing);
      await expect(restoreVersion({ accountId, courseId, number })).rejects.toMatchObject(missing);
    }
    for (const lessonId of ['7_7', '0_', uuidv7(), 'x', '']) {
      await expect(restoreVersion({ accountId, courseId, number: 1, lessonId })).rejects.toMatchObject(missing);
      await expect(edit(courseId, { content: 'x' }, { lessonId })).rejects.toMatchObject(missing);
    }
    await expect(listVersions({ accountId: stranger, courseId })).rejects.toMatchObject(missing);
    await expect(getVersion({ accountId: stranger, courseId, number: 1 })).rejects.toMatchObject(missing);
    await expect(restoreVersion({ accountId: stranger, courseId, number: 1 })).rejects.toMatchObject(missing);
    await expect(edit(courseId, { content: 'x' }, { accountId: stranger })).rejects.toMatchObject(missing);
    await expect(pinLesson({ accountId: stranger, courseId, lessonId: '0_0', pinned: true })).rejects.toMatchObject(missing);
  });
});

it('a pin is set and removed idempotently, and follows the lesson through versions', async () => {
  const courseId = await givenCourse(accountId);
  const pins = async () => lessonsOf(await read(courseId)).map((lesson) => lesson.pinned);
  await pinLesson({ accountId, courseId, lessonId: '0_1', pinned: true });
  await pinLesson({ accountId, courseId, lessonId: '0_1', pinned: true });
  await edit(courseId, { content: 'edited although pinned' }, { lessonId: '0_1' });
  expect(await pins()).toEqual([false, true, false]);
  await pinLesson({ accountId, courseId, lessonId: '0_1', pinned: false });
  await pinLesson({ accountId, courseId, lessonId: '0_1', pinned: false });
  expect(await pins()).toEqual([false, false, false]);
});
