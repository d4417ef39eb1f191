import type { Knex } from 'knex';
import type { Service } from '#contract/platform/status.contract.ts';
import { config } from '#domain/platform/config.ts';
import { expression, sql } from '#domain/platform/sql.ts';

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
