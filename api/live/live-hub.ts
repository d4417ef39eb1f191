import { randomUUID } from 'node:crypto';
import { WebSocketServer, type WebSocket } from 'ws';
import { HEARTBEAT_MS, SOCKET_CLOSED, SOCKET_PROTOCOL, type ClientMessage, type ServerMessage } from '#contract/live/live.contract.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import type { Door } from '#api/platform/doors.ts';
import type { Upgrade } from '#api/platform/upgrades.ts';
import { liveSessionById, type LiveSession } from '#domain/identity/sessions/live-sessions.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { logger } from '#domain/platform/logger.ts';
import type { Delivery, LiveFeed } from '#domain/platform/live/feed.ts';
import type { LiveSubscriber } from '#domain/platform/live/subscriber.ts';
import { openAllowance, type Allowance } from './allowance.ts';
import { manageConnection, writeMessage, type LiveConnection } from './live-connection.ts';

const MOST_BYTES = 32_768;
/** Messages over an open socket. An endpoint admitted the request that opened it. */
export const SOCKET_DOOR: Door = {
  name: 'socketMessages',
  at: 'messages by /ws/:user_id',
  pays: 'account',
  bodyBytes: MOST_BYTES,
  age: 'anyone',
  limit: 'frames of all sockets (allowance.ts)',
};
/**
 * Maximum number of WebSocket fragments per message. Clients send messages whole, and browsers may split them into a few. Each fragment
 * costs as much to read as a message, but ws does not report it.
 */
const MOST_PIECES = 16;
/** Maximum number of reads in which a message can arrive. */
const MOST_READS = 1_024;
/** Milliseconds after which a closing socket is cut if its client does not answer. The types of ws do not have the option yet. */
const CLOSING = { closeTimeout: 1_000 };
/** Maximum number of sockets per user in this process. */
const MOST_SOCKETS = 8;

