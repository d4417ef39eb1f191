import { expression, sql } from '#domain/platform/sql.ts';
import { assertGreetingNames } from '#domain/platform/greeting-name.ts';
import { uuidv7 } from 'uuidv7';
import { CATALOGUE_VERSION } from '#contract/billing/catalogue.ts';
import { assertAge } from '#domain/identity/age/age-eligibility.queries.ts';
import { mayOwnOrganisation } from '#domain/membership/membership.queries.ts';
import { database, transact } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { callStripe, type StripeSession, type StripeSessionParams } from '#domain/vendors/stripe/stripe.client.ts';
import { isStripeFailure } from '#domain/vendors/stripe/stripe-failure.ts';
import { billingPorts } from '#domain/billing/billing.ports.ts';
import { livePlan } from '#domain/billing/subscriptions/current-plan.queries.ts';
import { ensureCustomer } from './ensure-customer.command.ts';
import { ensurePrice, clearPriceCache } from '#domain/billing/catalogue/price.commands.ts';
import { settleOrder } from './order.commands.ts';
import { lockBilling, type Order } from './order.ts';
import { invalid, isPricedByPage, type Purchase } from './resolve-purchase.ts';
import { returnAddresses } from './return-address.ts';
import { hasUsedTrial, isAddressVerified } from '#domain/billing/trials/trial-use.ts';

/** Lifetime of an unused payment page; Stripe's minimum is 30 minutes. */
const OPEN_FOR_S = 60 * 60;
/** An order without a payment page after this time counts as abandoned. */
const SAME_MOMENT = '2 minutes';

export interface Checkout {
  readonly accountId: string;
  readonly purchase: Purchase;
  readonly originUrl?: string | undefined;
  readonly returnPath?: string | undefined;
  readonly cancelPath?: string | undefined;
  readonly organisationName?: string | undefined;
  /** Repeating the key returns the same payment page. */
  readonly idempotencyKey?: string | undefined;
}

export interface PaymentPage {
  readonly url: string;
  readonly session_id: string;
  readonly order_id: string;
}

/**
 * Creates an order and opens Stripe's payment page for it. Closes open pages for the same purchase first, so that it is not paid twice. A
 * repeated key continues the same order.
 * @throws ProductError validation.failed, payments.already_subscribed, organisation.already_member, idempotency.body_mismatch; age.unknown
 * or age.too_young for an organisation; payments.not_configured, payments.unavailable; StripeFailure
 */
export async function startCheckout(checkout: Checkout): Promise<PaymentPage> {
  const addresses = returnAddresses(checkout.originUrl, checkout.returnPath, checkout.cancelPath);
  await refuseUnwanted(checkout);
  const { accountId, purchase } = checkout;
  const earlier = await findEarlier(checkout);
  if (earlier?.stripe_session_id) return samePage(earlier.id, earlier.stripe_session_id, addresses.cancelUrl);
  const kinds = { accountId, kind: purchase.kind, ...(isBoughtOften(purchase) && { packageId: purchase.packageId }) };
  await expireCheckouts({ ...kinds, storeRunKey: checkout.idempotencyKey });
  const priceId = isPricedByPage(purchase.kind) ? null : await ensurePrice(purchase.packageId);
  const customer = await ensureCustomer(accountId);
  const order = earlier ?? (await writeOrder(checkout, priceId, addresses));
  // a concurrent identical request has already opened the page
  if (order.stripe_session_id) return samePage(order.id, order.stripe_session_id, addresses.cancelUrl);
  const session = await openSession({ ...order, checkout, customer, priceId, addresses, ...askedFor(order) });
  if (!session.url) throw new ProductError('payments.unavailable');
  await transact(async (trx) => {
    await trx('billing_order')
      .where({ id: order.id })
      .update({
        stripe_session_id: session.id,
        status: expression(trx, sql`case when status in ('created','failed') then 'open' else status end`),
      });
    await recordAudit(
      {
        actor: `account:${accountId}`,
        action: 'checkout.start',
        subject: `order:${order.id}`,
        detail: { package_id: purchase.packageId, amount_cents: purchase.amountCents, trial: order.trial },
      },
      trx,
    );
  });
  // another request may have opened a page at the same time
  await expireCheckouts({ ...kinds, keepNewest: true });
  return { url: session.url, session_id: session.id, order_id: order.id };
}

