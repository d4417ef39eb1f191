import type Stripe from 'stripe';
import { completeSession, type CheckoutResult, type Payer, needsNoMethod } from '../checkout/complete-session.ts';
import { lineItemsOf } from '../checkout/sessions.ts';
import { cardOf, TEST_ACCOUNTS, TEST_CARDS } from '../customers/test-cards.ts';
import type { World } from '../state/world.ts';
import { page, escapeHtml, money } from './html.ts';

export interface PageAnswer {
  status: number;
  html: string;
  location?: string;
}

/** `GET` and `POST /c/pay/…`. */
export function serveCheckout(world: World, method: string, id: string, body: string): PageAnswer {
  const session = world.store.get('sessions', id);
  if (!session) return { status: 404, html: page('Sandbox Checkout', '<h1>Sandbox Checkout</h1><p>There is no such checkout.</p>') };
  if (session.status !== 'open') return { status: 200, html: closedPage(session) };
  const form = emptyForm(session);
  if (method !== 'POST') return { status: 200, html: checkoutPage(world, session, form) };

  const sent = new URLSearchParams(body);
  const typed: CheckoutForm = {
    email: sent.get('email')?.trim() || form.email,
    card: sent.get('card') ?? form.card,
    method: readMethod(sent.get('method')) ?? form.method,
    account: sent.get('account')?.trim() || form.account,
    problem: null,
  };
  const means = readMeans(typed);
  if (typeof means === 'string') return { status: 200, html: checkoutPage(world, session, { ...typed, problem: means }) };
  const result = completeSession(world, session, {
    email: typed.email || null,
    means,
    authentication: readAuthentication(sent.get('authentication')),
  });
  world.store.commit();
  return answerOf(world, result, typed, id);
}

function answerOf(world: World, result: CheckoutResult, typed: CheckoutForm, id: string): PageAnswer {
  const session = world.store.must('sessions', id);
  if (result.kind === 'complete') return { status: 303, html: '', location: result.location };
  if (result.kind === 'authenticate') return { status: 200, html: authenticationPage(typed) };
  if (result.kind === 'closed') return { status: 200, html: closedPage(session) };
  return { status: 200, html: checkoutPage(world, session, { ...typed, problem: result.message }) };
}

const readMethod = (value: string | null): CheckoutForm['method'] | null =>
  value === 'card' || value === 'bank' || value === 'none' ? value : null;

function readAuthentication(value: string | null): Payer['authentication'] {
  return value === 'passed' || value === 'failed' ? value : 'not-asked';
}

/** Reads the payment method from the form, or its error. */
export function readMeans({ method, card, account }: Pick<CheckoutForm, 'method' | 'card' | 'account'>): Payer['means'] | string {
  if (method === 'none') return null;
  if (method === 'bank') return account in TEST_ACCOUNTS ? { type: 'us_bank_account', account } : 'This is not one of the test accounts.';
  const found = cardOf(card);
  return found ? { type: 'card', card: found } : 'Your card number is invalid: use one of the test cards below.';
}

const CHECKOUT_TITLE = 'Sandbox Checkout';
const DAY_S = 86_400;

/** The payer's input so far, and its error. */
interface CheckoutForm {
  email: string;
  card: string;
  method: 'card' | 'bank' | 'none';
  account: string;
  problem: string | null;
}

function emptyForm(session: Stripe.Checkout.Session): CheckoutForm {
  return {
    email: session.customer_details?.email ?? '',
    card: '4242 4242 4242 4242',
    method: needsNoMethod(session) ? 'none' : 'card',
    account: '000123456789',
    problem: null,
  };
}

