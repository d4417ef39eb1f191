import { BadControl, knownFields, readChoice, readCount, readText } from '../../control/read-body.ts';
import type { JsonObject } from '../../wire/wire.ts';
import { orderEvents, type WebhookSender } from '../events/webhook-sender.ts';
import type { RequestLog } from '../http/request-log.ts';
import { DELIVERY_MODES, DELIVERY_ORDERS, type DeliverySettings } from '../state/kinds.ts';
import type { World } from '../state/world.ts';

export interface ControlContext {
  world: World;
  sender: WebhookSender;
  requests: RequestLog;
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** `PUT webhook`: loopback only; `{url: null}` removes it. @throws BadControl */
export function readWebhook(body: JsonObject): { url: string; secret: string } | null {
  knownFields(body, ['url', 'secret']);
  if (body.url === null) return null;
  const url = readText(body, 'url');
  if (!URL.canParse(url) || !LOOPBACK.test(new URL(url).hostname)) throw new BadControl('url must be an address on loopback');
  return { url, secret: readText(body, 'secret') };
}

/** `PUT delivery`: missing settings get their default. @throws BadControl */
export function readDelivery(body: JsonObject): DeliverySettings {
  knownFields(body, ['mode', 'delay_ms', 'duplicate', 'order', 'seed', 'before_answer']);
  const { seed = 'sandbox', before_answer: before = false } = body;
  if (typeof seed !== 'string' && typeof seed !== 'number') throw new BadControl('seed must be a text or a number');
  if (typeof before !== 'boolean') throw new BadControl('before_answer must be true or false');
  return {
    mode: readChoice(body, 'mode', DELIVERY_MODES, 'normal'),
    delay_ms: readCount(body, 'delay_ms', 150),
    duplicate: readCount(body, 'duplicate', 0),
    order: readChoice(body, 'order', DELIVERY_ORDERS, 'fifo'),
    seed: String(seed),
    before_answer: before,
  };
}

/** `POST deliver`: delivers the named events in the given order, or all held ones. @throws BadControl */
export async function deliverChosen({ world, sender }: ControlContext, body: JsonObject): Promise<unknown> {
  knownFields(body, ['event_ids', 'order', 'seed']);
  if (!world.settings.webhook) throw new BadControl('there is no webhook; PUT /control/stripe/webhook first');
  const order = readChoice(body, 'order', DELIVERY_ORDERS, 'fifo');
  const ids = body.event_ids ?? heldIds(world);
  if (!Array.isArray(ids) || !ids.every((id) => typeof id === 'string')) throw new BadControl('event_ids must be a list of ids');
  const unknown = ids.find((id) => !world.store.get('events', id));
  if (unknown !== undefined) throw new BadControl(`there is no event ${unknown}`);
  return { delivered: await sender.deliverNow(orderEvents(ids, { order, seed: String(body.seed ?? 'sandbox') }, 'deliver')) };
}

const heldIds = (world: World): string[] =>
  world.store
    .list('deliveries')
    .filter(({ state }) => state === 'held')
    .map(({ id }) => id);

/** All events with their delivery state, oldest first; only those of a type, or in a state, when one is given. */
export function listDeliveries(world: World, type: string | null, state: string | null): unknown[] {
  return world.store
    .list('events')
    .map((event) => ({ event, delivery: world.store.get('deliveries', event.id) }))
    .filter(({ event }) => type === null || event.type === type)
    .filter(({ delivery }) => state === null || (delivery?.state ?? 'none') === state)
    .map(({ event, delivery }) => ({
      id: event.id,
      type: event.type,
      object: event.data.object.id,
      created: event.created,
      state: delivery?.state ?? 'none',
      attempts: delivery?.attempts ?? 0,
      answers: delivery?.answers ?? [],
    }));
}
