import type { ChatMessage } from '#contract/chat/chat-message.ts';

/** A message that is on its way from here, or did not arrive (CHAT-14). */
export interface Unsent {
  readonly message_id: string;
  readonly content: string;
  readonly mentions: readonly string[];
  readonly state: 'sending' | 'failed';
}

/** What is known of a room: messages by place, each once, and the number of the newest change all of which is known. */
export interface RoomLog {
  readonly messages: readonly ChatMessage[];
  readonly lastChange: number;
  /** Whether there are older messages than the oldest here. */
  readonly hasOlder: boolean;
}

/**
 * Adds messages to a log, whichever way they came: of two states of one message the newer one stays, so that a message heard, polled and
 * fetched is there once, in its place.
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
 * A message that was heard. When it is not the very next change something in between has not been heard: `isComplete` is false, and the
 * rest has to be fetched.
 */
export function hear(log: RoomLog, message: ChatMessage): { readonly log: RoomLog; readonly isComplete: boolean } {
  const isComplete = message.changed <= log.lastChange + 1;
  // a change of a message older than all here is seen when it is scrolled to
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
