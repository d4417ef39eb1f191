import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Fault } from '../control/faults.ts';
import { answerStripeControl, type ControlAnswer } from './control/control.ts';
import { WebhookSender } from './events/webhook-sender.ts';
import { RequestLog } from './http/request-log.ts';
import { serveApi, type ApiAnswer } from './http/serve-api.ts';
import { serveInvoice, serveReceipt } from './pages/invoice-page.ts';
import { servePortal } from './pages/portal-page.ts';
import { serveConnect } from './pages/connect-page.ts';
import { serveCheckout, type PageAnswer } from './pages/serve-checkout.ts';
import { World, type WorldOptions } from './state/world.ts';
import { runDueSteps } from './time/due-steps.ts';

/** How often the running clock is checked for due steps, in ms. */
const TICK_MS = 1_000;
/** Duration of a slow answer, in ms. */
const SLOW_MS = 3_000;
const PAGE = /^\/(c\/pay|p\/session|i|receipts)\/(\w+)$/;
const FAULT_ERRORS: Partial<Record<Fault['mode'], [number, string, string]>> = {
  '429': [429, 'invalid_request_error', 'Too many requests hit the API too quickly.'],
  '500': [500, 'api_error', 'An unknown error occurred.'],
};

/** The Stripe simulator: its API, its pages, its webhooks, all on one clock. */
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

  /** Sessions expire and subscriptions renew by the running clock too. */
  #catchUp(): void {
    const now = this.#world.now();
    if (now === this.#caughtUp && this.#world.settings.frozen === null) return;
    this.#caughtUp = now;
    if (runDueSteps(this.#world, null, now) > 0) void this.#sender.collect();
  }

  /** `/v1/…`. `fault`: the fault of this request. */
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

  /** Serves the payer's pages. False when the path is none of them. */
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
