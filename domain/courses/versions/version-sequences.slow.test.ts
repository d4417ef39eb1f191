import { beforeAll, expect, it } from 'vitest';
import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { completeLesson, bookmarkLesson } from '#domain/progress/lesson-progress.commands.ts';
import { setJobSink } from '#domain/platform/steps/job-sink.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { acceptProposal } from '#domain/generation/proposals/proposal.commands.ts';
import { buildLesson, givenCourse, givenOwner } from '#domain/courses/content/course.factory.ts';
import { getCourse } from '#domain/courses/content/course.queries.ts';
import { editLesson, pinLesson } from '#domain/courses/content/lesson.commands.ts';
import { givenProposal, storedLessons } from '#domain/generation/proposals/proposal.factory.ts';
import { restoreVersion } from './restore-version.command.ts';

const db = useTestDatabase();
let accountId: string;
beforeAll(async () => {
  setJobSink(async () => undefined);
  accountId = await givenOwner();
});

const LESSONS = 5;
const place = fc.nat(LESSONS - 1);
const action = fc.oneof(
  fc.record({
    do: fc.constant('edit' as const),
    lesson: place,
    text: fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }).filter((text) => !text.includes('\0')),
  }),
  fc.record({ do: fc.constant('accept' as const), lesson: place }),
  fc.record({ do: fc.constant('restore' as const), back: fc.integer({ min: 1, max: 19 }) }),
  fc.record({ do: fc.constant('restore-lesson' as const), back: fc.integer({ min: 1, max: 19 }), lesson: place }),
  fc.record({ do: fc.constant('pin' as const), lesson: place, pinned: fc.boolean() }),
  fc.record({ do: fc.constant('complete' as const), lesson: place }),
  fc.record({ do: fc.constant('bookmark' as const), lesson: place }),
);

it('G34 G35: after any sequence of accepting, editing, restoring and pinning, untouched lessons keep every byte, and no mark or version within 20 is lost', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 25 }), async (actions) => {
      const build = (n: number) => ({
        title: `M${n}`,
        summary: '',
        lessons: n === 0 ? [buildLesson(), buildLesson()] : [buildLesson(), buildLesson(), buildLesson()],
      });
      const courseId = await givenCourse(accountId, { document: { modules: [build(0), build(1)] } });
      const ids = [...(await storedLessons(courseId)).keys()];
      /** The immutable content of each version, by number. */
      const history = new Map([[1, await storedLessons(courseId)]]);
      const marks = { completed: new Set<string>(), bookmarked: new Set<string>(), pinned: new Set<string>() };
      let number = 1;

      for (const step of actions) {
        const before = history.get(number)!;
        const lessonId = 'lesson' in step ? ids[step.lesson]! : '';
        const target = 'back' in step ? Math.max(1, number - step.back) : 0;
        let mayChange: string[] = [];
        if (step.do === 'edit') {
          await editLesson({ accountId, courseId, lessonId, baseVersion: number, editSession: uuidv7(), changes: { content: step.text } });
          mayChange = [lessonId];
        } else if (step.do === 'accept' && !marks.pinned.has(lessonId)) {
          const taskId = await givenProposal({ accountId, courseId, lessonIds: [lessonId], text: `Anew ${uuidv7()}` });
          await acceptProposal({ accountId, courseId, taskId });
          mayChange = [lessonId];
        } else if (step.do === 'restore') {
          await restoreVersion({ accountId, courseId, number: target });
          mayChange = ids;
        } else if (step.do === 'restore-lesson') {
          await restoreVersion({ accountId, courseId, number: target, lessonId });
          mayChange = [lessonId];
        } else if (step.do === 'pin') {
          await pinLesson({ accountId, courseId, lessonId, pinned: step.pinned });
          marks.pinned[step.pinned ? 'add' : 'delete'](lessonId);
        } else if (step.do === 'complete') {
          await completeLesson({ accountId, courseId, lessonId });
          marks.completed.add(lessonId);
        } else if (step.do === 'bookmark') {
          await bookmarkLesson({ accountId, courseId, lessonId });
          marks.bookmarked.add(lessonId);
        }

        const after = await storedLessons(courseId);
        expect([...after.keys()]).toEqual(ids);
        expect(ids.filter((id) => after.get(id) !== before.get(id) && !mayChange.includes(id))).toEqual([]);
        if (step.do === 'restore') expect(after).toEqual(history.get(target));
        if (step.do === 'restore-lesson') expect(after.get(lessonId)).toBe(history.get(target)?.get(lessonId));
        const { current_version } = (await db.knex('course').where({ id: courseId }).first('current_version'))!;
        expect(current_version - number).toBeOneOf([0, 1]);
        if (current_version === number) expect(after).toEqual(before);
        number = current_version;
        history.set(number, after);
      }

      const course = await getCourse({ accountId, courseId });
      for (const lesson of course.modules.flatMap((module) => module.lessons)) {
        expect(lesson).toMatchObject({
          completed: marks.completed.has(lesson.lesson_id),
          bookmarked: marks.bookmarked.has(lesson.lesson_id),
          pinned: marks.pinned.has(lesson.lesson_id),
        });
      }
      const { rows } = await db.knex.raw(
        `select number, lesson->>'lesson_id' as id, lesson::text as bytes from course_version, jsonb_path_query(content, '$.modules[*].lessons[*]') lesson
          where course_id = ?`,
        [courseId],
      );
      const kept = new Map<number, Map<string, string>>();
      for (const row of rows) kept.set(row.number, (kept.get(row.number) ?? new Map()).set(row.id, row.bytes));
      const expected = [...history].filter(([one]) => one > number - 20);
      expect([...kept].toSorted(([a], [b]) => a - b)).toEqual(expected.toSorted(([a], [b]) => a - b));
    }),
    { numRuns: 40 },
  );
});
