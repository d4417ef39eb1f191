import type { Service } from '#contract/platform/status.contract.ts';
import { transact } from '#domain/platform/database.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';

/**
 * Ends the pauses of a service, of all its models and whatever caused them, because an operator knows that it is available again. If it is
 * not, the circuit opens again. Audited.
 */
export async function openServiceLane({ service, accountId }: { service: Service; accountId: string }): Promise<void> {
  await transact(async (trx) => {
    // in the order of `endPauses`: the two must not deadlock
    const lanes = await trx('vendor_lane').where({ service }).orderBy('model').forNoKeyUpdate().select('model');
    await trx('vendor_lane').where({ service }).update({ closed_until: null, open_until: null, probe_until: null, failures: 0 });
    const detail = { models: lanes.map(({ model }) => model) };
    await recordAudit({ actor: `account:${accountId}`, action: 'service.open', subject: `service:${service}`, detail }, trx);
  });
}
