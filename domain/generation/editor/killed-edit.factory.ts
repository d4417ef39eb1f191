import { expect } from 'vitest';
import { liveLessons } from '#domain/courses/content/live-lesson.queries.ts';
import type { CourseStep } from '#domain/generation/answers/ask-for-step.ts';
import { runLessonCheck } from '#domain/generation/lesson-check/lesson-check.commands.ts';
import { assembleCourse } from '#domain/generation/lessons/assemble-course.command.ts';
import { useModules } from '#domain/generation/lessons/module.factory.ts';
import { claim, playRest } from '#domain/generation/runs/run.factory.ts';
import { admitRuns } from '#domain/platform/runs/admit-runs.command.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { killableProcess } from '#domain/testing/killed-process.factory.ts';
import { callsSettled } from '#domain/vendors/llm/call.commands.ts';
import { applyEdits } from './apply-edits.command.ts';
import { COURSE_EDIT_KIND } from './course-edit.kind.ts';
import { editCourse } from './edit-course.command.ts';
import { finishEditing } from './finish-editing.command.ts';

const MENDED = 'The editor has been here.';
const WORK: Readonly<Record<string, (work: { step: CourseStep; signal: AbortSignal }) => Promise<void>>> = {
  'edit-course': editCourse,
  'apply-edits': applyEdits,
  'review-lesson': runLessonCheck,
  'finish-editing': finishEditing,
};

/** Sets up editors in processes that are killed; call it once at the top of a test file. */
export function useKilledEditors() {
  /** The last takeaway of the first lesson. */
  let old = '';
  const modules = useModules({
    answer: ({ purpose }, composed) =>
      purpose === 'editing'
        ? JSON.stringify({ replacements: [{ lesson: '1.1', place: 'takeaways', id: '', old, new: MENDED, reason: 'It is new.' }] })
        : composed,
  });
  const { database } = modules;

  /** Completes a course. @returns the run of its editor */
  async function given(): Promise<{ editId: string; courseId: string }> {
    const { runId, lessons } = await modules.given();
    for (let at = 0; at < lessons.length; at += 3) await modules.writeModule(runId, lessons[at]!);
    for (const id of lessons) await playRest(runId, id);
    await assembleCourse({ step: await claim(runId, 'assemble'), signal: AbortSignal.timeout(60_000) });
    await admitRuns();
    const edit = await database.knex('run').where({ parent_id: runId, kind: COURSE_EDIT_KIND }).first('id');
    const courseId = (await database.knex('course_run').where({ run_id: runId }).first('course_id'))!.course_id!;
    old = (await liveLessons(courseId))[0]!.key_takeaways.at(-1)!;
    return { editId: edit!.id, courseId };
  }

  /** Executes the steps of a run until it has ended. */
  async function edit(runId: string): Promise<void> {
    for (;;) {
      const next = await database.knex('step').where({ run_id: runId, state: 'queued' }).orderBy('created_at').first('key', 'job');
      if (!next) return;
      await WORK[next.job]!({ step: await claim(runId, next.key), signal: AbortSignal.timeout(60_000) });
      await callsSettled();
    }
  }

  /**
   * Edits a course in a process that is killed after this many lasting changes, and then in another.
   * @returns whether the first was killed
   */
  async function editKilledAfter(changes: number): Promise<boolean> {
    const mortal = killableProcess();
    try {
      const { editId, courseId } = await given();
      await modules.control('DELETE', 'calls');
      mortal.killAfter(changes);
      await edit(editId).catch(() => undefined);
      const wasKilled = mortal.isDead();
      await mortal.revive();
      const answered = await database.knex('step').where({ run_id: editId, job: 'edit-course' }).whereNotNull('answer').first('id');
      // the dead worker's lease ends
      await rowsOf(database.knex, sql`update step set lease_until = now() - interval '1 s' where run_id = ${editId} and state = 'running'`);
      const left = await database.knex('step').where({ run_id: editId, state: 'running' }).first('key', 'job');
      if (left) await WORK[left.job]!({ step: await claim(editId, left.key), signal: AbortSignal.timeout(60_000) });
      await edit(editId);
      const when = `killed after ${changes}`;
      expect(await database.knex('run').where({ id: editId }).first('status'), when).toEqual({ status: 'completed' });
      const versions = await database.knex('course_version').where({ course_id: courseId }).orderBy('number').pluck('kind');
      expect(versions, when).toEqual(['generated', 'corrected']);
      expect((await liveLessons(courseId))[0]!.key_takeaways.at(-1), when).toBe(MENDED);
      expect(
        (await modules.eventsOf(editId)).filter((name) => name === 'course.edited'),
        when,
      ).toHaveLength(1);
      // an answer that was stored is not bought again
      const calls = modules.callsFor('editing').filter(({ status, aborted }) => status === 200 && !aborted);
      expect(calls.length, when).toBeLessThanOrEqual(answered || !wasKilled ? 1 : 2);
      return wasKilled;
    } finally {
      mortal.restore();
    }
  }

  return { editKilledAfter };
}
