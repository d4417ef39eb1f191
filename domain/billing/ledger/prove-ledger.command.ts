import { logger } from '#domain/platform/logger.ts';
import { ledgerFaults } from './ledger-proof.queries.ts';

/**
 * Proves every balance by its entries and says in the log what does not hold.
 * @returns invariants that do not hold, anything but 0 is an alarm; null when another process is proving it now
 */
export async function proveLedger(): Promise<number | null> {
  const faults = await ledgerFaults();
  for (const fault of faults ?? []) logger().error({ fault }, 'ledger: ALARM, an invariant does not hold');
  return faults && faults.length;
}
