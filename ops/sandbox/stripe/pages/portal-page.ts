import type Stripe from 'stripe';
import { createPaymentMethod } from '../customers/payment-methods.ts';
import { cardOf } from '../customers/test-cards.ts';
import { collectInvoice, methodFor } from '../invoices/collect-invoice.ts';
import { subscriptionOf } from '../invoices/invoices.ts';
import { declineOf } from '../payments/pay.ts';
import { idOf, type World } from '../state/world.ts';
import { currentPeriod } from '../subscriptions/build-subscription.ts';
import { endSubscription } from '../subscriptions/end-subscription.ts';
import { afterPaid } from '../subscriptions/payment-outcome.ts';
import { setCancel } from '../subscriptions/update-subscription.ts';
import { day, escapeHtml, money, page } from './html.ts';
import type { PageAnswer } from './serve-checkout.ts';

const TITLE = 'Sandbox Customer Portal';
/** Lifetime of a portal link, in s. */
const LASTS_S = 3600;

/** `GET` and `POST /p/session/…`: the customer's subscriptions, card and invoices. */
export function servePortal(world: World, method: string, id: string, body: string): PageAnswer {
  const session = world.store.get('portal_sessions', id);
  if (!session || world.now(session.customer) > session.created + LASTS_S) {
    return { status: 404, html: page(TITLE, `<h1>${TITLE}</h1><p>This link has expired. Ask for a new one where you came from.</p>`) };
  }
  if (method !== 'POST') return { status: 200, html: portalPage(world, session, null) };
  const problem = act(world, session, new URLSearchParams(body));
  world.store.commit();
  // Redirects to the page by GET, so that a reload repeats nothing.
  return problem === null
    ? { status: 303, html: '', location: `/p/session/${id}` }
    : { status: 200, html: portalPage(world, session, problem) };
}

function portalPage(world: World, session: Stripe.BillingPortal.Session, problem: string | null): string {
  const { features } = world.store.must('portal_configurations', idOf(session.configuration) ?? '');
  const customer = world.store.must('customers', session.customer);
  const parts = [
    `<h1>${TITLE}</h1>\n<p class="quiet">${escapeHtml(customer.email ?? customer.id)}. A stand-in for Stripe on this machine.</p>`,
    problem === null ? '' : `<p class="bad" role="alert">${escapeHtml(problem)}</p>`,
    `<h2>Subscriptions</h2>\n${subscriptionsOf(world, customer.id, features.subscription_cancel.enabled) || '<p>None.</p>'}`,
    features.payment_method_update.enabled ? cardPart(world, customer) : '',
    features.invoice_history.enabled ? `<h2>Invoices</h2>\n${invoicesOf(world, customer.id) || '<p>None.</p>'}` : '',
    session.return_url ? `<p><a href="${escapeHtml(session.return_url)}">Go back</a></p>` : '',
  ];
  return page(TITLE, parts.filter(Boolean).join('\n'));
}

function subscriptionsOf(world: World, customer: string, mayCancel: boolean): string {
  return world.store
    .list('subscriptions')
    .filter((row) => row.customer === customer && row.status !== 'canceled')
    .map((row) => {
      const names = row.items.data
        .map((item) => escapeHtml(world.store.get('products', idOf(item.price.product) ?? '')?.name ?? item.price.id))
        .join(', ');
      const ends = day(currentPeriod(row).end);
      const what = row.cancel_at_period_end
        ? `ends on ${ends}`
        : row.status === 'trialing'
          ? `trial until ${ends}`
          : `${row.status.replace('_', ' ')}, renews on ${ends}`;
      const [action, label] = row.cancel_at_period_end ? ['resume', `Keep ${names}`] : ['cancel', `Cancel ${names}`];
      return `<p><strong>${names}</strong>: ${what}</p>${mayCancel ? button(action, row.id, label) : ''}`;
    })
    .join('\n');
}