async function refuseUnwanted({ accountId, purchase, organisationName }: Checkout): Promise<void> {
  if (purchase.kind === 'organisation') {
    if (!organisationName) throw invalid('organisation_name', 'Please enter a name for the organisation.');
    assertGreetingNames({ organisation_name: organisationName });
    await assertAge(accountId, 'organisation_owner');
    await mayOwnOrganisation(accountId);
  }
  if (isBoughtOften(purchase)) return;
  const underWay = await database()('billing_order').where({ account_id: accountId, kind: purchase.kind, status: 'pending' }).first('id');
  if (underWay)
    throw new ProductError('payments.already_subscribed', 'A payment for a plan is already being processed. This can take a few days.');
  if (purchase.kind !== 'subscription') return;
  const plan = await livePlan(database(), accountId);
  // a trial may be replaced by a paid plan at any time; a paid plan is changed, not bought again
  if (plan && plan.status !== 'trialing')
    throw new ProductError('payments.already_subscribed', 'You already have a plan. You can change it on the billing page.');
  if (
    plan &&
    purchase.packageId === plan.packageId &&
    purchase.trialDays > 0 &&
    plan.stripeSubscriptionId !== null &&
    !plan.cancelAtPeriodEnd
  )
    throw new ProductError('payments.already_subscribed', 'Your trial of this plan is running. Add a card on the billing page to keep it.');
}

type NewOrder = Pick<Order, 'id' | 'trial' | 'created_at' | 'stripe_session_id' | 'detail'>;

/**
 * Finds the order of an earlier request with the same key.
 * @throws ProductError idempotency.body_mismatch when that request was different
 */
async function findEarlier({ accountId, purchase, idempotencyKey }: Checkout): Promise<NewOrder | null> {
  if (!idempotencyKey) return null;
  const order: Order | undefined = await database()('billing_order').where({ account_id: accountId, client_key: idempotencyKey }).first();
  if (order && (order.package_id !== purchase.packageId || order.detail.code_id !== purchase.discount?.codeId))
    throw new ProductError('idempotency.body_mismatch');
  return order ?? null;
}

/**
 * Returns the stored parameters of an order's page, because an earlier try may have crashed after calling Stripe. For the same key Stripe
 * returns the same page, and rejects other parameters.
 */
function askedFor({ detail: { price_id: priceId, return_to: to } }: NewOrder): Partial<Pick<SessionParts, 'priceId' | 'addresses'>> {
  return { ...(priceId && { priceId }), ...(to && { addresses: { successUrl: to[0], cancelUrl: to[1] } }) };
}

/** Returns an order's payment page. A closed page has no address; the return page is used instead. */
async function samePage(orderId: string, sessionId: string, otherwise: string): Promise<PaymentPage> {
  const session = await callStripe('checkout.sessions.retrieve', 'checkout.session', (stripe) =>
    stripe.checkout.sessions.retrieve(sessionId),
  );
  return { url: session.url ?? otherwise, session_id: session.id, order_id: orderId };
}

/** Inserts one order per purchase: of two concurrent requests, the second continues the first one's order with the same page. */
async function writeOrder(
  { accountId, purchase, organisationName, idempotencyKey }: Checkout,
  priceId: string | null,
  addresses: SessionParts['addresses'],
): Promise<NewOrder> {
  return transact(async (trx) => {
    await lockBilling(trx, accountId);
    // a user with an unconfirmed address buys without a trial
    const mayTry = purchase.trialDays > 0 && (await isAddressVerified(trx, accountId));
    const trial = mayTry && !(await hasUsedTrial(trx, accountId)) && !(await livePlan(trx, accountId));
    const detail = JSON.stringify({
      ...(priceId && { price_id: priceId }),
      ...(isPricedByPage(purchase.kind) && { name: purchase.name }),
      ...(purchase.discount && { code_id: purchase.discount.codeId }),
      mode: purchase.interval ? 'subscription' : 'payment',
      ...(purchase.tokens > 0 && { tokens: purchase.tokens }),
      return_to: [addresses.successUrl, addresses.cancelUrl],
      ...(organisationName && { organisation_name: organisationName }),
    });
    const same = await trx('billing_order')
      .where({ account_id: accountId, package_id: purchase.packageId, trial, status: 'created', stripe_session_id: null })
      .where(expression(trx, sql`detail = ${detail}::jsonb and created_at > now() - ${SAME_MOMENT}::interval`))
      .modify((query) => idempotencyKey && query.where({ client_key: idempotencyKey }))
      .first();
    if (same) return same;
    const [added] = await trx('billing_order')
      .insert({
        id: uuidv7(),
        account_id: accountId,
        kind: purchase.kind,
        package_id: purchase.packageId,
        catalogue_version: CATALOGUE_VERSION,
        amount_cents: purchase.amountCents,
        trial,
        detail,
        client_key: idempotencyKey ?? null,
      })
      .onConflict(['account_id', 'client_key'])
      .ignore()
      .returning('*');
    if (added && purchase.discount) await billingPorts().reserveCode(trx, { ...purchase.discount, orderId: added.id });
    // a concurrent identical request inserted it first
    return added ?? trx('billing_order').where({ account_id: accountId, client_key: idempotencyKey }).first();
  });
}

interface SessionParts extends NewOrder {
  readonly checkout: Checkout;
  readonly customer: string;
  /** The price's id; null for prices outside the catalogue. */
  readonly priceId: string | null;
  readonly addresses: { successUrl: string; cancelUrl: string };
}

