import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { missingLessons } from './missing-lessons.queries.ts';
import type { MissingRun } from './missing-runs.ts';
import { attachRunKey, findRunByKey, type SentRequest } from '#domain/platform/runs/run-key.ts';
import { startRewrite } from '#domain/generation/rewrites/rewrite.commands.ts';

interface WriteMissing {
  readonly accountId: string;
  readonly courseId: string;
  readonly requestId: string;
  readonly idempotencyKey?: string | undefined;
}

/** How often missing lessons are looked up again after losing a race. */
const MOST_ATTEMPTS = 5;

/**
 * Starts one run that writes all of a course's missing lessons that are not being written. When all are already being written, it returns
 * the newest of those runs, so that a double click, or a second window, pays nothing twice.
 * @throws ProductError not_found; run.lesson_not_failed when nothing is missing, or the plan of the course was deleted;
 * idempotency.body_mismatch; tokens.insufficient; spend.user_cap, spend.install_cap
 */
export async function writeMissing({ accountId, courseId, requestId, idempotencyKey }: WriteMissing): Promise<{ runId: string }> {
  const sent = { accountId, key: idempotencyKey, fingerprint: ['write-missing-lessons', courseId] };
  return writeOpen({ sent, courseId, requestId, look: () => missingLessons({ accountId, courseId }) });
}

/** The parts of a course that must be written. */
interface Open {
  /** The course's own run, which could not write them; null when it was deleted. */
  readonly fromRun: string | null;
  /** Lessons that are not being written. */
  readonly open: readonly string[];
  /** Live runs that write the others, newest first. */
  readonly writing: readonly MissingRun[];
}

/**
 * Starts one run for everything that is open, or returns the newest run that already writes it.
 * @param given `look` returns the lessons that are still open
 * @throws like `writeMissing`
 */
export async function writeOpen(given: {
  sent: SentRequest & { accountId: string };
  courseId: string;
  requestId: string;
  look: () => Promise<Open>;
}): Promise<{ runId: string }> {
  const { sent, courseId, requestId, look } = given;
  const earlier = await findRunByKey(database(), sent);
  if (earlier) return { runId: earlier };
  for (let attempt = 1; ; attempt += 1) {
    const { fromRun, open, writing } = await look();
    if (fromRun === null || open.length === 0) {
      const [newest] = writing;
      if (!newest) throw new ProductError('run.lesson_not_failed', 'This course is complete. There is nothing left to write.');
      return { runId: await attachRunKey(sent, newest.runId) };
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
        fingerprint: sent.fingerprint,
      });
      return { runId };
    } catch (error) {
      if (!wasOvertaken(error) || attempt === MOST_ATTEMPTS) throw error;
    }
  }
}

/** Tells whether a concurrent request was first: some of the lessons exist by now, or another run writes them. */
const wasOvertaken = (error: unknown): boolean =>
  error instanceof ProductError && (error.code === 'run.lesson_not_failed' || error.code === 'course.lesson_rewriting');
