import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { missingLessons } from './missing-lessons.queries.ts';
import type { MissingRun } from './missing-runs.ts';
import { attachKey, runByKey, type SentRequest } from '#domain/platform/runs/run-key.ts';
import { startRewrite } from '#domain/generation/rewrites/start-rewrite.command.ts';

interface WriteMissing {
  readonly accountId: string;
  readonly courseId: string;
  readonly requestId: string;
  readonly idempotencyKey?: string | undefined;
}

/** How often what is missing is looked at anew because somebody else was faster. */
const MOST_ATTEMPTS = 5;

/**
 * Starts one run that writes all lessons a course lacks and that nobody is writing. When all of them are being written already it leads to the
 * newest of those runs, so that pressing twice, or in two windows, buys nothing twice.
 * @throws ProductError not_found; run.lesson_not_failed when nothing is missing, or the plan of the course is gone;
 *   idempotency.body_mismatch; tokens.insufficient; spend.user_cap, spend.install_cap
 */
export async function writeMissing({ accountId, courseId, requestId, idempotencyKey }: WriteMissing): Promise<{ runId: string }> {
  const sent = { accountId, key: idempotencyKey, asked: ['write-missing-lessons', courseId] };
  return writeOpen({ sent, courseId, requestId, look: () => missingLessons({ accountId, courseId }) });
}

/** What is to be written for a course. */
interface Open {
  /** The course's own run, which could not write it; null when it is gone. */
  readonly fromRun: string | null;
  /** Lessons that nobody is at. */
  readonly open: readonly string[];
  /** Live runs that are at the others, newest first. */
  readonly writing: readonly MissingRun[];
}

/**
 * One run for everything that is open, or the newest that is at it already.
 * @param given `look` says what is open now
 * @throws as `writeMissing`
 */
export async function writeOpen(given: {
  sent: SentRequest & { accountId: string };
  courseId: string;
  requestId: string;
  look: () => Promise<Open>;
}): Promise<{ runId: string }> {
  const { sent, courseId, requestId, look } = given;
  const earlier = await runByKey(database(), sent);
  if (earlier) return { runId: earlier };
  for (let attempt = 1; ; attempt += 1) {
    const { fromRun, open, writing } = await look();
    if (fromRun === null || open.length === 0) {
      const [newest] = writing;
      if (!newest) throw new ProductError('run.lesson_not_failed', 'This course lacks nothing that could be written.');
      return { runId: await attachKey(sent, newest.runId) };
    }
    try {
      const { runId } = await startRewrite({
        accountId: sent.accountId,
        courseId,
        lessonIds: open,
        instruction: '',
        missingFromRun: fromRun,
        requestId,
        idempotencyKey: sent.key,
        asked: sent.asked,
      });
      return { runId };
    } catch (error) {
      if (!wasOvertaken(error) || attempt === MOST_ATTEMPTS) throw error;
    }
  }
}

/** Some of the lessons are there by now, or somebody else has them written. */
const wasOvertaken = (error: unknown): boolean =>
  error instanceof ProductError && (error.code === 'run.lesson_not_failed' || error.code === 'course.lesson_rewriting');
