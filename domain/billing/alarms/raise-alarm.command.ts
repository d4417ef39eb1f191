import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import type { AlarmKind } from '#contract/billing/alarms.contract.ts';
import { database } from '#domain/platform/database.ts';
import { logger } from '#domain/platform/logger.ts';

export interface NewAlarm {
  readonly kind: AlarmKind;
  /** Identifies the occasion among alarms of its kind: a repeat, even years later, is the same alarm. */
  readonly occasion: string;
  /** What it is about, as `<kind>:<id>`. */
  readonly subject: string;
  readonly accountId?: string;
  /** Plain facts; no secrets. */
  readonly detail?: Readonly<Record<string, string | number>>;
}

/**
 * Raises an alarm, once per occasion: logs it and lists it for operators until one acknowledges it. Pass the transaction of its cause, so
 * that neither is committed without the other.
 */
export async function raiseAlarm(trx: Knex, { kind, occasion, subject, accountId, detail = {} }: NewAlarm): Promise<void> {
  const added = await trx('billing_alarm')
    .insert({
      id: uuidv7(),
      kind,
      cause: `${kind}:${occasion}`,
      subject,
      account_id: accountId ?? null,
      detail: JSON.stringify(detail),
    })
    .onConflict('cause')
    .ignore()
    .returning('id');
  if (added.length > 0) logger().error({ kind, subject, ...detail }, 'billing: ALARM, a person has to look');
}

/** Raises an alarm outside a transaction, for callers that must not fail because the database is unavailable. */
export async function raiseAlarmAlone(alarm: NewAlarm): Promise<void> {
  await raiseAlarm(database(), alarm).catch((error: unknown) => {
    logger().error({ err: error, ...alarm }, 'billing: ALARM, which could not be written down');
  });
}
