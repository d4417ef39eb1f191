import { createHmac } from 'node:crypto';
import { shuffle } from '../../seeded-random.ts';
import type { Delivery, StoredEvent, DeliverySettings } from '../state/kinds.ts';
import type { World } from '../state/world.ts';

/** Waits between the attempts for one event, in ms; Stripe's are minutes to hours over three days. */
const BACK_OFF_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 30_000, 60_000, 60_000, 60_000, 60_000];
const ANSWER_WITHIN_MS = 10_000;

/** Delivers events to the receiver, one after another in the configured order, and retries until it accepts them. */
export class WebhookSender {
  #world: World;
  #timer: NodeJS.Timeout | null = null;
  #running = false;
  #closed = false;
  #rank: number;
  /** Ids of events that may be due. */
  #waiting = new Set<string>();

  /** Resumes deliveries left over by the previous process. */
  constructor(world: World) {
    this.#world = world;
    this.#rank = 0;
    for (const { id, rank, state } of world.store.list('deliveries')) {
      this.#rank = Math.max(this.#rank, rank);
      if (state === 'due') this.#waiting.add(id);
    }
    this.#schedule();
  }

  /** Takes the new events from the world. With `before_answer` it resolves once the receiver has received each once. */
  async collect(): Promise<void> {
    const { settings, store } = this.#world;
    const { delivery, webhook } = settings;
    const events = this.#world.takeFresh();
    if (events.length === 0) return;
    const state = webhook === null ? 'none' : ({ normal: 'due', hold: 'held', drop: 'dropped' } as const)[delivery.mode];
    for (const event of orderEvents(events, delivery, events[0]?.id ?? '')) {
      this.#rank += 1;
      this.#waiting.add(event.id);
      store.put('deliveries', {
        id: event.id,
        state,
        attempts: 0,
        copies: delivery.duplicate + 1,
        nextAt: Date.now() + delivery.delay_ms,
        rank: this.#rank,
        answers: [],
      });
    }
    store.commit();
    if (state === 'due' && delivery.before_answer) for (const { id } of events) await this.#deliver(store.must('deliveries', id));
    else this.#schedule();
  }

  /** Delivers events now, in this order, whatever their state. Returns the receiver's answers; 0 for none. */
  async deliverNow(ids: readonly string[]): Promise<{ id: string; type: string; status: number }[]> {
    const results = [];
    for (const id of ids) {
      const event = this.#world.store.must('events', id);
      const status = await this.#send(event);
      const delivery = this.#world.store.get('deliveries', id);
      if (delivery) this.#took(delivery, event, status);
      results.push({ id, type: event.type, status });
    }
    this.#world.store.commit();
    return results;
  }

  /** Releases held events: they become due, in the current order. */
  release(): void {
    const { store, settings } = this.#world;
    const held = store.list('deliveries').filter(({ state }) => state === 'held');
    for (const delivery of orderEvents(held, settings.delivery, 'release')) {
      this.#rank += 1;
      this.#waiting.add(delivery.id);
      store.put('deliveries', Object.assign(delivery, { state: 'due', nextAt: Date.now(), rank: this.#rank }));
    }
    store.commit();
    this.#schedule();
  }

  close(): void {
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
  }

  #due(): Delivery | undefined {
    let first: Delivery | undefined;
    for (const id of this.#waiting) {
      const delivery = this.#world.store.get('deliveries', id);
      if (delivery?.state !== 'due') this.#waiting.delete(id);
      else if (!first || delivery.nextAt < first.nextAt || (delivery.nextAt === first.nextAt && delivery.rank < first.rank))
        first = delivery;
    }
    return first;
  }

  #schedule(): void {
    if (this.#closed || this.#running) return;
    if (this.#timer) clearTimeout(this.#timer);
    const next = this.#due();
    if (!next) return;
    this.#timer = setTimeout(() => void this.#run(), Math.max(0, next.nextAt - Date.now()));
    this.#timer.unref();
  }

  async #run(): Promise<void> {
    this.#running = true;
    try {
      for (let next = this.#due(); next && next.nextAt <= Date.now() && !this.#closed; next = this.#due()) await this.#deliver(next);
    } finally {
      this.#running = false;
      this.#schedule();
    }
  }

  async #deliver(delivery: Delivery): Promise<void> {
    const event = this.#world.store.must('events', delivery.id);
    let status = 0;
    for (let copy = 0; copy < delivery.copies; copy++) status = await this.#send(event);
    if (!this.#world.store.get('deliveries', delivery.id)) return; // the state was reset meanwhile
    this.#took(delivery, event, status);
    this.#world.store.commit();
  }

  #took(delivery: Delivery, event: StoredEvent, status: number): void {
    delivery.attempts += 1;
    delivery.answers.push(status);
    const taken = status >= 200 && status < 300;
    const wait = BACK_OFF_MS[delivery.attempts - 1];
    if (taken) delivery.state = 'delivered';
    else if (delivery.state === 'due') Object.assign(delivery, wait === undefined ? { state: 'given-up' } : { nextAt: Date.now() + wait });
    this.#world.store.put('deliveries', delivery);
    if (taken && event.pending_webhooks > 0) this.#world.store.put('events', Object.assign(event, { pending_webhooks: 0 }));
  }

  async #send(event: StoredEvent): Promise<number> {
    const { webhook } = this.#world.settings;
    if (!webhook) return 0;
    const payload = JSON.stringify(event, null, 2);
    try {
      const answer = await fetch(webhook.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'user-agent': 'Stripe/1.0 (sandbox)',
          'stripe-signature': signPayload(payload, webhook.secret),
        },
        body: payload,
        redirect: 'manual',
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      });
      await answer.body?.cancel();
      return answer.status;
    } catch {
      return 0;
    }
  }
}

/** Returns the delivery order of related events. `salt` makes one shuffle differ from the next. */
export function orderEvents<T>(events: readonly T[], { order, seed }: Pick<DeliverySettings, 'order' | 'seed'>, salt: string): T[] {
  if (order === 'shuffle') return shuffle(events, `${seed} ${salt}`);
  return order === 'reverse' ? events.toReversed() : [...events];
}

/**
 * Creates a `Stripe-Signature` header. `timestamp` in s of the machine's clock, because receivers compare it with theirs, whatever the
 * sandbox's clock says.
 */
function signPayload(payload: string, secret: string, timestamp = Math.floor(Date.now() / 1000)): string {
  const signature = createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('hex');
  return `t=${timestamp},v1=${signature}`;
}