/** Tells whether a product can be bought repeatedly: tokens, courses and seats can, plans cannot. */
const isBoughtOften = ({ kind }: Purchase): boolean => kind === 'tokens' || isPricedByPage(kind);

const lineOf = ({ name, amountCents }: Purchase, priceId: string | null) =>
  priceId === null
    ? { price_data: { currency: 'usd', unit_amount: amountCents, product_data: { name } }, quantity: 1 }
    : { price: priceId, quantity: 1 };

/**
 * Builds the session's parameters. The price determines the product, our ids the order; only the return addresses come from the request.
 */
function sessionParams({ id, trial, created_at, checkout: { purchase }, customer, priceId, addresses }: SessionParts): StripeSessionParams {
  const metadata = { order_id: id };
  const common = {
    customer,
    client_reference_id: id,
    metadata,
    line_items: [lineOf(purchase, priceId)],
    success_url: addresses.successUrl,
    cancel_url: addresses.cancelUrl,
    // computed from the order's own time, so that a repeat sends the same request
    expires_at: Math.floor(created_at.getTime() / 1000) + OPEN_FOR_S,
  };
  if (!purchase.interval) return { ...common, mode: 'payment', payment_intent_data: { metadata } };
  if (!trial) return { ...common, mode: 'subscription', subscription_data: { metadata } };
  return {
    ...common,
    mode: 'subscription',
    payment_method_collection: 'if_required',
    subscription_data: {
      metadata,
      trial_period_days: purchase.trialDays,
      trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
    },
  };
}

/**
 * Creates the session. Creates an unknown customer again, or looks an inactive price up again, once. If Stripe's clock differs from ours by
 * more than our hour, the page gets Stripe's default lifetime of a day.
 */
async function openSession(parts: SessionParts): Promise<StripeSession> {
  const create = (params: StripeSessionParams, key: string) =>
    callStripe('checkout.sessions.create', 'checkout.session', (stripe) =>
      stripe.checkout.sessions.create(params, { idempotencyKey: key }),
    );
  const params = sessionParams(parts);
  try {
    return await create(params, `checkout:${parts.id}`);
  } catch (error) {
    if (isStripeFailure(error) && error.param === 'expires_at') {
      const { expires_at: _, ...rest } = params;
      return create(rest, `checkout:${parts.id}:again`);
    }
    const isOfPrice = isStripeFailure(error) && error.param?.startsWith('line_items') === true;
    if (!isOfPrice && !isStripeFailure(error, 'missing')) throw error;
    const { accountId, purchase } = parts.checkout;
    const customer = error.param?.startsWith('customer') ? await ensureCustomer(accountId, parts.customer) : parts.customer;
    clearPriceCache();
    const priceId = isPricedByPage(purchase.kind) ? null : await ensurePrice(purchase.packageId);
    const session = await create(sessionParams({ ...parts, customer, priceId }), `checkout:${parts.id}:again`);
    if (!priceId) return session;
    // stored afterwards: a repeat after a crash sends the same requests in the same order
    await database()('billing_order')
      .where({ id: parts.id })
      .update({ detail: expression(database(), sql`detail || ${JSON.stringify({ price_id: priceId })}::jsonb`) });
    return session;
  }
}

/** Selects open payment pages to close: a user's pages of one kind, of one package, or all. */
interface Which {
  readonly accountId: string;
  readonly kind?: Order['kind'];
  readonly packageId?: string;
  /** All pages except the newest. */
  readonly keepNewest?: boolean;
  /** All pages except that of the request with this key, which is being repeated. */
  readonly storeRunKey?: string | undefined;
}

/**
 * Closes open payment pages. A page that is paid just before it closes is settled: the buyer gets the purchase.
 * @throws StripeFailure
 */
export async function expireCheckouts({ accountId, kind, packageId, keepNewest = false, storeRunKey }: Which): Promise<void> {
  const open = await database()('billing_order')
    .where({ account_id: accountId, status: 'open', ...(kind && { kind }), ...(packageId && { package_id: packageId }) })
    .whereNotNull('stripe_session_id')
    .modify((query) => storeRunKey && query.where(expression(database(), sql`client_key is distinct from ${storeRunKey}`)))
    .orderBy('id', 'desc')
    .select('id', 'stripe_session_id');
  for (const order of open.slice(keepNewest ? 1 : 0)) {
    try {
      await callStripe('checkout.sessions.expire', 'checkout.session', (stripe) =>
        stripe.checkout.sessions.expire(order.stripe_session_id!),
      );
    } catch (error) {
      if (!isStripeFailure(error) || error.kind === 'unavailable') throw error;
      if (error.kind === 'missing') {
        await database()('billing_order').where({ id: order.id, status: 'open' }).update({ status: 'expired' });
        continue;
      }
      // it is no longer open: settling fetches its outcome
    }
    await settleOrder(order.id);
  }
}
