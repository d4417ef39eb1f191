import { config } from '#domain/platform/config.ts';
import { database } from '#domain/platform/database.ts';
import { logger } from '#domain/platform/logger.ts';
import { announceJob } from '#domain/platform/periodic/announcement.commands.ts';
import { expression, rowsOf, sql } from '#domain/platform/sql.ts';
import { classifyError } from '../classify-error.ts';
import { batchShareOf } from '../prices.ts';
import { settleCall, type Outcome } from '../call.commands.ts';
import { VendorFailure } from '../vendor-failure.ts';
import { batchResults, cancelBatch, pollBatch, type BatchedAnswer, type BatchStatus } from './batch-services.ts';
import { cancelOrphans, endItems, storeCallResults, type EndedItem } from './end-items.command.ts';
import { gatherCalls, submitBatches } from './submit-batches.command.ts';
import { isNamed } from './list-batches.ts';
import { dueBatches, requeueBatch, requestLimit, type VendorBatch } from './vendor-batch.ts';

/** Number of results to settle and store together. */
const AT_A_TIME = 25;
/** The vendors end a batch after 24 hours; a batch that is still open after this time is ended here. */
const LONGEST_MS = 26 * 3_600_000;
/** A cancelled batch ends within minutes. */
const CANCEL_POLL_MS = 5_000;

/**
 * Processes the calls for the vendors' batch services: groups and submits them, polls submitted batches, stores their results, and cancels
 * batches that are no longer needed. It announces its own next run while there is one. Any number of processes can run it: all state is in
 * rows, so another process continues after a crash.
 */
export async function processVendorBatches(): Promise<void> {
  await cancelOrphans();
  await gatherCalls();
  await submitBatches();
  for await (const batch of dueBatches('submitted')) await look(batch);
  const nextAt = await nextPass();
  if (nextAt) await announceJob(database(), 'vendor-batches', { dueAt: nextAt });
}

/** Returns when the next batch must be polled or submitted, or grouped calls must be sent; null when there is nothing to do. */
async function nextPass(): Promise<Date | null> {
  const [pass] = await rowsOf<{ readonly next_at: Date | null }>(
    database(),
    sql`select least(
       (select case when count(*) > 0 then greatest(min(greatest(due_at, held_until)), now() + interval '1 second') end
          from vendor_batch where state in ('submitting','submitted')),
       (select case when count(*) > 0 then now() + interval '1 second' end from vendor_batch_item where state = 'waiting')) as next_at`,
  );
  return pass!.next_at;
}

async function look(batch: VendorBatch): Promise<void> {
  const { id, service } = batch;
  const vendorId = batch.vendor_id!;
  try {
    const seen = await pollBatch(service, vendorId, requestLimit());
    if (seen.isOver) return await takeOver(batch, vendorId, seen);
    const isLate = Date.now() - batch.submitted_at!.getTime() > LONGEST_MS;
    const isUnwanted = batch.cancel_asked_at !== null || isLate;
    const changes = { vendor_state: seen.state, problem: null };
    if (!isUnwanted) return void (await requeueBatch(id, config().vendorBatches.lookMs, changes));
    if (batch.cancelled_at === null) {
      await cancelBatch(service, vendorId, requestLimit());
      await database()('vendor_batch').where({ id }).update({ cancelled_at: new Date() });
    }
    await requeueBatch(id, Math.min(CANCEL_POLL_MS, config().vendorBatches.lookMs), changes);
  } catch (error) {
    const failure = classifyError(service, error);
    logger().warn({ err: error, vendor_batch: id, service }, 'vendor batch: its state could not be read from the vendor');
    if (failure instanceof VendorFailure && failure.httpStatus === 404 && isOld(batch))
      return close(batch, 'its vendor does not know it any more');
    await requeueBatch(id, config().vendorBatches.lookMs, { problem: failure.message });
  }
}

/** A vendor may need this long until all of its machines know a new batch. */
const isOld = ({ submitted_at: at }: VendorBatch): boolean => at !== null && Date.now() - at.getTime() > 60_000;