/** A feature's socket handlers: users who connect and disconnect, and their messages. */
export interface LiveTalk {
  readonly feeds: readonly LiveFeed[];
  /** Returns the users who are old enough to chat; called before a socket opens, and when ages may have changed. */
  readonly chattersAmong: (accountIds: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Called for a chatter's first or further socket in this process. @returns the first messages for it */
  readonly onOpen: (session: LiveSession, processId: string) => Promise<readonly ServerMessage[]>;
  /** A user's last socket here was closed. */
  readonly onLeft: (accountId: string, processId: string) => Promise<void>;
  readonly onMessage: (session: LiveSession, message: ClientMessage, processId: string) => Promise<void>;
  /** Every `HEARTBEAT_MS`. */
  readonly onBeat: (processId: string) => Promise<void>;
  readonly onClose: (processId: string) => Promise<void>;
}

/** The sockets of this process. */
export interface LiveHub extends LiveSubscriber {
  readonly processId: string;
  /**
   * Prepares a socket. Everything that determines what it receives is known before it opens: a client fetches missed messages when its
   * socket opens, and would never get a message sent between that and a later decision.
   * @returns a function that opens it
   * @throws ProductError limits.rate for an account whose sockets sent too much, until its allowance is full again
   */
  admit(session: LiveSession): Promise<(upgrade: Upgrade) => void>;
  /** Called when a session has ended or changed; null if any session may have. */
  onSessionChanged(sessionId: string | null): void;
  /** Called when users' age or consent has changed: users who may no longer chat receive nothing more, on open sockets too. */
  onAgesChanged(): void;
  /** Returns the number of open sockets. */
  count(): number;
  close(): Promise<void>;
}

interface Person {
  readonly sockets: Set<LiveConnection>;
  isChatter: boolean;
}

const quietly = (what: string) => (error: unknown) => logger().warn({ err: error }, `live: ${what}`);

/** Opens the hub, which receives nothing until it is subscribed to events. */
export function openLiveHub(talk: LiveTalk, { beatMs = HEARTBEAT_MS } = {}): LiveHub {
  const processId = randomUUID();
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MOST_BYTES,
    maxFragments: MOST_PIECES,
    maxBufferedChunks: MOST_READS,
    ...CLOSING,
    perMessageDeflate: false,
    clientTracking: false,
    handleProtocols: (offered) => (offered.has(SOCKET_PROTOCOL) ? SOCKET_PROTOCOL : false),
  });
  const people = new Map<string, Person>();
  // kept until full, so that a new socket does not get a new allowance
  const allowances = new Map<string, Allowance>();
  let isClosed = false;
  /** Work that nobody else awaits. It uses the database, so the hub's end waits for it. */
  const underWay = new Set<Promise<unknown>>();
  const keep = (work: Promise<unknown>, trouble: string): Promise<unknown> => {
    const done: Promise<unknown> = work.catch(quietly(trouble)).finally(() => underWay.delete(done));
    underWay.add(done);
    return done;
  };

  const all = () => [...people.values()].flatMap(({ sockets }) => [...sockets]);
  const broadcast = (message: ServerMessage) => {
    const text = writeMessage(message);
    for (const one of all()) one.send(text);
  };
  const deliver = (deliveries: readonly Delivery[]) => {
    for (const { to, except, message } of deliveries) {
      // encoded once for all sockets
      const text = Buffer.from(writeMessage(message));
      for (const accountId of to === 'chatters' ? people.keys() : to) {
        const person = people.get(accountId);
        if (!person || except?.has(accountId) || (to === 'chatters' && !person.isChatter)) continue;
        for (const socket of person.sockets) socket.send(text);
      }
    }
  };
  const onGap = () => broadcast({ type: 'resync' });
  const queues = new Map(talk.feeds.map((feed) => [feed.topic, openEventQueue(feed, { deliver, onLost: onGap })]));

  const check = (connection: LiveConnection) => {
    const checked = liveSessionById(connection.session.sessionId).then((found) => found ?? connection.close(SOCKET_CLOSED.revoked));
    void keep(checked, 'a session could not be read');
  };
  const recheck = (sessionId: string | null) => {
    if (isClosed) return;
    for (const connection of all()) if (sessionId === null || connection.session.sessionId === sessionId) check(connection);
  };
  const recheckAges = async () => {
    const asked = [...people.keys()];
    const chatters = await talk.chattersAmong(asked);
    // users who have joined meanwhile are not included: they were checked when they joined
    for (const userId of asked) {
      const person = people.get(userId);
      if (!person) continue;
      const wasChatter = person.isChatter;
      person.isChatter = chatters.has(userId);
      if (wasChatter && !person.isChatter) await talk.onLeft(userId, processId);
    }
  };
  // one at a time, so that the result of an earlier read does not replace that of a later one
  let ageChanges = 0;
  let agesRead: Promise<unknown> | null = null;
  const onAgesChanged = () => {
    if (isClosed) return;
    ageChanges += 1;
    const read = async () => {
      for (let seen = 0; seen !== ageChanges;) {
        seen = ageChanges;
        await recheckAges();
      }
    };
    agesRead ??= keep(read(), 'ages could not be read').finally(() => (agesRead = null));
  };
  const beating = setInterval(() => {
    broadcast({ type: 'heartbeat' });
    for (const one of all()) one.beat();
    for (const [userId, allowance] of allowances) if (!people.has(userId) && allowance.isFull()) allowances.delete(userId);
    // sessions also expire
    recheck(null);
    // a new year may have begun
    onAgesChanged();
    void keep(talk.onBeat(processId), 'presence could not be renewed');
  }, beatMs);
  beating.unref();

  const greet = async (connection: LiveConnection) => {
    for (const message of await talk.onOpen(connection.session, processId)) connection.send(writeMessage(message));
  };
  const leave = (accountId: string, connection: LiveConnection, departure: Promise<unknown>) => {
    const person = people.get(accountId);
    if (!person?.sockets.delete(connection) || person.sockets.size > 0) return;
    people.delete(accountId);
    // after queued messages: otherwise an earlier message would show the user as online again
    const announceLeft = () => (isClosed || people.has(accountId) ? undefined : talk.onLeft(accountId, processId));
    void keep(departure.then(announceLeft), 'a departure could not be told');
  };

  return {
    processId,
    onEvent({ topic, ids }) {
      const reading = isClosed ? null : queues.get(topic)?.(ids);
      if (reading) void keep(reading, 'events could not be passed on');
    },
    onGap,
    async admit(session) {
      const { userId } = session;
      const restS = allowances.get(userId)?.restS() ?? 0;
      if (restS > 0)
        throw new ProductError('limits.rate', toSentence('Too many requests. Please try again in {n} s.', { n: restS }), {
          data: { retryAfterS: restS },
        });
      const changesBefore = ageChanges;
      const isChatter = (await talk.chattersAmong([userId])).has(userId);
      const manage = (opened: WebSocket, pay: Upgrade['pay']) => {
        const person = people.get(userId) ?? { sockets: new Set<LiveConnection>(), isChatter };
        const allowance = allowances.get(userId) ?? openAllowance();
        allowances.set(userId, allowance);
        let turn: Promise<unknown> = Promise.resolve();
        const inOrder = (work: () => unknown, trouble: string) => (turn = keep(turn.then(work), trouble));
        const connection = manageConnection(opened, session, {
          allowance,
          onMessage: (message) => void inOrder(() => pay(() => talk.onMessage(session, message, processId)), 'a message was refused'),
          onClose: () => leave(userId, connection, turn),
        });
        if (isClosed) return connection.close(1001);
        if (person.sockets.size >= MOST_SOCKETS) return connection.close(SOCKET_CLOSED.full);
        person.isChatter = isChatter;
        people.set(userId, person);
        person.sockets.add(connection);
        if (changesBefore !== ageChanges) onAgesChanged();
        // the session may have ended since the guard checked it
        check(connection);
        // the client fetches messages that could not be sent
        if (isChatter) void inOrder(() => greet(connection), 'an arrival could not be told');
      };
      return ({ request, socket, head, pay }) => server.handleUpgrade(request, socket, head, (opened) => manage(opened, pay));
    },
    onSessionChanged: recheck,
    onAgesChanged,
    count: () => all().length,
    async close() {
      isClosed = true;
      clearInterval(beating);
      // 1001 going away: clients reconnect at once
      for (const one of all()) one.close(1001);
      server.close();
      // a message that has come is stored, and nothing below uses the database after the hub has closed
      while (underWay.size > 0) await Promise.all(underWay);
      await talk.onClose(processId).catch(quietly('presence could not be ended'));
    },
  };
}

