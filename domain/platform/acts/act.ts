import { AsyncLocalStorage } from 'node:async_hooks';
import type { Knex } from 'knex';
import { ProductError } from '#domain/platform/errors.ts';

/** Something that a person did on a device, perhaps long before it arrived here. */
export interface Act {
  readonly accountId: string;
  /** Chosen by the device, so that an act that is sent again counts once; null for acts that merge with what is stored. */
  readonly id: string | null;
  /** When it was done, within the bounds of `actTimeWithin`. */
  readonly at: Date;
  /** IANA name of the time zone of the device; null when it did not say one. */
  readonly timeZone: string | null;
}

interface Acting extends Act {
  /** The transaction that has claimed the act's id. */
  claimedBy: Knex.Transaction | null;
}

const current = new AsyncLocalStorage<Acting | null>();

/** Runs a request's work as an act of a device; null: it is done now. */
export const acting = <T>(act: Act | null, work: () => Promise<T>): Promise<T> =>
  current.run(act && { ...act, claimedBy: null }, async () => work());

/** Returns when the request's act was done: its own time, or now. */
export const actTime = (): Date => current.getStore()?.at ?? new Date();

/** Returns the time zone in which the request's act was done; null when unknown. */
export const actTimeZone = (): string | null => current.getStore()?.timeZone ?? null;

const DAY_MS = 86_400_000;
/** How long an act may wait on a device and keep its own time, in days. An older act is taken as done that long ago. */
export const ACT_DAYS = 30;
/** How long claimed ids are kept, in days: longer than an act may wait. */
export const ACT_KEPT_DAYS = 60;

/**
 * Returns the time at which an act counts: the device's, but never in the future, never before the server had last answered that device, and
 * never more than thirty days ago.
 * @param said `at`: when the device says it was done; `after`: when it says it was last answered before
 */
export function actTimeWithin({ at, after }: { readonly at: Date; readonly after: Date | null }, now: Date = new Date()): Date {
  const earliest = Math.max(now.getTime() - ACT_DAYS * DAY_MS, after?.getTime() ?? -Infinity);
  return new Date(Math.min(now.getTime(), Math.max(at.getTime(), earliest)));
}

/**
 * Claims the id of the request's act in the transaction that applies it, so that both are written or neither. `transact` calls it first.
 * @throws ProductError act.applied when an earlier request has applied the act
 */
export async function claimAct(trx: Knex.Transaction): Promise<void> {
  const act = current.getStore();
  if (!act || act.id === null || act.claimedBy) return;
  act.claimedBy = trx;
  const claimed = await trx('device_act')
    .insert({ account_id: act.accountId, id: act.id, acted_at: act.at })
    .onConflict(['account_id', 'id'])
    .ignore()
    .returning('id');
  if (claimed.length === 0) throw new ProductError('act.applied', 'This has already been saved.');
}

/** Forgets the claim of a transaction that was rolled back, because the act may be tried again within its request. */
export function unclaimAct(trx: Knex.Transaction): void {
  const act = current.getStore();
  if (act?.claimedBy === trx) act.claimedBy = null;
}
