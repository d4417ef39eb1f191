import { Model } from 'objection';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** A room in which up to four people study by video. */
export class StudyRoom extends Model {
  static override tableName = 'study_room';

  declare id: string;
  /** Null when the account is gone. */
  declare account_id: Ref<'account'> | null;
  /** Chosen by the client, so that a room created twice is one room. */
  declare client_key: string;
  declare name: string;
  declare created_at: Date;
  declare ended_at: Date | null;
}

/** A person in a room; their browser keeps renewing the row. */
export class StudyParticipant extends Model {
  static override tableName = 'study_participant';
  static override idColumn = ['room_id', 'account_id'];

  declare room_id: Ref<'study_room'>;
  declare account_id: Ref<'account'>;
  declare joined_at: Date;
  declare seen_at: Date;
  declare left_at: Date | null;
}

/** A WebRTC offer, answer or ICE candidate from one browser to another; lives for a minute. */
export class StudySignal extends Model {
  static override tableName = 'study_signal';

  declare id: number;
  declare room_id: Ref<'study_room'>;
  declare from_id: Ref<'account'>;
  declare to_id: Ref<'account'>;
  declare data: string;
  declare created_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    study_room: Table<StudyRoom>;
    study_participant: Table<StudyParticipant>;
    study_signal: Table<StudySignal>;
  }
}
