import { raiseAlarmAlone } from '#domain/billing/alarms/alarm.commands.ts';
import { ledgerFaults } from './ledger-proof.queries.ts';

/**
 * Checks every balance against its entries; violations raise an alarm, once a day.
 * @returns number of violated invariants (0 for a sound ledger); null when another process is checking
 */
export async function proveLedger(): Promise<number | null> {
  const faults = await ledgerFaults();
  const day = new Date().toISOString().slice(0, 10);
  for (const { invariant, ...found } of faults ?? [])
    await raiseAlarmAlone({
      kind: 'ledger.broken',
      occasion: `${day}:${invariant}`,
      subject: 'ledger:tokens',
      detail: { invariant, ...found },
    });
  return faults && faults.length;
}
