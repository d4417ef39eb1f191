import { completeSession, type CheckoutResult, type Payer } from '../checkout/complete-session.ts';
import { cardOf, TEST_ACCOUNTS } from '../customers/test-cards.ts';
import type { World } from '../state/world.ts';
import { authenticationPage, checkoutPage, closedPage, emptyForm, type CheckoutForm } from './checkout-page.ts';
import { page } from './html.ts';

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