/** Settles and stores each result once, by the call's id; starts from the beginning after a crash. */
async function takeOver(batch: VendorBatch, vendorId: string, seen: BatchStatus): Promise<void> {
  let ours = 0;
  let found: BatchedAnswer[] = [];
  const store = async () => {
    ours += await storeAnswers(batch, found);
    found = [];
  };
  for await (const answer of batchResults(batch.service, vendorId, AbortSignal.timeout(10 * config().leaseMs))) {
    found.push(answer);
    if (found.length >= AT_A_TIME) {
      await store();
      await database()('vendor_batch')
        .where({ id: batch.id })
        .update({ held_until: expression(database(), sql`now() + ${3 * config().leaseMs} * interval '1 ms'`) });
    }
  }
  await store();
  // without a stored name the batch may be someone else's: it contains none of our calls
  if (ours === 0 && batch.tries > 1 && !isNamed(batch.service) && !batch.cancel_asked_at) return disown(batch, vendorId);
  await close(batch, seen.problem ?? 'its vendor gave no answer to it', seen.state);
}

interface Sent {
  readonly id: string;
  readonly account_id: string | null;
  readonly run_id: string;
  readonly step_id: string;
  readonly purpose: string;
  readonly state: string;
}

/** @returns how many of the answers belong to this installation, whether new or stored before */
async function storeAnswers(batch: VendorBatch, answers: readonly BatchedAnswer[]): Promise<number> {
  const ids = answers.map(({ id }) => id).filter((id) => UUID.test(id));
  const rows: Sent[] = await database()('vendor_batch_item')
    .whereIn('id', ids)
    .select('id', 'account_id', 'run_id', 'step_id', 'purpose', 'state');
  const items = new Map(rows.map((row) => [row.id, row]));
  const ended: EndedItem[] = [];
  await Promise.all(
    answers.map(async (answer) => {
      const item = items.get(answer.id);
      if (item?.state !== 'sent') return;
      await settle(batch, item, answer);
      ended.push(endOf(batch, answer));
    }),
  );
  await storeCallResults(ended);
  return rows.length;
}

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/;

const OUTCOMES = { failed: 'unavailable', expired: 'timed_out', cancelled: 'aborted' } as const satisfies Record<string, Outcome>;

/** Records a call and its cost. A batch service has limits of its own, so the result does not affect the vendor's circuit. */
async function settle(batch: VendorBatch, item: Sent, answer: BatchedAnswer): Promise<void> {
  const isAnswered = 'text' in answer;
  const use = isAnswered ? answer.use : null;
  const submittedAt = batch.submitted_at ?? batch.created_at;
  await settleCall({
    id: item.id,
    allowance: { service: batch.service, model: batch.model, tokens: use ? use.input + use.output : 0, probe: false },
    accountId: item.account_id,
    runId: item.run_id,
    stepId: item.step_id,
    purpose: item.purpose,
    startedAt: submittedAt,
    ms: Date.now() - submittedAt.getTime(),
    outcome: isAnswered ? 'ok' : OUTCOMES[answer.end],
    standing: 'unknown',
    httpStatus: isAnswered ? 200 : null,
    use,
    presumed: null,
    priceShare: batchShareOf(batch.model, submittedAt) ?? 1,
    closeForMs: null,
    detail: isAnswered ? null : `batch service: ${answer.problem}`,
  });
}

function endOf(batch: VendorBatch, answer: BatchedAnswer): EndedItem {
  if ('text' in answer)
    return { id: answer.id, state: 'answered', answer: answer.text, finish: answer.finish, use: answer.use, problem: null };
  const isRequested = answer.end === 'cancelled' && batch.cancel_asked_at !== null;
  const problem = answer.end === 'expired' ? 'it expired after 24 hours' : answer.problem;
  return { id: answer.id, state: isRequested ? 'cancelled' : 'failed', answer: null, finish: null, use: null, problem };
}

/** Ends a batch. Calls without a result have failed, unless the batch was cancelled here. */
async function close(batch: VendorBatch, problem: string, vendorState: string | null = null): Promise<void> {
  await endItems(batch.id, batch.cancel_asked_at ? 'cancelled' : 'failed', problem);
  await database()('vendor_batch')
    .where({ id: batch.id })
    .update({ state: 'ended', vendor_state: vendorState, problem: null, held_until: null, ended_at: new Date() });
}

/** Detaches a batch that was mistaken for ours; the search goes on without it. */
async function disown({ id }: VendorBatch, vendorId: string): Promise<void> {
  await database()('vendor_batch')
    .where({ id })
    .update({
      state: 'submitting',
      vendor_id: null,
      submitted_at: null,
      held_until: null,
      not_ours: expression(database(), sql`array_append(not_ours, ${vendorId})`),
    });
}
