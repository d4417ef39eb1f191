import { useSyncExternalStore } from 'react';
import type { AnswerOf, BodyInputOf, Endpoint, IsPaidByCaller, ParamsOf } from '#contract/platform/endpoint.ts';
import { addressOf, call } from '#frontend/lib/api-client.ts';
import { ApiError, failureText } from '#frontend/lib/api-error.ts';
import { actMoment, canReach, subscribeConnection } from '#frontend/lib/connection.ts';
import { ownTimeZone } from '#frontend/lib/own-time-zone.ts';
import { randomId } from '#frontend/lib/random-id.ts';
import { readSession, subscribeSession } from '#frontend/lib/session/token-store.ts';
import { toast } from '#frontend/lib/toast.ts';
import { actText } from './act-words.ts';
import { sendSound } from './send-sound.ts';
import { openActStore, type ActStore, type MergeActs, type NewAct, type WaitingAct } from './act-store.ts';

export type { WaitingAct } from './act-store.ts';

/**
 * The one way of every act of a learner (decision 0053). An act is stored on this device before it is sent, with its own time, and stays until
 * our server has applied or refused it: closing the tab, a lost network, a captive portal or a server that is down only delay it.
 */

/** An endpoint whose changes may wait on the device. */
type Queued = Endpoint & { readonly offline: 'queued' };

type Given<E extends Endpoint> = (E['params'] extends object ? { readonly params: ParamsOf<E> } : { readonly params?: never }) &
  (E['body'] extends object ? { readonly body: BodyInputOf<E> } : { readonly body?: never }) &
  (IsPaidByCaller<E> extends true ? { readonly acceptedPrice: number } : { readonly acceptedPrice?: never });

interface How {
  /** What it is about, such as `note:<id>`: acts about the same thing are sent in their order. */
  readonly lane: string;
  /** For acts of which the latest counts, or that add up: merges it into the one that waits. */
  readonly merge?: MergeActs;
  /** The sound of a voice note, whose body names its upload; and what is told the share of it that has been sent, 0 to 1. */
  readonly sound?: Blob;
  readonly onSent?: (share: number) => void;
}

type Outcome = { readonly kind: 'sent'; readonly answer: unknown } | { readonly kind: 'refused'; readonly error: ApiError };
/** Not now: no answer of our server, or one that does not speak of the act. */
interface Later {
  readonly kind: 'later';
  readonly error: ApiError;
}

/** How long the screen waits for an answer, in ms; after that the act counts as waiting, and its screen goes on. */
const PATIENCE_MS = 8_000;
/** Pauses between attempts while the server cannot be reached, in ms. */
const PAUSES_MS = [2_000, 5_000, 15_000, 30_000, 60_000] as const;
/** How many lanes are sent at once. */
const AT_ONCE = 4;

let opened: Promise<ActStore> | null = null;
const store = (): Promise<ActStore> => (opened ??= openActStore());

/** The acts of the signed-in user as last read. */
let known: readonly WaitingAct[] = [];
let knownOf: string | null = null;
/** When acts were last all sent; null as long as none was. */
let sentAt: number | null = null;
const listeners = new Set<() => void>();
const sentListeners = new Set<(acts: readonly WaitingAct[]) => void>();
/** Screens that wait for an outcome, by the act's place. */
const settlers = new Map<number, (outcome: Outcome | null) => void>();
/** Told the share of a sound that has been sent. */
const shares = new Map<number, (share: number) => void>();
const running = new Set<string>();
/** Places of acts that this tab is sending. */
const underWay = new Set<number>();
/** Lanes that wait for the next attempt, because the server could not apply their first act now. */
const held = new Set<string>();
let attempts = 0;
/** When a lane last had to wait, in ms. */
let heldAt = 0;
/** How soon after a failed attempt a connection that seems to be back is not believed, in ms: something may block one address only. */
const DOUBT_MS = 10_000;
let timer: ReturnType<typeof setTimeout> | undefined;
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('outbox');

const currentUser = (): string | null => readSession().user?.user_id ?? null;

async function reread(): Promise<void> {
  const userId = currentUser();
  const acts = userId === null ? [] : await (await store()).list(userId);
  if (userId !== currentUser()) return;
  known = acts;
  knownOf = userId;
  // another tab has delivered it
  for (const [seq, settle] of settlers) if (!underWay.has(seq) && acts.every((one) => one.seq !== seq)) settle(null);
  for (const listener of listeners) listener();
}

async function changed(): Promise<void> {
  await reread();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none: it reaches this origin only
  channel?.postMessage('changed');
}

