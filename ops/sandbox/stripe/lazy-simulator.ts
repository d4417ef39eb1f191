import { statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isLoopbackRequest } from '../control/control-routes.ts';
import type { Faults } from '../control/faults.ts';
import type { StripeSimulator } from './simulator.ts';

/** `file` stores all of Stripe's objects across restarts; `seed` makes their ids deterministic; `webhook` receives the events. */
export interface StripeOptions {
  file?: string;
  seed?: string;
  webhook?: { url: string; secret: string };
}

const PATHS = /^\/(v1\/|c\/pay\/|p\/session\/|i\/|receipts\/|disputes\/|connect\/|control\/stripe(\/|$))/;

/** Loads the Stripe simulator on its first use: a sandbox that only writes courses saves that time. */
export class LazyStripeSimulator {
  #options: StripeOptions;
  #origin: () => string;
  #faults: Faults;
  #simulator: Promise<StripeSimulator> | null = null;

  constructor(options: StripeOptions, origin: () => string, faults: Faults) {
    this.#options = options;
    this.#origin = origin;
    this.#faults = faults;
  }

  /** Resumes the previous process's work: subscriptions to renew, events to deliver. */
  async resume(): Promise<void> {
    const { file } = this.#options;
    if (file !== undefined && (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0) await this.#load();
  }

  #load(): Promise<StripeSimulator> {
    return (this.#simulator ??= import('./simulator.ts').then(
      ({ StripeSimulator }) =>
        new StripeSimulator({
          file: this.#options.file ?? null,
          seed: this.#options.seed ?? null,
          webhook: this.#options.webhook ?? null,
          origin: this.#origin,
        }),
    ));
  }

  /** Answers a request to Stripe; false for any other. */
  async answer(req: IncomingMessage, res: ServerResponse, url: URL, raw: string): Promise<boolean> {
    if (!PATHS.test(url.pathname)) return false;
    const simulator = await this.#load();
    if (url.pathname.startsWith('/v1/')) await simulator.api(req, res, raw, this.#faults.take('stripe'));
    else if (!url.pathname.startsWith('/control/')) return simulator.page(req, res, url.pathname, raw);
    else {
      const known = isLoopbackRequest(req);
      const { status, body } = known
        ? await simulator.control(req.method ?? 'GET', url, raw)
        : { status: 403, body: { message: 'the control API answers loopback only' } };
      res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    }
    return true;
  }

  async close(): Promise<void> {
    (await this.#simulator)?.close();
  }
}
