import { config, ConfigError } from '#domain/platform/config.ts';
import { database } from '#domain/platform/database.ts';
import { logger } from '#domain/platform/logger.ts';
import { ensureAllPrices } from './ensure-all-prices.command.ts';
import { raiseAlarm } from '#domain/billing/alarms/raise-alarm.command.ts';

/**
 * Compares all prices at Stripe with the catalogue; each difference raises one alarm.
 * @returns differing and missing prices, a line each
 * @throws StripeFailure
 */
export async function comparePrices(): Promise<{ wrong: string[]; missing: string[] }> {
  const { wrong, missing } = await ensureAllPrices({ make: false });
  for (const problem of wrong)
    await raiseAlarm(database(), {
      kind: 'price.differs',
      occasion: problem,
      subject: `package:${problem.split(':')[0]}`,
      detail: { problem },
    });
  return { wrong, missing };
}

/**
 * Compares them at the start of a process that sells. A difference stops a production process and is a warning elsewhere; the sandbox's
 * prices are made from the catalogue. The process starts even if Stripe or the database is unavailable: each sale compares its price again.
 * @throws ConfigError naming every price that Stripe would charge differently, in production
 */
export async function checkPricesAtStart(): Promise<void> {
  const { payments, production } = config();
  if (payments.mode === 'off' || payments.mode === 'sandbox') return;
  const found = await comparePrices().catch((error: unknown) => {
    logger().warn({ err: error }, 'billing: prices could not be compared with the catalogue at the start');
    return null;
  });
  if (!found) return;
  const { wrong, missing } = found;
  if (missing.length > 0 && payments.mode === 'live')
    logger().warn({ missing }, 'billing: these have no price at Stripe and cannot be bought; run stripe-setup');
  if (wrong.length === 0) return;
  if (production) throw new ConfigError(`Prices at Stripe are not the catalogue's; put them right there:\n  ${wrong.join('\n  ')}`);
  logger().warn({ wrong }, 'billing: prices at Stripe are not the catalogue’s and are not sold');
}
