import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import type { ErrorCode } from '#contract/platform/errors.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { config } from '#domain/platform/config.ts';
import { database, isUniqueViolation, transact } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { assertRoom } from '#domain/platform/load/lane-load.queries.ts';
import { lockName } from '#domain/platform/lock-name.ts';
import { announceJob } from '#domain/platform/periodic/announcement.commands.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import { lineIsFull } from '#domain/platform/turns/turns.ts';
import type { Lane } from '#queues/platform/define-job.ts';
import { admitAfter } from './admit-runs.command.ts';
import { runCalls, runKind } from './engine.ts';
import { recordEvents } from './run-event.ts';
import type { RunKind } from './run-kind.ts';
import { attachRunKey, storeRunKey, findRunByKey, type SentRequest } from './run-key.ts';
import { reserveForRun } from './charge-run.command.ts';

/** The accounts of a run. Omitted ones default to the owner; without an owner, to the installation. */
export interface Parties {
  /** Owner: the only account that sees the run. Null for the installation's own work. */
  readonly accountId: string | null;
  /** Who pays; null: the installation. */
  readonly payerId?: string | null;
  /** The account whose daily spending cap the vendor calls count against; null: only the installation's. */
  readonly cappedId?: string | null;
  /** The account notified of its end; null for none. */
  readonly notifiedId?: string | null;
}

export interface Acceptance extends Parties {
  readonly kind: string;
  readonly request: object;
  /** The subject of the run, for lists and notifications. */
  readonly subject: string;
  readonly title?: string;
  readonly requestId: string;
  readonly lane?: Lane;
  /** The run's calls may wait for the vendors' batch services; only for a batch's children. */
  readonly byVendorBatch?: boolean | undefined;
  /** The parent run. */
  readonly parentId?: string;
  readonly idempotencyKey?: string | undefined;
  /**
   * The sender, if the run belongs to the installation: the owner of the idempotency key. Default: the run's owner, else the notified
   * account.
   */
  readonly senderId?: string | null;
  /** Everything that identifies the request; compared when an idempotency key is repeated. */
  readonly fingerprint: unknown;
  /** An owner has at most one live run with this key; null: no deduplication. */
  readonly dedupeKey: string | null;
  /** Finds the run of an earlier identical request; default: by idempotency key, else by `dedupeKey`. */
  readonly find?: () => Promise<string | null>;
  /** Maximum cost in hundredths of a token; default: the price of its kind. */
  readonly cost?: number;
  /** Inserts the kind's own rows, in the same transaction. */
  readonly begin?: (trx: Knex.Transaction, runId: string) => Promise<void>;
  /** Runs before anything is reserved or written; may reject the request. */
  readonly guard?: (trx: Knex.Transaction) => Promise<void>;
  /** Tells whether an error means that a concurrent request was first: the existing run is then looked up again. */
  readonly isOvertaken?: (error: unknown) => boolean;
}

const MOST_ATTEMPTS = 5;
/** A concurrent request may have taken the tokens or units that this one needs. */
const NOTHING_LEFT: readonly ErrorCode[] = ['tokens.insufficient', 'key.budget', 'price.changed'];

/**
 * Accepts a request: exactly one run, whatever happens. With an idempotency key the key decides (same key, other request: 422). Without
 * one, the same request of the same owner returns the live run, or one completed within the `repeatWindow` of its kind; failed, cancelled
 * and stopped runs are never returned. Unique keys enforce this, so twenty concurrent requests still make one run.
 * @returns the run, and whether this call created it
 * @throws ProductError idempotency.body_mismatch, spend.user_cap, spend.install_cap; tokens.insufficient with `needed` and `available`;
 * price.changed; limits.rate when too many of its kind wait for their turn; queue.full when its lane is full: never for a repeated request,
 * nor for the installation's own work and its children
 */
export async function acceptRun(given: Acceptance): Promise<{ runId: string; created: boolean }> {
  const kind = runKind(given.kind);
  const parties = partiesOf(given);
  // the installation may also run kinds that belong to users
  const isOwned = given.accountId !== null;
  if (isOwned !== (kind.owner === 'person') && !(given.parentId && !isOwned))
    throw new Error(`a run of kind ${kind.name} must belong to a ${kind.owner}`);
  const sent = sentBy(given);
  const find =
    given.find ??
    (() => (sent.key === undefined ? runByDedupeKey(given.accountId, given.dedupeKey, kind.repeatWindow) : findRunByKey(database(), sent)));
  for (let attempt = 1; ; attempt += 1) {
    const existing = await find();
    if (existing) return { runId: existing, created: false };
    await runCalls().assertSpendAllowed(parties.capped_id);
    if (isOwned && !given.parentId) await assertRoom(given.lane ?? kind.lane);
    const runId = uuidv7();
    try {
      await transact(async (trx) => {
        await assertTurn(trx, given.accountId, kind);
        await addRun(trx, given, runId);
      });
    } catch (error) {
      // a concurrent request created the run, or reserved the tokens for it; read that one
      const isOvertaken = isUniqueViolation(error) || given.isOvertaken?.(error) === true;
      if (!isOvertaken && !(error instanceof ProductError && NOTHING_LEFT.includes(error.code))) throw error;
      const theirs = (await find()) ?? (await joinLive(given, sent));
      if (theirs) return { runId: theirs, created: false };
      // it may have ended meanwhile, hence more than one attempt
      if (!isOvertaken || attempt >= MOST_ATTEMPTS) throw error;
      continue;
    }
    // the run is committed; if this process crashes here, or admission fails, the run's announcement admits it
    await admitAfter('a start');
    return { runId, created: true };
  }
}

