import type { IncomingMessage, ServerResponse } from 'node:http';
import type Stripe from 'stripe';
import type { Fault } from '../control/faults.ts';
import { completeOnboarding } from './connect/accounts.ts';
import { answerStripeControl, type ControlAnswer } from './control/control.ts';
import { createPaymentMethod } from './customers/payment-methods.ts';
import { cardOf } from './customers/test-cards.ts';
import { WebhookSender } from './events/webhook-sender.ts';
import { RequestLog } from './http/request-log.ts';
import { serveApi, type ApiAnswer } from './http/serve-api.ts';
import { collectInvoice } from './invoices/collect-invoice.ts';
import { escapeHtml, money, page, day } from './pages/html.ts';
import { servePortal } from './pages/portal-page.ts';
import { serveCheckout, type PageAnswer } from './pages/serve-checkout.ts';
import { closeDispute } from './payments/disputes.ts';
import { World, type WorldOptions, idOf } from './state/world.ts';
import { afterPaid } from './subscriptions/payment-outcome.ts';
import { runDueSteps } from './time/due-steps.ts';

const TITLE = 'Sandbox Express';
const NOTE = '<p class="quiet">A stand-in for Stripe on this machine. Nothing you see here leaves it.</p>';

/** How often the running clock is checked for due steps, in ms. */
const TICK_MS = 1_000;
/** Duration of a slow answer, in ms. */
const SLOW_MS = 3_000;
const PAGE = /^\/(c\/pay|p\/session|i|receipts|disputes|connect)\/([\w/]+)$/;
const FAULT_ERRORS: Partial<Record<Fault['mode'], [number, string, string]>> = {
  '429': [429, 'invalid_request_error', 'Too many requests hit the API too quickly.'],
  '500': [500, 'api_error', 'An unknown error occurred.'],
};

/** The Stripe simulator: its API, pages and webhooks, all on one clock. */
export class StripeSimulator {
  readonly #world: World;
  readonly #sender: WebhookSender;
  readonly #requests = new RequestLog();
  readonly #tick: NodeJS.Timeout;
  /** The second up to which all due steps are done. */
  #caughtUp = 0;

  constructor(options: WorldOptions) {
    this.#world = new World(options);
    this.#sender = new WebhookSender(this.#world);
    this.#tick = setInterval(() => this.#catchUp(), TICK_MS);
    this.#tick.unref();
  }

