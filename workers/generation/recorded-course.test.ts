import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { CourseFormInput } from '#contract/generation/course-form.contract.ts';
import { lessonsOf } from '#domain/courses/content/course-content.queries.ts';
import { patience } from '#ops/testing/slowness.ts';
import { usePipeline } from './pipeline.factory.ts';

/** The answers of a strong model to all calls of one course, in the order in which they came. `key`: what was asked for, and of which lesson. */
interface Recording {
  readonly form: Partial<CourseFormInput>;
  readonly calls: readonly { readonly key: string; readonly answer: unknown }[];
}

const recordings = new URL('../../ops/testing/recordings/', import.meta.url);
const { form, calls } = JSON.parse(readFileSync(new URL('sourdough.json', recordings), 'utf8')) as Recording;
const left = Map.groupBy(calls, ({ key }) => key);
const unknown: string[] = [];
const { database, write } = usePipeline({
  answer({ key }, composed) {
    const asked = key.slice(key.indexOf('/') + 1);
    const next = left.get(asked)?.shift();
    if (!next) unknown.push(asked);
    return next ? JSON.stringify(next.answer) : composed;
  },
});

it(
  'a course that a strong model wrote passes every check as it came, and its editor mends it',
  { timeout: patience(120_000) },
  async () => {
    const { run, runId, content } = await write({ content_depth: 'comprehensive', ...form }, undefined, patience(100_000));
    expect(run).toMatchObject({ status: 'completed', error_code: null });
    expect(content).toMatchObject({
      quality_level: 'high',
      missing_lessons: 0,
      plan: { thread: { name: expect.any(String) }, final_task: {} },
    });
    const lessons = lessonsOf(content!);
    expect(lessons.map(({ notes }) => notes)).toEqual(Array.from({ length: 9 }, () => []));
    expect(lessons.map(({ quiz }) => quiz.length)).toEqual(Array.from({ length: 9 }, () => 5));
    expect(lessons.filter(({ workshop }) => workshop !== undefined)).toHaveLength(3);
    const [applied] = await database
      .knex('step')
      .join('run', 'run.id', 'step.run_id')
      .where({ parent_id: runId, job: 'apply-edits' })
      .pluck('output');
    expect(Object.values((applied as { applied: Record<string, number> }).applied).reduce((sum, count) => sum + count, 0)).toBe(9);
    expect(applied).toMatchObject({ refused: {} });
    // nothing was asked for again, and nothing was left out
    expect(unknown).toEqual([]);
    expect([...left.values()].flat()).toEqual([]);
  },
);
