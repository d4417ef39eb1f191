import type Stripe from 'stripe';
import { createPaymentMethod } from '../customers/payment-methods.ts';
import { cardOf } from '../customers/test-cards.ts';
import { collectInvoice } from '../invoices/collect-invoice.ts';
import { idOf, type World } from '../state/world.ts';
import { afterPaid } from '../subscriptions/payment-outcome.ts';
import { day, escapeHtml, money, page } from './html.ts';
import type { PageAnswer } from './serve-checkout.ts';

/** `GET` and `POST /i/…`: an invoice, payable while it is open. */
export function serveInvoice(world: World, method: string, id: string, body: string): PageAnswer {
  const invoice = world.store.get('invoices', id);
  if (!invoice) return { status: 404, html: page('Sandbox Invoice', '<h1>Sandbox Invoice</h1><p>There is no such invoice.</p>') };
  if (method !== 'POST' || invoice.status !== 'open') return { status: 200, html: invoicePage(invoice, null) };
  const card = cardOf(new URLSearchParams(body).get('card') ?? '');
  if (!card) return { status: 200, html: invoicePage(invoice, 'Your card number is invalid: use one of the test cards.') };
  const payer = createPaymentMethod(world, { type: 'card', card }, idOf(invoice.customer), invoice.customer_email);
  const result = collectInvoice(world, invoice, payer.id, { present: true, authenticated: true });
  if (result === 'succeeded') afterPaid(world, invoice);
  world.store.commit();
  return result === 'succeeded'
    ? { status: 303, html: '', location: `/i/${id}` }
    : { status: 200, html: invoicePage(invoice, 'Your card was declined.') };
}

function invoicePage(invoice: Stripe.Invoice, problem: string | null): string {
  const lines = invoice.lines.data.map(
    (line) => `<tr><td>${escapeHtml(line.description ?? '')}</td><td>${money(line.amount, invoice.currency)}</td></tr>`,
  );
  const title = `Sandbox Invoice ${invoice.number ?? ''}`;
  const pay = `<form method="post"><label for="card">Card number</label><input id="card" name="card" type="text" inputmode="numeric" autocomplete="off" value="4242 4242 4242 4242">
<button class="wide" type="submit">Pay ${money(invoice.amount_remaining, invoice.currency)}</button></form>`;
  return page(
    title,
    `<h1>${escapeHtml(title)}</h1><p class="quiet">${day(invoice.created)}: ${invoice.status}</p>
${problem ? `<p class="bad" role="alert">${problem}</p>` : ''}
<table><tbody>${lines.join('\n')}</tbody></table>
<p class="sum">${money(invoice.total, invoice.currency)}</p>
${invoice.status === 'open' ? pay : ''}`,
  );
}

/** `GET /receipts/…`: the details of a charge. */
export function serveReceipt(world: World, id: string): PageAnswer {
  const charge = world.store.get('charges', id);
  if (!charge) return { status: 404, html: page('Sandbox Receipt', '<h1>Sandbox Receipt</h1><p>There is no such receipt.</p>') };
  const refunded = charge.amount_refunded > 0 ? `<p>Refunded: ${money(charge.amount_refunded, charge.currency)}</p>` : '';
  return {
    status: 200,
    html: page(
      'Sandbox Receipt',
      `<h1>Sandbox Receipt</h1><p>${day(charge.created)}</p><p class="sum">${money(charge.amount, charge.currency)}</p>${refunded}`,
    ),
  };
}