  /** Sessions also expire and subscriptions renew by the running clock. */
  #catchUp(): void {
    const now = this.#world.now();
    if (now === this.#caughtUp && this.#world.settings.frozen === null) return;
    this.#caughtUp = now;
    if (runDueSteps(this.#world, null, now) > 0) void this.#sender.collect();
  }

  /** Answers `/v1/…`. `fault`: the fault of this request. */
  async api(req: IncomingMessage, res: ServerResponse, body: string, fault: Fault | null): Promise<void> {
    const header = (name: string): string | null => (typeof req.headers[name] === 'string' ? req.headers[name] : null);
    const [method, path] = [req.method ?? 'GET', req.url ?? '/'];
    const record = this.#requests.open({
      method,
      path,
      body,
      idempotency_key: header('idempotency-key'),
      stripe_version: header('stripe-version'),
      fault: fault?.mode ?? null,
    });
    if (fault?.mode === 'down') return void res.destroy();
    if (fault?.mode === 'hang') return;
    const failure = fault ? FAULT_ERRORS[fault.mode] : undefined;
    if (failure) {
      record.status = failure[0];
      const retry: Record<string, string> = fault?.retry_after_s == null ? {} : { 'retry-after': String(fault.retry_after_s) };
      return send(res, {
        status: failure[0],
        body: { error: { type: failure[1], message: failure[2] } },
        headers: { 'content-type': 'application/json', 'request-id': record.id, ...retry },
      });
    }
    if (fault?.mode === 'slow') await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
    this.#catchUp();
    const answer = serveApi(this.#world, { method, path, headers: req.headers, body }, record);
    record.status = answer.status;
    await this.#sender.collect();
    // The work is done, the answer is lost: the case for Idempotency-Key.
    if (fault?.mode === 'cut') return void res.destroy();
    if (fault?.mode === 'garbage') return void res.writeHead(200, answer.headers).end(JSON.stringify(answer.body).slice(0, 40));
    send(res, answer);
  }

  /** Serves the payer's pages. @returns false for other paths */
  async page(req: IncomingMessage, res: ServerResponse, pathname: string, body: string): Promise<boolean> {
    const [, kind, id = ''] = PAGE.exec(pathname) ?? [];
    if (kind === undefined) return false;
    this.#catchUp();
    const answer = this.#answerPage(kind, req.method ?? 'GET', id, body);
    await this.#sender.collect();
    const headers: Record<string, string> = {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
      ...(answer.location === undefined ? {} : { location: answer.location }),
    };
    res.writeHead(answer.status, headers).end(answer.html);
    return true;
  }

  #answerPage(kind: string, method: string, id: string, body: string): PageAnswer {
    if (kind === 'c/pay') return serveCheckout(this.#world, method, id, body);
    if (kind === 'connect') return serveConnect(this.#world, method, id, body);
    if (kind === 'p/session') return servePortal(this.#world, method, id, body);
    if (kind === 'disputes') return serveDispute(this.#world, method, id, body);
    return kind === 'i' ? serveInvoice(this.#world, method, id, body) : serveReceipt(this.#world, id);
  }

  /** `/control/stripe…`. */
  async control(method: string, url: URL, raw: string): Promise<ControlAnswer> {
    this.#catchUp();
    const answer = await answerStripeControl(method, url, raw, { world: this.#world, sender: this.#sender, requests: this.#requests });
    await this.#sender.collect();
    return answer;
  }

  close(): void {
    clearInterval(this.#tick);
    this.#sender.close();
  }
}

function send(res: ServerResponse, { status, body, headers }: ApiAnswer): void {
  res.writeHead(status, headers).end(JSON.stringify(body, null, 2));
}

/** `GET` and `POST /connect/…`: creators enter their identity and bank account; afterwards they see their transfers. */
function serveConnect(world: World, method: string, id: string, body: string): PageAnswer {
  if (id.startsWith('express/')) return expressPage(world, id.slice('express/'.length));
  const link = world.store.get('onboarding_links', id);
  if (!link || link.used || world.now() > link.expires_at) {
    const location = link?.refresh_url;
    return location
      ? { status: 303, html: '', location }
      : { status: 404, html: page(TITLE, `<h1>${TITLE}</h1><p>This link no longer works.</p>`) };
  }
  const account = world.store.must('accounts', link.account);
  if (method !== 'POST') {
    return {
      status: 200,
      html: page(
        TITLE,
        `<h1>Get paid by Coursewright</h1>${NOTE}
<p>Signed in as ${escapeHtml(account.email ?? account.id)}. Stripe would ask here for your name, date of birth, address, a document and a bank account.</p>
<form method="post">
<button class="wide" type="submit" name="outcome" value="verified">Use test data: verified</button>
<button class="wide second" type="submit" name="outcome" value="pending">Use test data: document still being checked</button>
<button class="wide second" type="submit" name="outcome" value="later">Save for later</button></form>`,
      ),
    };
  }
  const outcome = new URLSearchParams(body).get('outcome');
  if (outcome === 'verified' || outcome === 'pending') completeOnboarding(world, account, outcome);
  world.store.put('onboarding_links', { ...link, used: true });
  world.store.commit();
  return { status: 303, html: '', location: link.return_url };
}

function expressPage(world: World, id: string): PageAnswer {
  const account = world.store.get('accounts', id);
  if (!account) return { status: 404, html: page(TITLE, `<h1>${TITLE}</h1><p>There is no such account.</p>`) };
  const rows = world.store
    .list('transfers')
    .filter((transfer) => transfer.destination === id)
    .toReversed()
    .map(
      (transfer) =>
        `<tr><td>${escapeHtml(transfer.description ?? transfer.id)}${transfer.reversed ? ' (returned)' : ''}</td><td>${money(transfer.amount, transfer.currency)}</td></tr>`,
    );
  const list = rows.length === 0 ? '<p>Nothing has arrived yet.</p>' : `<table><tbody>${rows.join('\n')}</tbody></table>`;
  return { status: 200, html: page(TITLE, `<h1>${TITLE}</h1>${NOTE}<h2>Transfers to you</h2>${list}`) };
}

/** `GET` and `POST /i/…`: an invoice, payable while it is open. */
function serveInvoice(world: World, method: string, id: string, body: string): PageAnswer {
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
function serveReceipt(world: World, id: string): PageAnswer {
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

const DISPUTES = 'Sandbox Disputes';

/** `GET` and `POST /disputes/…`: the dispute in Stripe's dashboard. The bank believes any evidence, and decides immediately. */
function serveDispute(world: World, method: string, id: string, body: string): PageAnswer {
  const dispute = world.store.get('disputes', id);
  if (!dispute) return { status: 404, html: page(DISPUTES, `<h1>${DISPUTES}</h1><p>There is no such dispute.</p>`) };
  if (method !== 'POST' || !isOpen(dispute)) return { status: 200, html: disputePage(world, dispute, null) };
  const sent = new URLSearchParams(body);
  const evidence = sent.get('evidence')?.trim() ?? '';
  if (sent.get('action') === 'accept') closeDispute(world, dispute, 'lost');
  else if (evidence === '') return { status: 200, html: disputePage(world, dispute, 'Say what shows that the payment was meant.') };
  else {
    dispute.evidence.uncategorized_text = evidence;
    dispute.evidence_details = { ...dispute.evidence_details, has_evidence: true, submission_count: 1 };
    closeDispute(world, dispute, 'won');
  }
  world.store.commit();
  // by GET, so that a reload repeats nothing
  return { status: 303, html: '', location: `/disputes/${id}` };
}

const isOpen = ({ status }: Stripe.Dispute): boolean => status !== 'won' && status !== 'lost';

function disputePage(world: World, dispute: Stripe.Dispute, problem: string | null): string {
  const charge = world.store.must('charges', idOf(dispute.charge) ?? '');
  const { due_by: due } = dispute.evidence_details;
  const parts = [
    `<h1>${DISPUTES}</h1>\n<p class="quiet">A stand-in for Stripe’s dashboard on this machine. Its bank believes any evidence, and decides at once.</p>`,
    problem === null ? '' : `<p class="bad" role="alert">${problem}</p>`,
    `<p class="sum">${money(dispute.amount, dispute.currency)}</p>\n<p>${escapeHtml(charge.description ?? charge.id)}, ${day(charge.created)}: ${escapeHtml(dispute.reason)}</p>`,
    isOpen(dispute)
      ? `<p>Evidence is taken until ${due === null ? 'no certain day' : day(due)}.</p>\n${EVIDENCE_FORM}`
      : `<p><strong>The dispute is ${dispute.status}.</strong></p>`,
  ];
  return page(DISPUTES, parts.filter(Boolean).join('\n'));
}

const EVIDENCE_FORM = `<form method="post"><label for="evidence">Evidence</label><input id="evidence" name="evidence" type="text" autocomplete="off" value="The buyer has read the course since.">
<button class="wide" type="submit" name="action" value="submit">Submit evidence</button>
<button class="wide second" type="submit" name="action" value="accept">Accept the dispute</button></form>`;
