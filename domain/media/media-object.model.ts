import { Model } from 'objection';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';
import type { MediaKind } from './store-media.command.ts';

/** A file in the object store, with its owner. */
export class MediaObject extends Model {
  static override tableName = 'media_object';

  declare id: string;
  /** Null when its owner is gone; the sweep then deletes the file, and after it the row. */
  declare account_id: Ref<'account'> | null;
  /** Its purpose. */
  declare kind: MediaKind;
  /** Media type. */
  declare type: string;
  declare bytes: number;
  /** SHA-256 of its bytes, in hexadecimal. */
  declare sha256: string;
  declare created_at: Date;
  /** When it was deleted; the sweep then deletes the file, and after it the row. */
  declare deleted_at: Date | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    media_object: Table<MediaObject>;
  }
}
