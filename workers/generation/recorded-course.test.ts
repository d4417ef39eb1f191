import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { CourseFormInput } from '#contract/generation/course-form.contract.ts';
import { lessonsOf } from '#domain/courses/content/course-content.queries.ts';
import { patience } from '#ops/testing/slowness.ts';
import { usePipeline } from './pipeline.factory.ts';

/** The answers of a strong model to all calls of one course, in the order in which they came. `key`: what was asked for, and of which lesson. */
interface Recording {
  readonly form: Partial<CourseFormInput>;
  readonly calls: readonly { readonly key: string; readonly answer: { readonly replacements?: readonly unknown[] } }[];
}

const folder = new URL('../../ops/testing/recordings/', import.meta.url);
let left = new Map<string, Recording['calls'][number][]>();
let unknown: string[] = [];
const { database, write, connectOne } = usePipeline({
  answer({ key }, composed) {
    const asked = key.slice(key.indexOf('/') + 1);
    const next = left.get(asked)?.shift();
    if (!next) unknown.push(asked);
    return next ? JSON.stringify(next.answer) : composed;
  },
});

it.each([
  { name: 'sourdough', by: 'four services', isOne: false },
  { name: 'bayes', by: 'one model in the place of all', isOne: true },
])(
  'a course on $name that a strong model wrote as $by passes the checks as it did when it came, and its editor mends it',
  { timeout: patience(120_000) },
  async ({ name, isOne }) => {
    if (isOne) connectOne(200_000);
    const { form, calls } = JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')) as Recording;
    left = Map.groupBy(calls, ({ key }) => key);
    unknown = [];
    const { run, runId, content } = await write(
      { content_depth: 'comprehensive', interactive_elements: 'gamified', ...form },
      undefined,
      patience(100_000),
    );
    expect(run).toMatchObject({ status: 'completed', error_code: null });
    expect(content).toMatchObject({
      quality_level: isOne ? 'standard' : 'high',
      missing_lessons: 0,
      plan: { thread: { name: expect.any(String) }, final_task: {} },
    });
    // its lessons take some four minutes a day to read
    expect(content!.plan!.pace!.minutes.reading).toBeGreaterThan(2);
    const lessons = lessonsOf(content!);
    expect(lessons.map(({ notes }) => notes)).toEqual(Array.from({ length: 9 }, () => []));
    expect(lessons.map(({ quiz }) => quiz.length)).toEqual(Array.from({ length: 9 }, () => 5));
    expect(lessons.filter(({ workshop }) => workshop !== undefined)).toHaveLength(3);
    const [applied] = await database
      .knex('step')
      .join('run', 'run.id', 'step.run_id')
      .where({ parent_id: runId, job: 'apply-edits' })
      .pluck('output');
    const found = calls.filter(({ key }) => key === 'editing').reduce((sum, { answer }) => sum + answer.replacements!.length, 0);
    expect(Object.values((applied as { applied: Record<string, number> }).applied).reduce((sum, count) => sum + count, 0)).toBe(found);
    expect(applied).toMatchObject({ refused: {} });
    // nothing was asked for again, and nothing was left out
    expect(unknown).toEqual([]);
    expect([...left.values()].flat()).toEqual([]);
  },
);
