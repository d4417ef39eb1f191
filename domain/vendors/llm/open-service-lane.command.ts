import type { Service } from '#contract/platform/status.contract.ts';
import { config } from '#domain/platform/config.ts';
import { transact } from '#domain/platform/database.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';

/**
 * Ends the pause of a service, whatever caused it, because an operator knows that it is available again. If it is not, the circuit opens
 * again. Audited.
 */
export async function openServiceLane({ service, accountId }: { service: Service; accountId: string }): Promise<void> {
  const { model } = config().vendors[service];
  await transact(async (trx) => {
    await trx('vendor_lane').where({ service, model }).update({ closed_until: null, open_until: null, probe_until: null, failures: 0 });
    await recordAudit({ actor: `account:${accountId}`, action: 'service.open', subject: `service:${service}`, detail: { model } }, trx);
  });
}
