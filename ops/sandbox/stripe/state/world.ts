import { createHash, randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type Stripe from 'stripe';
import { notFound } from '../http/stripe-api-error.ts';
import type { Kind, Kinds, Note, Settings, StoredEvent } from './kinds.ts';

/** The file is rewritten when it reaches this many lines. */
const MOST_LINES = 20_000;

type Row = { id: string };
type Change = [kind: Kind, id: string, row: Row | null];

/**
 * Rows by kind and id, in insertion order. With a file every commit is one line there, so that a request's changes survive a killed process
 * together or not at all.
 */
class Store {
  #rows = new Map<Kind, Map<string, Row>>();
  #changed = new Map<string, [Kind, string]>();
  #file: string | null;
  #lines = 0;

  constructor(file: string | null) {
    this.#file = file;
    if (file !== null && existsSync(file)) this.#reload(file);
  }

  get<K extends Kind>(kind: K, id: string): Kinds[K] | undefined {
    return this.#rows.get(kind)?.get(id) as Kinds[K] | undefined;
  }

  /** For ids referenced by our own rows. @throws Error if the row is missing */
  must<K extends Kind>(kind: K, id: string): Kinds[K] {
    const row = this.get(kind, id);
    if (!row) throw new Error(`the sandbox lost ${kind} ${id}`);
    return row;
  }

  /** Returns all rows of a kind, oldest first. */
  list<K extends Kind>(kind: K): Kinds[K][] {
    return [...(this.#rows.get(kind)?.values() ?? [])] as Kinds[K][];
  }

  /** Adds a row, or records its change. */
  put<K extends Kind>(kind: K, row: Kinds[K]): Kinds[K] {
    let rows = this.#rows.get(kind);
    if (!rows) this.#rows.set(kind, (rows = new Map()));
    rows.set(row.id, row);
    this.#changed.set(`${kind} ${row.id}`, [kind, row.id]);
    return row;
  }

  remove(kind: Kind, id: string): void {
    if (this.#rows.get(kind)?.delete(id)) this.#changed.set(`${kind} ${id}`, [kind, id]);
  }

  /** Writes the changes since the last commit. */
  commit(): void {
    if (this.#changed.size === 0) return;
    const changes = [...this.#changed.values()].map(([kind, id]): Change => [kind, id, this.#rows.get(kind)?.get(id) ?? null]);
    this.#changed.clear();
    if (this.#file === null) return;
    appendFileSync(this.#file, `${JSON.stringify(changes)}\n`);
    this.#lines += 1;
    if (this.#lines > MOST_LINES) this.#compact(this.#file);
  }

  /** Deletes everything. */
  clear(): void {
    this.#rows.clear();
    this.#changed.clear();
    if (this.#file !== null) this.#compact(this.#file);
  }

  #reload(file: string): void {
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      for (const [kind, id, row] of parseLine(line)) {
        if (row === null) this.#rows.get(kind)?.delete(id);
        else this.put(kind, row as Kinds[Kind]);
      }
    }
    this.#changed.clear();
    this.#compact(file);
  }

  #compact(file: string): void {
    const lines = [...this.#rows].flatMap(([kind, rows]) => [...rows].map(([id, row]): Change => [kind, id, row]));
    const next = `${file}.next`;
    writeFileSync(next, lines.map((change) => `${JSON.stringify([change])}\n`).join(''));
    renameSync(next, file);
    this.#lines = 0;
  }
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ID_LENGTH: Record<string, number> = { cus: 14, cs_test: 58, ch: 24 };
/** The API's names of object kinds, for "No such …". */
const NAMES: Partial<Record<Kind, string>> = {
  products: 'product',
  prices: 'price',
  customers: 'customer',
  payment_methods: 'PaymentMethod',
  sessions: 'checkout.session',
  payment_intents: 'payment_intent',
  charges: 'charge',
  refunds: 'refund',
  disputes: 'dispute',
  subscriptions: 'subscription',
  schedules: 'subscription schedule',
  invoices: 'invoice',
  invoice_payments: 'invoice payment',
  accounts: 'account',
  transfers: 'transfer',
  portal_configurations: 'configuration',
  test_clocks: 'test clock',
  events: 'event',
};

export interface WorldOptions {
  file: string | null;
  /** Ids are deterministic by seed; without one each fresh state has its own. */
  seed: string | null;
  webhook: { url: string; secret: string } | null;
  /** The sandbox's origin, for the URLs of pages. */
  origin: () => string;
}

/** Returns the id of a reference, which the SDK's types allow to be expanded; in the store it never is. */
export function idOf(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null);
}

/** All state of the simulator: rows, time, and the events of the current work. */
export class World {
  readonly store: Store;
  readonly origin: () => string;
  #options: WorldOptions;
  /** During a lifecycle step: the time at which it was due. */
  #pinned: number | null = null;
  /** The request being served. */
  request: { id: string | null; key: string | null } = { id: null, key: null };
  /** Events since they were last taken, in order. */
  #fresh: StoredEvent[] = [];

  constructor(options: WorldOptions) {
    this.#options = options;
    this.store = new Store(options.file);
    this.origin = options.origin;
    // an older version's file may lack a setting
    this.store.put('settings', { ...this.#blankSettings(), ...this.store.get('settings', 'settings') });
    this.store.commit();
    if (options.webhook) this.change((settings) => (settings.webhook = options.webhook));
  }

  get settings(): Settings {
    return this.store.must('settings', 'settings');
  }

  change(how: (settings: Settings) => void): void {
    how(this.settings);
    this.store.put('settings', this.settings);
    this.store.commit();
  }

  #blankSettings(): Settings {
    return {
      id: 'settings',
      salt: this.#options.seed ?? randomBytes(8).toString('hex'),
      serial: 0,
      offset: 0,
      frozen: null,
      draft_s: 0,
      webhook: this.#options.webhook,
      delivery: { mode: 'normal', delay_ms: 150, duplicate: 0, order: 'fifo', seed: 'sandbox', before_answer: false },
    };
  }

  /** Deletes all objects, events and settings but the webhook; the id counter continues, so that no id recurs. */
  reset(): void {
    const { salt, serial, webhook } = this.settings;
    this.store.clear();
    this.#fresh = [];
    this.store.put('settings', { ...this.#blankSettings(), salt, serial, webhook: this.#options.webhook ?? webhook });
    this.store.commit();
  }

  /** Returns a new id, `prefix_…`. */
  id(prefix: string): string {
    const { settings } = this;
    settings.serial += 1;
    this.store.put('settings', settings);
    let digits = BigInt(`0x${createHash('sha512').update(`${settings.salt} ${settings.serial}`).digest('hex')}`);
    let word = '';
    for (let left = ID_LENGTH[prefix] ?? 24; left > 0; left--) {
      word += ALPHABET[Number(digits % 62n)];
      digits /= 62n;
    }
    return `${prefix}_${word}`;
  }

  /** Returns the time in s, of the customer's test clock if it has one. */
  now(customer?: string | Stripe.Customer | Stripe.DeletedCustomer | null): number {
    return (
      this.#pinned ??
      this.#clockOf(idOf(customer))?.frozen_time ??
      this.settings.frozen ??
      Math.floor(Date.now() / 1000) + this.settings.offset
    );
  }

  /** Runs work as of a time in s. */
  at<T>(moment: number, work: () => T): T {
    const before = this.#pinned;
    this.#pinned = moment;
    try {
      return work();
    } finally {
      this.#pinned = before;
    }
  }

  /** Returns the id of a customer's test clock. */
  testClock(customer: string | null): string | null {
    return this.#clockOf(customer)?.id ?? null;
  }

  #clockOf(customer: string | null): Stripe.TestHelpers.TestClock | undefined {
    const clock = customer === null ? null : idOf(this.store.get('customers', customer)?.test_clock);
    return clock === null ? undefined : this.store.get('test_clocks', clock);
  }

  /** Finds a row by an external id. @throws StripeApiError 404 resource_missing, or 400 if a parameter named it */
  find<K extends Kind>(kind: K, id: string, param?: string): Kinds[K] {
    const row = this.store.get(kind, id);
    if (!row) throw notFound(NAMES[kind] ?? kind, id, param);
    return row;
  }

  note(id: string): Note {
    return this.store.get('notes', id) ?? { id };
  }

  remember(id: string, more: Omit<Note, 'id'>): void {
    this.store.put('notes', { ...this.note(id), ...more, id });
  }

  /** Emits an event for an object in its current state. `previous`: the old values of changed attributes. */
  emit(type: string, object: { id: string; object: string }, previous?: Record<string, unknown>): void {
    const customer = 'customer' in object && typeof object.customer === 'string' ? object.customer : null;
    const event: StoredEvent = {
      id: this.id('evt'),
      object: 'event',
      api_version: '2026-10-28.endive',
      created: this.now(customer),
      data: { object: structuredClone(object), ...(previous ? { previous_attributes: previous } : {}) },
      livemode: 'livemode' in object ? object.livemode === true : false,
      pending_webhooks: this.settings.webhook ? 1 : 0,
      request: { id: this.request.id, idempotency_key: this.request.key },
      type,
    };
    this.store.put('events', event);
    this.#fresh.push(event);
  }

  /** Returns the events emitted since the last call. */
  takeFresh(): StoredEvent[] {
    return this.#fresh.splice(0);
  }

  /** Changes a row and emits an event with its previous values, if anything changed. */
  update<K extends Kind>(kind: K, row: Kinds[K] & { object: string }, type: string, how: () => void): void {
    const before = structuredClone(row) as unknown as Record<string, unknown>;
    how();
    this.store.put(kind, row);
    const previous = difference(before, row as unknown as Record<string, unknown>);
    if (Object.keys(previous).length > 0) this.emit(type, row, previous);
  }
}

/** Returns the attributes of `before` that differ in `after`; plain objects recursively. */
function difference(before: Record<string, unknown>, after: Record<string, unknown>): Record<string, unknown> {
  const changed: Record<string, unknown> = {};
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, now] = [before[key], after[key]];
    if (JSON.stringify(old) === JSON.stringify(now)) continue;
    changed[key] = isPlain(old) && isPlain(now) ? difference(old, now) : (old ?? null);
  }
  return changed;
}

const isPlain = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A killed process can leave a partial line, which is skipped. */
function parseLine(line: string): Change[] {
  try {
    return JSON.parse(line) as Change[];
  } catch {
    return [];
  }
}
