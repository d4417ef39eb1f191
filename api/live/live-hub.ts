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
/** Messages over an open socket. The request that opened it was admitted by an endpoint. */
export const SOCKET_DOOR: Door = {
  name: 'socketMessages',
  at: 'messages by /ws/:user_id',
  pays: 'account',
  bodyBytes: MOST_BYTES,
  age: 'anyone',
  limit: 'frames of all sockets (allowance.ts)',
};
/** A message is sent in one piece; browsers may cut it into a few. Each piece of it costs as much to read as a message, and is not told. */
const MOST_PIECES = 16;
/** How many reads a message may take to arrive. */
const MOST_READS = 1_024;
/** A socket that is being closed is cut after this time if its client does not answer. The types of ws do not have it yet. */
const CLOSING = { closeTimeout: 1_000 };
/** Maximum number of sockets per user in this process. */
const MOST_SOCKETS = 8;

/** A feature's socket handlers: users who connect and disconnect, and their messages. */
export interface LiveTalk {
  readonly feeds: readonly LiveFeed[];
  /** Returns which of some users are of an age to chat: asked before a socket opens, and again when somebody's age may have changed. */
  readonly chattersAmong: (accountIds: readonly string[]) => Promise<ReadonlySet<string>>;
  /** A chatter's first or further socket here. @returns the first messages for it */
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
   * Prepares a socket. All that decides what it receives is known before it opens: a client fetches what it missed when its socket opens,
   * and would never get a message that is sent to others between that and a later decision.
   * @returns a function that opens it
   * @throws ProductError limits.rate for an account whose sockets sent too much, until its allowance is full again
   */
  admit(session: LiveSession): Promise<(upgrade: Upgrade) => void>;
  /** A session has ended or changed; null: any may have. */
  onSessionChanged(sessionId: string | null): void;
  /** The age or the consent of users has changed: who may no longer chat gets no more of it, on open sockets too. */
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

/** Opens the hub. It receives nothing until it is subscribed to events. */
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
  // kept until they are full: a new socket is no new allowance
  const allowances = new Map<string, Allowance>();
  let isClosed = false;

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

  const check = (connection: LiveConnection) =>
    liveSessionById(connection.session.sessionId).then(
      (found) => found ?? connection.close(SOCKET_CLOSED.revoked),
      quietly('a session could not be read'),
    );
  const recheck = (sessionId: string | null) => {
    for (const connection of all()) if (sessionId === null || connection.session.sessionId === sessionId) void check(connection);
  };
  const recheckAges = async () => {
    const asked = [...people.keys()];
    const chatters = await talk.chattersAmong(asked);
    // who has come meanwhile is not among them, and was asked about on the way in
    for (const userId of asked) {
      const person = people.get(userId);
      if (!person) continue;
      const wasChatter = person.isChatter;
      person.isChatter = chatters.has(userId);
      if (wasChatter && !person.isChatter) await talk.onLeft(userId, processId);
    }
  };
  // one at a time: what an earlier read found must not replace what a later one did
  let ageChanges = 0;
  let agesRead: Promise<unknown> | null = null;
  const onAgesChanged = () => {
    ageChanges += 1;
    agesRead ??= (async () => {
      for (let seen = 0; seen !== ageChanges;) {
        seen = ageChanges;
        await recheckAges();
      }
    })()
      .catch(quietly('ages could not be read'))
      .finally(() => (agesRead = null));
  };
  const beating = setInterval(() => {
    broadcast({ type: 'heartbeat' });
    for (const one of all()) one.beat();
    for (const [userId, allowance] of allowances) if (!people.has(userId) && allowance.isFull()) allowances.delete(userId);
    // sessions also expire
    recheck(null);
    // a year may have begun
    onAgesChanged();
    talk.onBeat(processId).catch(quietly('presence could not be renewed'));
  }, beatMs);
  beating.unref();

  const greet = async (connection: LiveConnection) => {
    for (const message of await talk.onOpen(connection.session, processId)) connection.send(writeMessage(message));
  };
  const leave = (accountId: string, connection: LiveConnection, departure: Promise<unknown>) => {
    const person = people.get(accountId);
    if (!person?.sockets.delete(connection) || person.sockets.size > 0) return;
    people.delete(accountId);
    // after queued messages: otherwise a message of a moment ago would show the user as online again
    const announceLeft = () => (isClosed || people.has(accountId) ? undefined : talk.onLeft(accountId, processId));
    void departure.then(announceLeft).catch(quietly('a departure could not be told'));
  };

  return {
    processId,
    onEvent: ({ topic, ids }) => queues.get(topic)?.(ids),
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
        const inOrder = (work: () => unknown, trouble: string) => (turn = turn.then(work).catch(quietly(trouble)));
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
        // the session may have ended since the guard looked at it
        void check(connection);
        // the client fetches what could not be sent
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
      await talk.onClose(processId).catch(quietly('presence could not be ended'));
    },
  };
}

/** Reads are retried while the database is unavailable; afterwards the sockets tell clients to refetch. */
const TRIES = 3;
/** Announcements that may wait for a slow database. Beyond that clients refetch, which also costs less than to read so many. */
const MOST_WAITING = 2_000;

/**
 * Passes events to their feed, one batch after another, so that deliveries keep the order of the events: events that arrive during a batch
 * form the next one.
 * @param onLost called when some events could not be read
 */
export function openEventQueue(
  feed: LiveFeed,
  { deliver, onLost }: { deliver: (deliveries: readonly Delivery[]) => void; onLost: () => void },
): (ids: readonly string[]) => void {
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
    if (!isBusy) void work();
  };
}