/**
 * Inserts a run in the caller's transaction, so it exists if and only if the transaction commits. Checks neither for a duplicate request
 * nor the spending caps; the caller admits runs after the commit.
 * @throws ProductError tokens.insufficient
 */
export async function addRun(trx: Knex.Transaction, given: Acceptance, runId = uuidv7()): Promise<void> {
  await given.guard?.(trx);
  const kind = runKind(given.kind);
  const parties = partiesOf(given);
  const request = kind.request.parse(given.request) as object;
  const cost = given.cost ?? priceOf(kind, request);
  const about = given.title ?? given.subject;
  const { reserved, from, event } = await reserveForRun(trx, { runId, kind: kind.name, payerId: parties.payer_id, about, cost, request });
  await announceJob(trx, 'admission');
  await trx('run').insert({
    id: runId,
    ...parties,
    kind: kind.name,
    lane: given.lane ?? kind.lane,
    parent_id: given.parentId ?? null,
    by_vendor_batch: given.byVendorBatch ?? false,
    of_library: config().demoLibrary !== null,
    request: JSON.stringify(request),
    dedupe_key: given.dedupeKey,
    request_id: given.requestId,
    subject: given.subject,
    title: given.title ?? null,
    tokens_reserved: reserved,
    paid_from: from,
  });
  await given.begin?.(trx, runId);
  await storeRunKey(trx, sentBy(given), runId);
  await recordEvents(trx, runId, [{ name: 'run.accepted', message: toSentence('Your request was accepted.') }, event]);
}

function priceOf({ name, price }: RunKind, request: object): number {
  if (price === 'free') return 0;
  if (!price.cost) throw new Error(`a run of kind ${name} must be accepted with its cost`);
  return price.cost(request);
}

const sentBy = (given: Acceptance) => ({
  accountId: given.senderId ?? given.accountId ?? partiesOf(given).notified_id,
  key: given.idempotencyKey,
  fingerprint: given.fingerprint,
});

const partiesOf = ({ accountId, payerId = accountId, cappedId = accountId, notifiedId = accountId }: Parties) => ({
  account_id: accountId,
  payer_id: payerId,
  capped_id: cappedId,
  notified_id: notifiedId,
});

/** @throws ProductError limits.rate */
async function assertTurn(trx: Knex.Transaction, accountId: string | null, { name, oneAtATime }: RunKind): Promise<void> {
  if (!oneAtATime) return;
  await lockName(trx, `one-at-a-time:${name}:${accountId}`);
  const live = await trx('run').where({ account_id: accountId, kind: name }).whereIn('status', ['queued', 'running']).count({ runs: '*' });
  if (Number(live[0]!.runs) > oneAtATime.mostWaiting) throw lineIsFull();
}

/**
 * Finds the live run of the same request under another key, since there can be no second one. From now on this request's key also leads to
 * it.
 */
async function joinLive({ accountId, dedupeKey }: Acceptance, sent: SentRequest): Promise<string | null> {
  const live = await runByDedupeKey(accountId, dedupeKey);
  return live && attachRunKey(sent, live);
}

/** Finds the live run of this request, or one completed within the window. */
async function runByDedupeKey(accountId: string | null, dedupeKey: string | null, window?: string): Promise<string | null> {
  if (dedupeKey === null) return null;
  const row = await database()('run')
    .where({ account_id: accountId, dedupe_key: dedupeKey })
    .andWhere((match) =>
      match
        .whereIn('status', ['queued', 'running'])
        .modify(
          (live) =>
            void (
              window !== undefined &&
              live.orWhere((done) =>
                done
                  .where({ status: 'completed', stopped: false })
                  .andWhere('finished_at', '>', expression(database(), sql`now() - ${window}::interval`)),
              )
            ),
        ),
    )
    .orderBy([{ column: expression(database(), sql`(status = 'completed')`) }, { column: 'finished_at', order: 'desc' }])
    .first('id');
  return row?.id ?? null;
}
