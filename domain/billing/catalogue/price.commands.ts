import { ORGANISATION_PLANS, PLANS, TOKEN_PACKAGES } from '#contract/billing/catalogue.ts';
import { config, ConfigError } from '#domain/platform/config.ts';
import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { logger } from '#domain/platform/logger.ts';
import { callStripe, type StripePrice } from '#domain/vendors/stripe/stripe.client.ts';
import { isStripeFailure } from '#domain/vendors/stripe/stripe-failure.ts';
import { raiseAlarmAlone, raiseAlarm } from '#domain/billing/alarms/alarm.commands.ts';
import { purchaseOf, soldByStripe, type Purchase } from '#domain/billing/checkout/resolve-purchase.ts';

const CURRENCY = 'usd';
/** Stripe's limit of lookup keys per call. */
const KEYS_AT_ONCE = 10;

/** How long a process caches a price: not every change at Stripe reaches it. */
export const PRICE_LIFE_MS = 60_000;

interface Seen {
  readonly id: string;
  readonly at: number;
}

/**
 * Prices that this process has fetched and compared, by package. Cleared when the settings change, because the Stripe account may be
 * another one.
 */
let known: { of: object; prices: Map<string, Seen> } | null = null;

function cache(): Map<string, Seen> {
  const settings = config().payments;
  if (known?.of !== settings) known = { of: settings, prices: new Map() };
  return known.prices;
}

/** Clears the cache, for when the Stripe account may have changed. */
export function clearPriceCache(): void {
  known = null;
}

/**
 * Returns the id of Stripe's price for a package of the catalogue. The price is found by its lookup key, which is our package id, and
 * compared with the catalogue. With test keys a missing price is created; with live keys `npm run stripe-setup` creates it.
 * @throws ProductError payments.unavailable when the price is missing or differs, which also raises an alarm; StripeFailure
 */
export async function ensurePrice(packageId: string): Promise<string> {
  const cached = cache().get(packageId);
  if (cached && Date.now() - cached.at < PRICE_LIFE_MS) return cached.id;
  const purchase = purchaseOf(packageId);
  if (!purchase) throw new Error(`${packageId} is not sold through Stripe`);
  const price = (await listPrices([packageId]))[0] ?? (config().payments.mode === 'live' ? null : await createPrice(purchase));
  if (!price) throw await alarm(packageId, 'Stripe has no price for it; run stripe-setup');
  const problem = differenceOf(purchase, price);
  if (problem) throw await alarm(packageId, problem);
  cache().set(packageId, { id: price.id, at: Date.now() });
  return price.id;
}

/**
 * Calls Stripe with a package's price. If Stripe rejects the price, clears the cache and tries once more with a fresh one, so that a price
 * replaced within the last minute causes no error.
 * @throws ProductError payments.unavailable, StripeFailure
 */
export async function withPrice<T>(packageId: string, use: (priceId: string) => Promise<T>): Promise<T> {
  const priceId = await ensurePrice(packageId);
  try {
    return await use(priceId);
  } catch (error) {
    if (!isStripeFailure(error) || !error.param?.includes('price')) throw error;
    clearPriceCache();
    const fresh = await ensurePrice(packageId);
    if (fresh === priceId) throw error;
    return use(fresh);
  }
}

/**
 * Compares everything sold through Stripe with the prices there, and creates missing prices on request.
 * @returns package ids by result; `wrong` ones with the difference
 */
