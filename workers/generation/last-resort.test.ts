import { expect, it } from 'vitest';
import { getCourse } from '#domain/courses/content/course.queries.ts';
import { lessonsOf } from '#domain/courses/content/course-content.queries.ts';
import { patience } from '#ops/testing/slowness.ts';
import { SHORT, usePipeline } from './pipeline.factory.ts';

/** The lesson that every service shortens, by the key of its calls. */
let cut: string | null = null;

const { database, write } = usePipeline({
  answer(call, whole) {
    if (call.purpose !== 'lesson' || (cut ??= call.key) !== call.key) return whole;
    const lesson = JSON.parse(whole) as { content: string };
    // whole sentences, so that the length is its only fault
    const [begin = ''] = /^(?:\S+\s+){220}/.exec(lesson.content) ?? [];
    const kept = begin.replace(/[^.]*$/, '');
    return JSON.stringify({ ...lesson, content: kept });
  },
});

it(
  'a lesson that no service wrote completely says so to its reader, in the quality of its course, and in the log of the run',
  { timeout: patience(300_000) },
  async () => {
    const { content, runId } = await write({ ...SHORT, content_depth: 'comprehensive', topic: 'Keeping bees' }, undefined, 240_000);
    const noted = lessonsOf(content!).filter(({ notes }) => notes.length > 0);
    expect(noted).toHaveLength(1);
    expect(noted[0]!.notes).toContain('length');
    expect(content).toMatchObject({ quality_level: 'standard', missing_lessons: 0 });
    const { account_id: accountId, course_id: courseId } = await database
      .knex('run')
      .join('course_run', 'run_id', 'id')
      .where({ id: runId })
      .first('account_id', 'course_id');
    const course = await getCourse({ accountId, courseId });
    expect(course.quality_level).toBe('standard');
    const told: string[] = await database.knex('run_event').where({ run_id: runId, event: 'lesson.ready' }).pluck('text');
    const without = told.filter((text) => text.endsWith('It falls short of the request; a note in the lesson says how.'));
    expect(without).toHaveLength(1);
    expect(without[0]).toContain(noted[0]!.title);
  },
);
