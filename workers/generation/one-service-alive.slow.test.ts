import { expect, it } from 'vitest';
import { SERVICES, type Service } from '#contract/platform/status.contract.ts';
import { lessonsOf } from '#domain/courses/content/course-content.queries.ts';
import { config } from '#domain/platform/config.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { usePipeline } from './pipeline.factory.ts';

const { database, write, control, configure } = usePipeline();

/** The service that answers; outline, research and every second lesson begin with another. */
const ALIVE = 'openai';
const DEAD = SERVICES.filter((service) => service !== ALIVE);
/** An address where nothing listens. */
const NOWHERE = 'http://127.0.0.1:9/v1';
const DELIVERED_WITHIN_S = 25;
/**
 * Maximum calls to a dead service, however long the course takes: the first steps call it before its state is known, then it is probed by
 * one call at a time.
 */
const MOST_CALLS = 40;

/** Makes all services but one fail in this way, with production pauses and patience. */
async function breakServices(way: string): Promise<void> {
  const { vendor, vendors } = config();
  const nowhere = Object.fromEntries(DEAD.map((service) => [service, { ...vendors[service], baseURL: NOWHERE }]));
  configure({
    vendor: { ...vendor, retryBaseMs: 400, outagePatienceMs: 600_000 },
    ...(way === 'refused connection' && { vendors: { ...vendors, ...nowhere } }),
  });
  if (way === 'refused connection') return;
  for (const service of DEAD) await control('PUT', 'faults', { service, mode: way });
}

it.each(['429', '500', 'refused connection', 'hang'])(
  'one service up and three failing (%s): the course comes at most 25 s after its last lesson, and the failing ones are left alone',
  async (way) => {
    await breakServices(way);
    const { runId, run, content } = await write({ topic: `Rope ferries and ${way}` }, undefined, 400_000);
    expect(run.status).toBe('completed');
    expect(content!.quality_level).toBe('standard');
    const [times] = await rowsOf<{ waited_s: number }>(
      database.knex,
      sql`select extract(epoch from run.finished_at - max(step.finished_at))::float as waited_s
            from run join step on run_id = run.id and key like 'lesson:%' where run.id = ${runId} group by run.id`,
    );
    const calls = await rowsOf<{ service: Service; calls: number }>(
      database.knex,
      sql`select service, count(*)::int as calls from vendor_call where run_id = ${runId} group by service order by service`,
    );
    const lessons = lessonsOf(content!);
    expect(lessons.map(({ reviewed_by: by }) => by)).toEqual(lessons.map(() => null));
    expect(times!.waited_s).toBeLessThanOrEqual(DELIVERED_WITHIN_S);
    for (const { service, calls: n } of calls.filter((one) => one.service !== ALIVE)) expect(n, service).toBeLessThanOrEqual(MOST_CALLS);
  },
  420_000,
);