/** Reads are retried while the database is unavailable; afterwards the sockets tell clients to refetch. */
const TRIES = 3;
/**
 * Maximum number of announcements that wait for a slow database. Beyond that, clients refetch, which is also cheaper than reading so many.
 */
const MOST_WAITING = 2_000;

/**
 * Passes events to their feed in batches, one after another, so that deliveries keep the order of events: events that arrive during a batch
 * form the next one.
 * @param onLost called when some events could not be read
 * @returns adds events; what it returns resolves when they, and those added meanwhile, are delivered; null while others are
 */
export function openEventQueue(
  feed: LiveFeed,
  { deliver, onLost }: { deliver: (deliveries: readonly Delivery[]) => void; onLost: () => void },
): (ids: readonly string[]) => Promise<void> | null {
  let waiting: (readonly string[])[] = [];
  let isBusy = false;

  async function work(): Promise<void> {
    isBusy = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      for (let tried = 1; ; tried += 1) {
        try {
          deliver(await feed.deliver(batch));
          break;
        } catch (error) {
          logger().warn({ err: error, topic: feed.topic, tried }, 'live: events could not be read');
          if (tried < TRIES) continue;
          onLost();
          break;
        }
      }
    }
    isBusy = false;
  }
  return (ids) => {
    waiting.push(ids);
    if (waiting.length > MOST_WAITING) {
      waiting = [];
      onLost();
    }
    return isBusy ? null : work();
  };
}