/** Renders the page of an open session. */
function checkoutPage(world: World, session: Stripe.Checkout.Session, form: CheckoutForm): string {
  const action = buttonLabel(world, session);
  const fixed = session.customer_details?.email;
  const email = fixed
    ? `<p>Email: <strong>${escapeHtml(fixed)}</strong></p>`
    : `<label for="email">Email</label><input id="email" name="email" type="email" autocomplete="email" required value="${escapeHtml(form.email)}">`;
  const cancel = session.cancel_url ? `<p><a href="${escapeHtml(session.cancel_url)}">Cancel and go back</a></p>` : '';
  return page(
    CHECKOUT_TITLE,
    `<h1>Sandbox Checkout</h1>
<p class="quiet">A stand-in for Stripe on this machine. No real card, no real money.</p>
${form.problem ? `<p class="bad" role="alert" id="problem">${escapeHtml(form.problem)}</p>` : ''}
${orderOf(world, session)}
<form method="post">
${email}
${methodsOf(session, form)}
<button class="wide" type="submit">${action}</button>
</form>
${cancel}
<details><summary>Test cards</summary><ul>
${TEST_CARDS.map(({ number, about }) => `<li><code>${number.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code> ${about}</li>`).join('\n')}
</ul></details>`,
  );
}

function buttonLabel(world: World, session: Stripe.Checkout.Session): string {
  if (session.mode === 'payment') return `Pay ${money(session.amount_total ?? 0, session.currency ?? 'usd')}`;
  return world.note(session.id).checkout?.trialEnd == null ? 'Subscribe' : 'Start trial';
}

function orderOf(world: World, session: Stripe.Checkout.Session): string {
  const plan = world.note(session.id).checkout;
  const currency = session.currency ?? 'usd';
  const rows = lineItemsOf(world, session.id).map((line) => {
    const whole = (line.price?.unit_amount ?? 0) * (line.quantity ?? 1);
    const recurring = line.price?.recurring;
    const price = `${money(whole, currency)}${recurring ? ` per ${recurring.interval_count === 1 ? '' : `${recurring.interval_count} `}${recurring.interval}` : ''}`;
    return { name: `${line.description ?? ''}${line.quantity === 1 ? '' : ` × ${line.quantity}`}`, price };
  });
  const days = plan?.trialEnd == null ? 0 : Math.round((plan.trialEnd - session.created) / DAY_S);
  const trial = days > 0 ? `<p><strong>${days} days free, then ${rows.map(({ price }) => price).join(' and ')}</strong></p>` : '';
  return `<p class="sum" id="total">${money(session.amount_total ?? 0, currency)} <span class="quiet">due today</span></p>
${trial}
<table><caption class="quiet">Your order</caption><thead><tr><th scope="col">Item</th><th scope="col">Price</th></tr></thead><tbody>
${rows.map(({ name, price }) => `<tr><td>${escapeHtml(name)}</td><td>${price}</td></tr>`).join('\n')}
</tbody></table>`;
}

function methodsOf(session: Stripe.Checkout.Session, form: CheckoutForm): string {
  const radio = (value: CheckoutForm['method'], label: string) =>
    `<label><input type="radio" name="method" value="${value}"${form.method === value ? ' checked' : ''}> ${label}</label>`;
  const types = session.payment_method_types;
  const choices = [
    needsNoMethod(session) ? radio('none', 'No card now') : '',
    types.includes('card') ? radio('card', 'Card') : '',
    types.includes('us_bank_account') ? radio('bank', 'Bank debit (settles in a few days)') : '',
  ].filter(Boolean);
  const accounts = Object.entries(TEST_ACCOUNTS).map(([number, outcome]) => `${number} ${outcome === 'succeeded' ? 'succeeds' : 'fails'}`);
  return `<fieldset><legend>Pay with</legend>
${choices.join('\n')}
</fieldset>
${types.includes('card') ? `<label for="card">Card number</label><input id="card" name="card" type="text" inputmode="numeric" autocomplete="off" value="${escapeHtml(form.card)}">` : ''}
${
  types.includes('us_bank_account')
    ? `<details><summary>Bank account</summary><label for="account">Account number</label><input id="account" name="account" type="text" inputmode="numeric" autocomplete="off" aria-describedby="accounts" value="${escapeHtml(form.account)}"><p class="quiet" id="accounts">${accounts.join(', ')}.</p></details>`
    : ''
}`;
}

/** Renders the bank's authentication step; the typed values are passed on in hidden fields. */
function authenticationPage(form: CheckoutForm): string {
  const kept = { email: form.email, card: form.card, method: form.method, account: form.account };
  const hidden = Object.entries(kept).map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`);
  return page(
    CHECKOUT_TITLE,
    `<h1>Sandbox Checkout</h1>
<h2>Authentication</h2>
<p>The bank of this test card asks whether it is you.</p>
<form method="post">
${hidden.join('\n')}
<button type="submit" name="authentication" value="passed">Complete authentication</button>
<button class="second" type="submit" name="authentication" value="failed">Fail authentication</button>
</form>`,
  );
}

/** Renders the page of a session that can no longer be paid. */
function closedPage(session: Stripe.Checkout.Session): string {
  const text =
    session.status === 'complete'
      ? 'This checkout is complete. There is nothing left to pay here.'
      : 'This checkout has expired. Nothing was paid.';
  const back = session.status === 'complete' ? session.success_url?.replaceAll('{CHECKOUT_SESSION_ID}', session.id) : session.cancel_url;
  return page(CHECKOUT_TITLE, `<h1>Sandbox Checkout</h1>\n<p>${text}</p>${back ? `<p><a href="${escapeHtml(back)}">Go back</a></p>` : ''}`);
}
