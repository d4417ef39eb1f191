import { uuidv7 } from 'uuidv7';
import { config } from '#domain/platform/config.ts';
import { database, transact } from '#domain/platform/database.ts';
import { logger } from '#domain/platform/logger.ts';
import { expression, rowsOf, sql } from '#domain/platform/sql.ts';
import { classifyError } from '../classify-error.ts';
import { VendorFailure } from '../vendor-failure.ts';
import { findBatch, submitBatch, type BatchedCall } from './batch-services.ts';
import { endItems, IS_NEEDED } from './end-items.command.ts';
import type { VendorBatchItem } from './vendor-batch.model.ts';
import { dueBatches, requeueBatch, requestLimit, type VendorBatch } from './vendor-batch.ts';

/** Maximum calls in one batch: the vendors allow thousands, but one request contains them all. */
const MOST_CALLS = 200;
/** How often a failed submission is retried, with doubling pauses. */
const MOST_TRIES = 8;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 300_000;

type Group = Pick<VendorBatchItem, 'batch_id' | 'service' | 'model'>;

/**
 * Groups waiting calls into batches, by operators' batch and model, once the first call has waited long enough or a batch is full. Each
 * service has at most one batch in submission. A paused operators' batch sends nothing.
 * @returns the number of batches created
 */
export async function gatherCalls(): Promise<number> {
  const waiting = await database()('vendor_batch_item').where({ state: 'waiting' }).first('id');
  if (!waiting) return 0;
  await rowsOf(
    database(),
    sql`update vendor_batch_item item set state = 'cancelled', ended_at = now(), request = null where state = 'waiting' and not ${IS_NEEDED}`,
  );
  const groups = await rowsOf<Group>(
    database(),
    sql`select batch_id, service, model from vendor_batch_item item
      where state = 'waiting' and not exists (select from paused_work where scope = 'batch' and name = item.batch_id::text)
        and not exists (select from vendor_batch where state = 'submitting' and service = item.service)
      group by batch_id, service, model
     having count(*) >= ${MOST_CALLS} or min(created_at) < now() - ${config().vendorBatches.gatherMs} * interval '1 ms'`,
  );
  let made = 0;
  for (const group of groups) made += await gather(group);
  return made;
}

function gather(group: Group): Promise<number> {
  const id = uuidv7();
  return transact(async (trx) => {
    // the unique index lets only one process insert
    const [own] = await trx('vendor_batch')
      .insert({ id, ...group, requests: 0 })
      .onConflict(expression(trx, sql`(service) where state = 'submitting'`))
      .ignore()
      .returning('id');
    if (!own) return 0;
    const next = trx('vendor_batch_item')
      .where({ state: 'waiting', ...group })
      .orderBy(['created_at', 'id'])
      .limit(MOST_CALLS)
      .forUpdate()
      .skipLocked()
      .select('id');
    const requests = await trx('vendor_batch_item').whereIn('id', next).update({ state: 'sent', vendor_batch_id: id });
    if (requests === 0) await trx('vendor_batch').where({ id }).del();
    else await trx('vendor_batch').where({ id }).update({ requests });
    return requests > 0 ? 1 : 0;
  });
}

/** Submits the batches that are due. @returns number of batches accepted by their vendors */
export async function submitBatches(): Promise<number> {
  let handed = 0;
  for await (const batch of dueBatches('submitting')) handed += await submit(batch);
  return handed;
}

/**
 * Submits one batch. After an attempt with an unknown outcome (the process was killed, the connection broke), it first searches the
 * vendor's list, and submits again only if the batch is missing there.
 */
async function submit(batch: VendorBatch): Promise<number> {
  const { id, service, tries } = batch;
  try {
    const known = tries > 0 ? await findBatch(service, await soughtBy(batch), requestLimit()) : null;
    if (known === null && batch.cancel_asked_at) return await giveUp(batch, 'it was cancelled before it was sent', 'cancelled');
    if (known === null && tries >= MOST_TRIES) return await giveUp(batch, `it could not be sent in ${tries} tries`, 'failed');
    const vendorId = known ?? (await submitBatch(batch, await callsOf(id), requestLimit()));
    logger().info(
      { vendor_batch: id, vendor_id: vendorId, service, requests: batch.requests, found: known !== null },
      'vendor batch: sent',
    );
    await requeueBatch(id, batch.cancel_asked_at ? 0 : config().vendorBatches.lookMs, {
      state: 'submitted',
      vendor_id: vendorId,
      submitted_at: new Date(),
      problem: null,
    });
    return 1;
  } catch (error) {
    const failure = classifyError(service, error);
    logger().warn({ err: error, vendor_batch: id, service, tries: tries + 1 }, 'vendor batch: could not be sent');
    // the batch was rejected as a whole, and would be rejected again
    if (failure instanceof VendorFailure && failure.httpStatus !== null && isFinal(failure.httpStatus))
      return giveUp(batch, failure.message, 'failed');
    await requeueBatch(id, Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries), { problem: failure.message });
    return 0;
  }
}

const isFinal = (status: number): boolean => status >= 400 && status < 500 && status !== 408 && status !== 409 && status !== 429;

async function soughtBy({ id, service, requests, created_at: createdAt, not_ours: notOurs }: VendorBatch) {
  const known = await database()('vendor_batch').where({ service }).whereNotNull('vendor_id').pluck('vendor_id');
  return { id, requests, createdAt, others: new Set([...(known as string[]), ...notOurs]) };
}

async function callsOf(id: string): Promise<BatchedCall[]> {
  const rows: { id: string; request: Omit<BatchedCall, 'id'> }[] = await database()('vendor_batch_item')
    .where({ vendor_batch_id: id, state: 'sent' })
    .orderBy('id')
    .select('id', 'request');
  return rows.map((row) => ({ ...row.request, id: row.id }));
}

/** Ends a batch that its vendor does not have; its calls fall back to the synchronous API. */
async function giveUp({ id }: VendorBatch, problem: string, end: 'failed' | 'cancelled'): Promise<number> {
  await endItems(id, end, problem);
  await database()('vendor_batch').where({ id }).update({ state: 'failed', problem, held_until: null, ended_at: new Date() });
  return 0;
}
