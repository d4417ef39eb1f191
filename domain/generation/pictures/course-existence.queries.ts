import { config } from '#domain/platform/config.ts';
import { database } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import type { PollLater } from '#domain/platform/steps/defer-step.command.ts';

const LONGEST_LOOK_MS = 5_000;
const WITHIN_MS = 30 * 24 * 60 * 60_000;

/**
 * Tells whether a course exists, is still being written, or will never exist. The course is named by the run that writes it, or by its own
 * id.
 */
export async function courseExistence(homeId: string): Promise<'there' | 'writing' | 'never'> {
  const [home] = await rowsOf<{ is_there: boolean; is_live: boolean }>(
    database(),
    sql`select exists (select from course where course.id = ${homeId} or course.run_id = ${homeId}) as is_there,
               exists (select from run where run.id = ${homeId} and run.status in ('queued','running')) as is_live`,
  );
  return home!.is_there ? 'there' : home!.is_live ? 'writing' : 'never';
}

/** Returns when to poll again whether the course is finished. */
export const pollWhileWriting = (): PollLater => ({ afterMs: Math.min(LONGEST_LOOK_MS, config().google.videoPollMs), withinMs: WITHIN_MS });
