import type { ChatMessage } from '#contract/chat/chat-message.ts';

/** A message being sent, or one that failed to send (CHAT-14). */
export interface Unsent {
  readonly message_id: string;
  readonly content: string;
  readonly mentions: readonly string[];
  readonly state: 'sending' | 'failed';
}

/** The known state of a room: messages by place, each once, and the number up to which all changes are known. */
export interface RoomLog {
  readonly messages: readonly ChatMessage[];
  readonly lastChange: number;
  /** Whether older messages than the oldest here exist. */
  readonly hasOlder: boolean;
}

/**
 * Merges messages into a log from any source: of two states of a message the newer one wins, so that a message from the socket, a poll and a
 * fetch appears once, in its place.
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
 * Adds a message from the socket. When its change number is not the next one, changes were missed: `isComplete` is false, and the rest must be
 * fetched.
 */
export function applyMessage(log: RoomLog, message: ChatMessage): { readonly log: RoomLog; readonly isComplete: boolean } {
  const isComplete = message.changed <= log.lastChange + 1;
  // a change of a message older than all loaded ones shows when it is scrolled to
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
