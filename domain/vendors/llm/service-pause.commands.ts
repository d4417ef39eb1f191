import type { Knex } from 'knex';
import type { Service } from '#contract/platform/status.contract.ts';
import { config } from '#domain/platform/config.ts';
import { database, transact } from '#domain/platform/database.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { expression, sql, rowsOf } from '#domain/platform/sql.ts';

/**
 * Pauses a service until an operator resumes it, or resumes it, in the caller's transaction. Calls in progress finish; other services are
 * used meanwhile.
 * @returns whether it was paused before
 */
export async function holdService(trx: Knex.Transaction, service: Service, isHeld: boolean): Promise<boolean> {
  const { vendors, vendor } = config();
  const { model } = vendors[service];
  await trx('vendor_lane')
    .insert({ service, model, request_level: vendor.requestsPerMinute, token_level: vendor.tokensPerMinute })
    .onConflict(['service', 'model'])
    .ignore();
  // in the order of `endPauses`: the two must not deadlock
  const before = await trx('vendor_lane').where({ service }).orderBy('model').forNoKeyUpdate().select('paused_at');
  await trx('vendor_lane')
    .where({ service })
    .update({ paused_at: isHeld ? expression(trx, sql`coalesce(paused_at, now())`) : null });
  return before.some((lane) => lane.paused_at !== null);
}

/**
 * Allows an immediate probe of every unavailable service, so that a new run finds out which are up again. One probe costs little, and the
 * circuit opens again when it fails. A pause that the vendor requested (a 429) stays.
 */
export async function endPauses(): Promise<void> {
  await rowsOf(
    database(),
    // in a fixed order: two runs that begin together must not deadlock
    sql`update vendor_lane lane set open_until = now()
       from (select service, model from vendor_lane where open_until > now() order by service, model for no key update) open
      where lane.service = open.service and lane.model = open.model`,
  );
}

/**
 * Ends all pauses of a service, for all its models and whatever caused them, because an operator knows that it is available again. If it is
 * not, the circuit opens again. Audited.
 */
export async function openServiceLane({ service, accountId }: { service: Service; accountId: string }): Promise<void> {
  await transact(async (trx) => {
    const detail = { models: await openLanes(trx, service) };
    await recordAudit({ actor: `account:${accountId}`, action: 'service.open', subject: `service:${service}`, detail }, trx);
  });
}

/** Ends the pauses of a service in the caller's transaction. @returns its models */
export async function openLanes(trx: Knex.Transaction, service: Service): Promise<string[]> {
  // in the order of `endPauses`: the two must not deadlock
  const lanes = await trx('vendor_lane').where({ service }).orderBy('model').forNoKeyUpdate().select('model');
  await trx('vendor_lane')
    .where({ service })
    .update({ closed_until: null, open_until: null, probe_until: null, failures: 0, shut_for: null });
  return lanes.map(({ model }) => model);
}
