import { useCallback, useEffect, useRef, useState } from 'react';
import { CHAT_HISTORY_LIMIT, POLL_MESSAGES_MS, sendChatMessage } from '#contract/chat/chat.contract.ts';
import type { ChatMessage } from '#contract/chat/chat-message.ts';
import { call } from '#frontend/lib/api-client.ts';
import { failureText } from '#frontend/lib/api-error.ts';
import { randomId } from '#frontend/lib/random-id.ts';
import { fetchMessages, loadFailed, sendFailed } from './chat-queries.ts';

export interface RoomState {
  readonly log: RoomLog | null;
  readonly unsent: readonly Unsent[];
  /** The error message for a failed load or send (CHAT-17). */
  readonly problem: string | null;
  readonly isLoadingOlder: boolean;
  readonly loadOlder: () => Promise<void>;
  /** @returns whether it was sent; failed text must return to the field */
  readonly send: (content: string, mentions: readonly string[]) => Promise<boolean>;
  readonly discard: (messageId: string) => void;
  /** Adds a message from the socket or an answer. */
  readonly take: (message: ChatMessage) => void;
  /** Fetches messages newer than the loaded ones. */
  readonly catchUp: () => Promise<void>;
}

const EMPTY: RoomLog = { messages: [], lastChange: 0, hasOlder: false };

/** The messages of a room: loads, receives and sends them, and polls every 3 s without a socket. Remount it for another room. */
export function useRoom(roomId: string, isPolling: boolean): RoomState {
  const [log, setLog] = useState<RoomLog | null>(null);
  const [unsent, setUnsent] = useState<readonly Unsent[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const [isLoadingOlder, setLoadingOlder] = useState(false);
  const known = useRef<RoomLog | null>(null);
  const catching = useRef<Promise<void> | null>(null);
  const failed = useRef<Pick<Unsent, 'message_id' | 'content'> | null>(null);
  /** Another fetch was requested during this one. */
  const isStale = useRef(false);

  const write = useCallback((next: RoomLog) => {
    known.current = next;
    setLog(next);
  }, []);

  const fetchNewer = useCallback(async () => {
    try {
      do {
        isStale.current = false;
        const since = known.current;
        if (!since) {
          const page = await fetchMessages(roomId, {});
          write({ messages: page.messages, lastChange: page.last_change, hasOlder: page.more });
          continue;
        }
        const page = await fetchMessages(roomId, { after: since.lastChange, limit: CHAT_HISTORY_LIMIT });
        const now = known.current ?? EMPTY;
        // messages older than all loaded ones appear when the reader scrolls up to them
        const first = now.hasOlder ? (now.messages[0]?.place ?? 0) : 0;
        const messages = withMessages(
          now.messages,
          page.messages.filter(({ place }) => place >= first),
        );
        write({ ...now, messages, lastChange: Math.max(now.lastChange, page.last_change) });
        if (page.more) isStale.current = true;
      } while (isStale.current);
      setProblem((words) => (words?.startsWith(loadFailed()) ? null : words));
    } catch (error) {
      setProblem(failureText(error, loadFailed()));
    }
  }, [roomId, write]);

  const catchUp = useCallback(async () => {
    if (catching.current) isStale.current = true;
    else catching.current = fetchNewer().finally(() => (catching.current = null));
    await catching.current;
  }, [fetchNewer]);

  const take = useCallback(
    (message: ChatMessage) => {
      setUnsent((all) => all.filter(({ message_id: id }) => id !== message.message_id));
      if (!known.current) return void catchUp();
      const heard = applyMessage(known.current, message);
      write(heard.log);
      if (!heard.isComplete) void catchUp();
    },
    [catchUp, write],
  );

  useEffect(() => void catchUp(), [catchUp]);
  useEffect(() => {
    if (!isPolling) return;
    void catchUp();
    const asking = setInterval(() => void catchUp(), POLL_MESSAGES_MS);
    return () => clearInterval(asking);
  }, [isPolling, catchUp]);

  const loadOlder = useCallback(async () => {
    const now = known.current;
    const first = now?.messages[0];
    if (!now?.hasOlder || !first || isLoadingOlder) return;
    setLoadingOlder(true);
    try {
      const page = await fetchMessages(roomId, { before: first.place });
      const newest = known.current ?? now;
      write({ ...newest, messages: withMessages(newest.messages, page.messages), hasOlder: page.more });
    } catch (error) {
      setProblem(failureText(error, loadFailed()));
    } finally {
      setLoadingOlder(false);
    }
  }, [isLoadingOlder, roomId, write]);

  const send = useCallback(
    async (content: string, mentions: readonly string[]) => {
      // A retry of the same text reuses the id: the first attempt may have arrived although its answer was lost.
      const message_id = failed.current?.content === content ? failed.current.message_id : randomId();
      failed.current = null;
      setProblem(null);
      setUnsent((all) => [...all.filter(({ state }) => state !== 'failed'), { message_id, content, mentions, state: 'sending' }]);
      try {
        const { message } = await call(sendChatMessage, {
          body: { room_id: roomId, message_id, content, mentions: [...mentions] },
          fallback: sendFailed(),
        });
        take(message);
        return true;
      } catch (error) {
        failed.current = { message_id, content };
        setUnsent((all) => all.map((one) => (one.message_id === message_id ? { ...one, state: 'failed' } : one)));
        setProblem(failureText(error, sendFailed()));
        return false;
      }
    },
    [roomId, take],
  );
  const discard = useCallback((id: string) => setUnsent((all) => all.filter((one) => one.message_id !== id)), []);
  return { log, unsent, problem, isLoadingOlder, loadOlder, send, discard, take, catchUp };
}

/** A message being sent, or one that failed to send (CHAT-14). */
interface Unsent {
  readonly message_id: string;
  readonly content: string;
  readonly mentions: readonly string[];
  readonly state: 'sending' | 'failed';
}

/** The known state of a room: messages by place, each once, and the change number up to which all changes are known. */
export interface RoomLog {
  readonly messages: readonly ChatMessage[];
  readonly lastChange: number;
  /** Whether there are messages older than the oldest one here. */
  readonly hasOlder: boolean;
}

/**
 * Merges messages from any source into a log. Of two states of a message the newer one wins, so that a message from the socket, a poll and
 * a fetch appears once, in its place.
 */
export function withMessages(messages: readonly ChatMessage[], more: readonly ChatMessage[]): ChatMessage[] {
  const byId = new Map(messages.map((message) => [message.message_id, message]));
  for (const message of more) {
    const known = byId.get(message.message_id);
    if (!known || known.changed < message.changed) byId.set(message.message_id, message);
  }
  return [...byId.values()].toSorted((one, other) => one.place - other.place);
}

/**
 * Adds a message from the socket. If its change number is not the next one, changes were missed: `isComplete` is false, and the rest must
 * be fetched.
 */
export function applyMessage(log: RoomLog, message: ChatMessage): { readonly log: RoomLog; readonly isComplete: boolean } {
  const isComplete = message.changed <= log.lastChange + 1;
  // a change to a message older than all loaded ones appears when the reader scrolls up to it
  const isBefore = log.hasOlder && message.place < (log.messages[0]?.place ?? 0);
  return {
    log: {
      ...log,
      messages: isBefore ? log.messages : withMessages(log.messages, [message]),
      lastChange: isComplete ? Math.max(log.lastChange, message.changed) : log.lastChange,
    },
    isComplete,
  };
}
