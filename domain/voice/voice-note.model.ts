import { Model } from 'objection';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';
import type { NoteTranscript } from './voice-note.ts';

/** A voice recording and its transcript. */
export class VoiceNote extends Model {
  static override tableName = 'voice_note';

  declare id: string;
  declare account_id: Ref<'account'>;
  declare title: string;
  declare audio_id: Ref<'media_object'>;
  declare seconds: number;
  /** The displayed text, which can be edited. */
  declare transcription: string;
  /** The service's transcript, with the time of each word. */
  declare heard: NoteTranscript | null;
  /** The run that transcribes it. */
  declare run_id: Ref<'run'> | null;
  declare created_at: Date;
  /** Normalised text for searches; generated. */
  declare search_text: string | null;
}

/** A part of a recording that is being uploaded; deleted when the upload is complete, or after a day. */
export class VoiceUploadPart extends Model {
  static override tableName = 'voice_upload_part';
  static override idColumn = ['account_id', 'upload_id', 'number'];

  declare account_id: Ref<'account'>;
  /** Chosen by the client. */
  declare upload_id: string;
  declare number: number;
  declare bytes: Buffer;
  declare created_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    voice_note: Table<VoiceNote>;
    voice_upload_part: Table<VoiceUploadPart>;
  }
}
