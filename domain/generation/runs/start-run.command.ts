import { uuidv7 } from 'uuidv7';
import type { CourseForm } from '#contract/generation/course-form.contract.ts';
import { say } from '#contract/platform/sentence.contract.ts';
import { database, transact } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { logger } from '#domain/platform/logger.ts';
import { assertSpendAllowed } from '#domain/vendors/llm/spend.command.ts';
import { admitRuns } from './admit-runs.command.ts';
import { reserveForRun } from './reserve-for-run.command.ts';
import { courseCost } from './run-cost.ts';
import { hashOf, normalForm } from './request-hash.ts';
import { recordEvents } from './run-event.ts';
import { isTaken, keepKey, runByKey, type SentRequest } from './run-key.ts';

export interface StartRun {
  readonly accountId: string;
  readonly form: CourseForm;
  readonly requestId: string;
  readonly idempotencyKey?: string | undefined;
}

/** A completed run of the same form is returned for this long instead of being written again (decision G29). */
const REPEAT_WINDOW = '10 minutes';

/**
 * Accepts a course request: one run, whatever happens. With an idempotency key the key decides (same key and other form: 422).
 * Without one the same form of the same person attaches to the live run, or to one completed in the last ten minutes; failed, cancelled
 * and stopped runs are never returned. All of it rests on unique keys, so twenty requests at once still make one run.
 *
 * @returns the run, and whether this call created it
 * @throws ProductError idempotency.body_mismatch, spend.user_cap, spend.install_cap; tokens.insufficient with `needed` and `available`
 */
export async function startRun({ accountId, form, requestId, idempotencyKey }: StartRun): Promise<{ runId: string; created: boolean }> {
  const { user_id: _, ...request } = form;
  const sent: SentRequest = { accountId, key: idempotencyKey, asked: normalForm(request) };
  const formHash = hashOf(sent.asked);
  const find = () => (idempotencyKey === undefined ? runByForm(accountId, formHash) : runByKey(database(), sent));
  for (let attempt = 1; ; attempt += 1) {
    const existing = await find();
    if (existing) return { runId: existing, created: false };
    await assertSpendAllowed(accountId);
    const runId = uuidv7();
    try {
      await transact(async (trx) => {
        const { reserved, event } = await reserveForRun(trx, {
          runId,
          accountId,
          kind: 'course',
          about: request.topic,
          cost: courseCost(request),
        });
        await trx('run').insert({
          id: runId,
          account_id: accountId,
          kind: 'course',
          request: JSON.stringify(request),
          dedupe_key: idempotencyKey === undefined ? formHash : null,
          request_id: requestId,
          topic: request.topic,
          tokens_reserved: reserved,
        });
        await keepKey(trx, sent, runId);
        await recordEvents(trx, runId, [{ name: 'run.accepted', said: say('Your request was accepted.') }, event]);
      });
    } catch (error) {
      // somebody else made it in the meantime; read theirs. It may also have ended meanwhile, hence more than one attempt.
      if (isTaken(error) && attempt < 5) continue;
      // the tokens may lie with the very run that somebody else has made of this request
      const theirs = error instanceof ProductError && error.code === 'tokens.insufficient' ? await find() : null;
      if (theirs) return { runId: theirs, created: false };
      throw error;
    }
    // the run is safe; if this process dies here, or admission fails, the workers admit it within a second
    await admitRuns().catch((error: unknown) => logger().warn({ err: error }, 'admission failed after a start; the workers will admit'));
    return { runId, created: true };
  }
}

async function runByForm(accountId: string, formHash: string): Promise<string | null> {
  const row = await database()('run')
    .where({ account_id: accountId, dedupe_key: formHash })
    .andWhere((match) =>
      match
        .whereIn('status', ['queued', 'running'])
        .orWhere((done) =>
          done.where({ status: 'completed', stopped: false }).andWhereRaw(`finished_at > now() - interval '${REPEAT_WINDOW}'`),
        ),
    )
    .orderByRaw(`(status = 'completed'), finished_at desc`)
    .first('id');
  return row?.id ?? null;
}