export async function ensureAllPrices({ make }: { make: boolean }): Promise<Record<'fine' | 'made' | 'missing' | 'wrong', string[]>> {
  const ids = [...PLANS, ...TOKEN_PACKAGES, ...ORGANISATION_PLANS].map(({ id }) => id);
  const purchases = soldByStripe(ids);
  const found: Awaited<ReturnType<typeof ensureAllPrices>> = { fine: [], made: [], missing: [], wrong: [] };
  const prices: StripePrice[] = [];
  for (let at = 0; at < purchases.length; at += KEYS_AT_ONCE)
    prices.push(...(await listPrices(purchases.slice(at, at + KEYS_AT_ONCE).map(({ packageId }) => packageId))));
  for (const purchase of purchases) {
    const price = prices.find(({ lookup_key }) => lookup_key === purchase.packageId);
    const problem = price && differenceOf(purchase, price);
    if (!price && make) {
      await createPrice(purchase);
      found.made.push(purchase.packageId);
    } else if (!price) found.missing.push(purchase.packageId);
    else if (problem) found.wrong.push(`${purchase.packageId}: ${problem}`);
    else found.fine.push(purchase.packageId);
  }
  return found;
}

async function listPrices(packageIds: string[]): Promise<StripePrice[]> {
  const list = await callStripe('prices.list', 'list', (stripe) =>
    stripe.prices.list({ lookup_keys: packageIds, active: true, limit: 100 }),
  );
  return list.data;
}

/** Creates a price and its product with an id that we choose, so that two processes create only one. */
async function createPrice({ packageId, name, amountCents, interval }: Purchase): Promise<StripePrice> {
  const product = `cw_${packageId}`;
  try {
    await callStripe('products.create', 'product', (stripe) =>
      stripe.products.create(
        { id: product, name, metadata: { package_id: packageId } },
        { idempotencyKey: `product:${packageId}:${name}` },
      ),
    );
  } catch (error) {
    if (!isStripeFailure(error) || error.stripeCode !== 'resource_already_exists') throw error;
  }
  return callStripe('prices.create', 'price', (stripe) =>
    stripe.prices.create(
      {
        currency: CURRENCY,
        unit_amount: amountCents,
        product,
        lookup_key: packageId,
        transfer_lookup_key: true,
        metadata: { package_id: packageId },
        ...(interval && { recurring: { interval } }),
      },
      { idempotencyKey: `price:${packageId}:${amountCents}:${interval ?? 'once'}` },
    ),
  );
}

/** Returns how a price at Stripe differs from the catalogue, or null. */
export function differenceOf(purchase: Purchase, price: StripePrice): string | null {
  const interval = price.recurring?.interval ?? null;
  if (price.unit_amount !== purchase.amountCents)
    return `Stripe charges ${price.unit_amount} cents, the catalogue says ${purchase.amountCents}`;
  if (price.currency !== CURRENCY) return `Stripe charges in ${price.currency}`;
  if (interval !== purchase.interval || (price.recurring && price.recurring.interval_count !== 1))
    return `Stripe charges every ${interval ?? 'time'}, the catalogue says ${purchase.interval ?? 'once'}`;
  return price.active ? null : 'the price is not active';
}

async function alarm(packageId: string, problem: string): Promise<ProductError> {
  const difference = `${packageId}: ${problem}`;
  await raiseAlarmAlone({ kind: 'price.differs', occasion: difference, subject: `package:${packageId}`, detail: { problem: difference } });
  return new ProductError('payments.unavailable', 'This cannot be purchased at the moment. We have been notified.');
}

/**
 * Compares all prices at Stripe with the catalogue and raises one alarm per difference.
 * @returns a line for each differing or missing price
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
 * Compares all prices at the start of a process that sells. A difference stops the process in production and is a warning elsewhere; the
 * sandbox's prices are made from the catalogue. The process starts even when Stripe or the database is unavailable, because each sale
 * compares its price again.
 * @throws ConfigError in production, naming every price that Stripe would charge differently
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
    logger().warn({ missing }, 'billing: packages without a price at Stripe cannot be bought; run stripe-setup');
  if (wrong.length === 0) return;
  if (production) throw new ConfigError(`Prices at Stripe differ from the catalogue; correct them at Stripe:\n  ${wrong.join('\n  ')}`);
  logger().warn({ wrong }, 'billing: prices at Stripe differ from the catalogue and are not sold');
}
