import { Model } from 'objection';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** A chat room: the community's, a study group's, a study room's, or that of two people. */
export class ChatRoom extends Model {
  static override tableName = 'chat_room';

  declare id: string;
  declare kind: 'community' | 'group' | 'direct' | 'study';
  /** For a direct room: the two people, the smaller id first. */
  declare first_id: Ref<'account'> | null;
  declare second_id: Ref<'account'> | null;
  /** Number of its newest change; a client that missed changes asks for higher numbers. */
  declare last_change: number;
  declare created_at: Date;
  declare group_id: Ref<'study_group'> | null;
  declare study_id: Ref<'study_room'> | null;
}

/** A message in a room. */
export class ChatMessage extends Model {
  static override tableName = 'chat_message';

  declare id: string;
  declare room_id: Ref<'chat_room'>;
  declare account_id: Ref<'account'>;
  /** Its number in the room. */
  declare place: number;
  /** Number of its newest change in the room. */
  declare changed: number;
  declare content: string;
  /** Accounts it mentions. */
  declare mentions: string[];
  declare created_at: Date;
  declare edited_at: Date | null;
  /** When its author deleted it; the row stays without text. */
  declare deleted_at: Date | null;
}

/** The last message of a room that a user has read. */
export class ChatRead extends Model {
  static override tableName = 'chat_read';
  static override idColumn = ['account_id', 'room_id'];

  declare account_id: Ref<'account'>;
  declare room_id: Ref<'chat_room'>;
  /** Number of the newest message read. */
  declare place: number;
}

/** A person's presence in a process, renewed while they are online. */
export class LivePresence extends Model {
  static override tableName = 'live_presence';
  static override idColumn = ['account_id', 'process_id'];

  declare account_id: Ref<'account'>;
  /** The zero uuid for clients that poll. */
  declare process_id: string;
  /** False while the tab is hidden. */
  declare active: boolean;
  declare seen_at: Date;
  /** The room in which they are typing, until `typing_until`. */
  declare typing_room: string | null;
  declare typing_until: Date | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    chat_room: Table<ChatRoom>;
    chat_message: Table<ChatMessage>;
    chat_read: Table<ChatRead>;
    live_presence: Table<LivePresence>;
  }
}
