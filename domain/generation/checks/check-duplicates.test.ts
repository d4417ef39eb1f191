import { beforeAll, expect, it } from 'vitest';
import { givenOwner } from '#domain/courses/content/course.factory.ts';
import { buildLessonText, buildOutline, claim, givenStartedRun, playOutline } from '#domain/generation/runs/run.factory.ts';
import { lessonKeys } from '#domain/generation/runs/stage-order.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { setJobSink } from '#domain/platform/steps/job-sink.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { minHashSketch, refuseTwin } from './check-duplicates.ts';

const database = useTestDatabase();
beforeAll(() => setJobSink(async () => {}));

it('of lessons that arrive at the same moment with one text, the first is stored and the others are requested again', async () => {
  const runId = await givenStartedRun(await givenOwner());
  const lessons = await playOutline(runId, buildOutline(1, 3));
  const steps = await Promise.all(lessons.map((id) => claim(runId, lessonKeys(id).write)));
  const sketch = minHashSketch(
    'Bees keep the brood warm in winter, and fan it in summer, as each keeper sees from the outside of the hive.',
  );
  const ended = await Promise.allSettled(
    steps.map((step) =>
      completeStep(step, {
        output: { ...buildLessonText('A'), sketch },
        service: 'claude',
        also: (trx) => refuseTwin(trx, step, sketch, 'claude'),
      }),
    ),
  );
  expect(ended.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
  for (const one of ended)
    if (one.status === 'rejected')
      expect(one.reason).toMatchObject({ code: 'vendors.broken_output', repairHint: expect.stringContaining('another lesson') });
  const stored = await database.knex('step').where({ run_id: runId, state: 'completed', job: 'write-lesson' });
  expect(stored).toHaveLength(1);
});
