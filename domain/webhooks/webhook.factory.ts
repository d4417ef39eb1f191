import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { uuidv7 } from 'uuidv7';
import type { KeyHolder } from '#contract/identity/key-scopes.ts';
import { eventsOf, type WebhookEvent } from '#contract/webhooks/webhook-events.ts';
import { config, setConfig } from '#domain/platform/config.ts';
import { database } from '#domain/platform/database.ts';
import { newWebhookSecret } from './webhook-message.ts';

interface Wanted {
  readonly accountId: string;
  readonly holder?: KeyHolder;
  readonly organisationId?: string | null;
  readonly url?: string;
  readonly events?: readonly WebhookEvent[];
}

/** Inserts a webhook, by default for all events that its holder may receive. @returns its id and secret */
export async function givenWebhook({
  accountId,
  holder = 'account',
  organisationId = null,
  url = 'https://hooks.example/',
  events = eventsOf(holder),
}: Wanted): Promise<{ id: string; secret: string }> {
  const id = uuidv7();
  const { secret, sealed } = newWebhookSecret(id);
  const row = { id, account_id: accountId, holder, organisation_id: organisationId, url, events: [...events], secret_sealed: sealed };
  await database()('webhook').insert(row);
  return { id, secret };
}

/** A request that a receiver got. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  readonly at: number;
}

/** A receiver's response, by path; default: 204 at once. */
type Answers = Record<string, (response: ServerResponse, request: Received) => void>;

/**
 * Starts receivers on this machine for each test of a file, which only an installation with stand-ins sends to. Call it once at the top.
 */
export function useReceivers() {
  const state = { origin: '', received: [] as Received[], answers: {} as Answers };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '/';
      const got = { path, headers: request.headers, body: Buffer.concat(chunks).toString(), at: Date.now() };
      state.received.push(got);
      const answer = state.answers[path];
      if (answer) answer(response, got);
      else response.writeHead(204).end();
    });
  });
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    state.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    setConfig({ ...config(), hasStandIns: true });
  });
  beforeEach(() => Object.assign(state, { received: [], answers: {} }));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return state;
}

/** Returns the events that a webhook has received, in order. */
export const heardBy = ({ id }: { readonly id: string }): Promise<{ type: string; object_id: string; data: object }[]> =>
  database()('webhook_delivery')
    .join('webhook_event as event', 'event.id', 'webhook_delivery.event_id')
    .where({ webhook_id: id })
    .orderBy('event.seq')
    .select('event.type', 'event.object_id', 'event.data');