/** The acts of the signed-in user that this device has not delivered, oldest first, refused ones included. */
export const waitingActs = (): readonly WaitingAct[] => (knownOf === currentUser() ? known : NONE);
const NONE: readonly WaitingAct[] = [];

/** Reads the acts that wait, for the answer of a query that shows them as done. @param name of the endpoint; default: all */
export async function readWaiting(name?: string): Promise<readonly WaitingAct[]> {
  const userId = currentUser();
  if (userId === null) return [];
  return (await (await store()).list(userId)).filter((act) => (name === undefined || act.name === name) && act.refusal === null);
}

export function subscribeOutbox(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** `waitingActs` of a component. */
export const useWaitingActs = (): readonly WaitingAct[] => useSyncExternalStore(subscribeOutbox, waitingActs);

/** When this tab last delivered everything that had waited, in ms; null if it never had to. */
export const useSentAt = (): number | null => useSyncExternalStore(subscribeOutbox, () => sentAt);

/** Calls back with acts that had waited and have now been applied, so that screens ask again. */
export function onSent(listener: (acts: readonly WaitingAct[]) => void): () => void {
  sentListeners.add(listener);
  return () => sentListeners.delete(listener);
}

/** Whether what waits outlives this tab. */
export const isKeptOnDevice = async (): Promise<boolean> => (await store()).isLasting;

/**
 * Does something that counts from now on, with or without a connection.
 * @returns the server's answer; null if it waits on this device, or had arrived before
 * @throws ApiError when the server refuses it
 */
export async function act<const E extends Queued>(
  endpoint: E,
  given: Given<E>,
  { lane, merge, sound, onSent: onShare }: How,
): Promise<AnswerOf<E> | null> {
  const userId = currentUser();
  const made = {
    id: merge ? null : randomId(),
    name: endpoint.name,
    method: endpoint.method,
    address: addressOf(endpoint, given.params, undefined),
    body: given.body,
    ...(sound && { sound }),
    ...(given.acceptedPrice !== undefined && { acceptedPrice: given.acceptedPrice }),
    ...actMoment(),
    zone: ownTimeZone(),
    lane,
  };
  // without an account there is nobody for whom it could be kept
  if (userId === null) return answerOf(await send(made, userId, onShare)) as AnswerOf<E> | null;
  const row = await (await store()).add({ ...made, userId }, merge ?? null).catch(() => null);
  // the device is full: its screen keeps the text until it is saved
  if (row === null) return answerOf(await send(made, userId, onShare)) as AnswerOf<E> | null;
  const outcome = new Promise<Outcome | null>((resolve) => {
    settlers.get(row.seq)?.(null);
    // a sound takes as long as it takes
    const late = sound ? undefined : setTimeout(resolve, PATIENCE_MS, null);
    if (onShare) shares.set(row.seq, onShare);
    settlers.set(row.seq, (told) => {
      clearTimeout(late);
      settlers.delete(row.seq);
      shares.delete(row.seq);
      resolve(told);
    });
  });
  void changed();
  // its lane is tried at once, whatever the last attempt brought: a captive portal may be gone
  held.delete(laneOf(row));
  void pump();
  return answerOf(await outcome) as AnswerOf<E> | null;
}

/** Returns the answer of an outcome. @throws ApiError why there is none */
function answerOf(outcome: Outcome | Later | null): unknown {
  if (outcome === null) return null;
  if (outcome.kind !== 'sent') throw outcome.error;
  return outcome.answer;
}

const laneOf = ({ userId, lane }: Pick<WaitingAct, 'userId' | 'lane'>): string => `outbox:${userId}:${lane}`;

/** One tab at a time sends the acts of a lane. */
const inLane = (lane: string, work: () => Promise<void>): Promise<void> =>
  'locks' in navigator ? navigator.locks.request(lane, work) : work();

/** Starts to send every lane that may be sent. */
async function pump(): Promise<void> {
  const userId = currentUser();
  if (userId === null) return;
  const acts = (await (await store()).list(userId)).filter(({ refusal }) => refusal === null);
  for (const lane of new Set(acts.map(laneOf))) {
    if (running.size >= AT_ONCE) return;
    if (running.has(lane) || held.has(lane)) continue;
    running.add(lane);
    void inLane(lane, () => sendLane(userId, lane)).finally(() => {
      running.delete(lane);
      void pump();
    });
  }
}

async function sendLane(userId: string, lane: string): Promise<void> {
  const acts = await store();
  const delivered: WaitingAct[] = [];
  for (;;) {
    const next = (await acts.list(userId)).find((one) => laneOf(one) === lane && one.refusal === null);
    if (!next || currentUser() !== userId) break;
    underWay.add(next.seq);
    const outcome = await send(next, userId, shares.get(next.seq));
    if (outcome.kind === 'later') {
      underWay.delete(next.seq);
      held.add(lane);
      heldAt = Date.now();
      // whoever waits for one of these goes on
      for (const one of await acts.list(userId)) if (laneOf(one) === lane) settlers.get(one.seq)?.(null);
      schedule();
      break;
    }
    attempts = 0;
    const settle = settlers.get(next.seq);
    // the screen that waits for it says why, and still has its text
    if (outcome.kind === 'refused' && !settle) {
      await acts.refuse(next.seq, outcome.error.message);
      toast('error', failureText(outcome.error, actText(next)));
    } else await acts.remove(next);
    await changed();
    underWay.delete(next.seq);
    settle?.(outcome);
    if (outcome.kind === 'sent' && !settle) delivered.push(next);
  }
  if (delivered.length === 0) return;
  if (waitingActs().every(({ refusal }) => refusal !== null)) sentAt = Date.now();
  for (const listener of listeners) listener();
  for (const listener of sentListeners) listener(delivered);
}

/** Statuses that are no refusal of the act: the session is renewed, the pause is over, or another server answers. */
const LATER = new Set([401, 408, 421, 425, 429]);

async function send(
  waiting: Omit<NewAct, 'userId'>,
  userId: string | null,
  onShare: ((share: number) => void) | undefined,
): Promise<Outcome | Later> {
  const { name, method, address, body, id, at, after, zone, acceptedPrice } = waiting;
  // the declaration as it is called; token and account are attached now
  const endpoint = { name, method, path: address, auth: 'user', summary: '', responses: {}, errors: [] } as unknown as Endpoint;
  const headers = {
    ...(id !== null && { 'act-id': id }),
    'act-time': at,
    ...(after !== null && { 'act-after': after }),
    'act-zone': zone,
  };
  const options = {
    headers,
    asUser: userId,
    fallback: actText(waiting),
    ...(body !== undefined && { body }),
    ...(acceptedPrice !== undefined && { acceptedPrice }),
  };
  try {
    if (waiting.sound) await sendSound((body as { readonly upload_id: string }).upload_id, waiting.sound, (share) => onShare?.(share));
    return { kind: 'sent', answer: await call(endpoint, options as never) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, code } = error;
    const isFromServer = code !== 'network' && code !== 'not_json';
    if (isFromServer && code === 'act.applied') return { kind: 'sent', answer: null };
    // what is to be removed is no longer there
    if (isFromServer && status === 404 && method === 'DELETE') return { kind: 'sent', answer: null };
    if (!isFromServer || status >= 500 || status === 0 || LATER.has(status)) return { kind: 'later', error };
    return { kind: 'refused', error };
  }
}

function schedule(): void {
  clearTimeout(timer);
  timer = setTimeout(retry, PAUSES_MS[Math.min(attempts, PAUSES_MS.length - 1)]);
  attempts += 1;
}

function retry(): void {
  clearTimeout(timer);
  held.clear();
  void pump();
}

/** Tries to deliver now what waits. */
export function sendNow(): void {
  attempts = 0;
  retry();
}

/**
 * Delivers what can be delivered within this time.
 * @returns how many acts still wait, refused ones included
 */
export async function deliverWithin(ms: number): Promise<number> {
  if (waitingActs().length === 0 || !canReach()) return waitingActs().length;
  sendNow();
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(late);
      stop();
      resolve(waitingActs().length);
    };
    const late = setTimeout(end, ms);
    const stop = subscribeOutbox(() => waitingActs().length === 0 && end());
  });
}

/** Removes a refused act, whose text its author has seen. */
export async function dismissAct({ seq, revision }: WaitingAct): Promise<void> {
  await (await store()).remove({ seq, revision });
  await changed();
}

/** Sends a refused act again. */
export async function retryAct({ seq }: WaitingAct): Promise<void> {
  await (await store()).refuse(seq, null);
  await changed();
  sendNow();
}

/** Deletes what a user has not delivered, at their wish. */
export async function discardActs(userId: string): Promise<void> {
  const acts = await store();
  for (const waiting of await acts.list(userId)) await acts.remove(waiting);
  await changed();
}

/** Delivers what waits whenever the server answers again, the page is looked at, or somebody signs in. Call once per document. */
export function deliverActs(): void {
  addEventListener('online', sendNow);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && sendNow());
  subscribeConnection(() => canReach() && Date.now() - heldAt > DOUBT_MS && sendNow());
  channel?.addEventListener('message', () => void reread());
  let person = currentUser();
  subscribeSession(() => {
    const now = currentUser();
    if (now === person) return;
    person = now;
    void reread();
    sendNow();
  });
  void reread();
  sendNow();
}