function cardPart(world: World, customer: Stripe.Customer): string {
  const method =
    world.store.get('payment_methods', idOf(customer.invoice_settings.default_payment_method) ?? '') ??
    world.store.list('payment_methods').findLast((row) => row.customer === customer.id);
  const now = method?.card
    ? `Card ending in ${method.card.last4}`
    : method
      ? `Bank account ending in ${method.us_bank_account?.last4}`
      : 'No card yet';
  return `<h2>Payment method</h2>\n<p>${now}</p>
<form method="post"><label for="card">New card number</label><input id="card" name="card" type="text" inputmode="numeric" autocomplete="off" value="4242 4242 4242 4242">
<button class="wide" type="submit" name="action" value="card">Save card</button></form>`;
}

function invoicesOf(world: World, customer: string): string {
  const rows = world.store
    .list('invoices')
    .filter((row) => row.customer === customer)
    .toReversed()
    .map(
      (row) =>
        `<tr><td>${escapeHtml(row.number ?? row.id)}, ${day(row.created)}: ${row.status}</td><td>${money(row.total, row.currency)} ${row.status === 'open' ? button('pay', row.id, `Pay ${escapeHtml(row.number ?? '')}`) : ''}</td></tr>`,
    );
  return rows.length === 0 ? '' : `<table><tbody>${rows.join('\n')}</tbody></table>`;
}

const button = (action: string, id: string, label: string): string =>
  `<form class="inline" method="post"><input type="hidden" name="id" value="${id}"><button class="second" type="submit" name="action" value="${action}">${label}</button></form>`;

/** Performs a button's action; returns why it failed, if it did. */
function act(world: World, session: Stripe.BillingPortal.Session, sent: URLSearchParams): string | null {
  const { features } = world.store.must('portal_configurations', idOf(session.configuration) ?? '');
  const id = sent.get('id') ?? '';
  const action = sent.get('action');
  if (action === 'card' && features.payment_method_update.enabled) return saveCard(world, session.customer, sent.get('card') ?? '');
  if (action === 'pay') return payInvoice(world, session.customer, id);
  const subscription = world.store.get('subscriptions', id);
  if (
    !features.subscription_cancel.enabled ||
    !subscription ||
    subscription.customer !== session.customer ||
    subscription.status === 'canceled'
  )
    return 'This can’t be done here.';
  if (subscription.schedule !== null) return 'A change of this plan is planned already. Undo it where you came from first.';
  if (action === 'cancel' && features.subscription_cancel.mode === 'immediately')
    endSubscription(world, subscription, 'cancellation_requested');
  else if (action === 'cancel' || action === 'resume')
    world.update('subscriptions', subscription, 'customer.subscription.updated', () => setCancel(world, subscription, action === 'cancel'));
  return null;
}

/** Makes the card the default of the customer and of all its subscriptions. */
function saveCard(world: World, customerId: string, number: string): string | null {
  const card = cardOf(number);
  const decline = declineOf(card, { present: true, authenticated: true });
  if (!card) return 'Your card number is invalid: use one of the test cards.';
  if (decline) return decline.message;
  const customer = world.store.must('customers', customerId);
  const method = createPaymentMethod(world, { type: 'card', card }, customerId, customer.email);
  world.update('customers', customer, 'customer.updated', () => (customer.invoice_settings.default_payment_method = method.id));
  for (const subscription of world.store.list('subscriptions')) {
    if (subscription.customer !== customerId || subscription.status === 'canceled') continue;
    world.update('subscriptions', subscription, 'customer.subscription.updated', () => (subscription.default_payment_method = method.id));
  }
  return null;
}

function payInvoice(world: World, customer: string, id: string): string | null {
  const invoice = world.store.get('invoices', id);
  const subscription = invoice && world.store.get('subscriptions', subscriptionOf(invoice) ?? '');
  if (!invoice || !subscription || invoice.customer !== customer || invoice.status !== 'open') return 'This invoice can’t be paid here.';
  const result = collectInvoice(world, invoice, methodFor(world, subscription), { present: true, authenticated: true });
  if (result === 'declined') return 'Your card was declined. Save another card first.';
  if (result === 'succeeded') afterPaid(world, invoice);
  return null;
}
