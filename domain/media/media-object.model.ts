import { Model } from 'objection';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';
import type { MediaKind } from './store-media.command.ts';

/** A file in the object store and whose it is. */
export class MediaObject extends Model {
  static override tableName = 'media_object';

  declare id: string;
  /** Null: its owner has gone; the sweep deletes the file and then the row. */
  declare account_id: Ref<'account'> | null;
  /** What it is for. */
  declare kind: MediaKind;
  /** Media type. */
  declare type: string;
  declare bytes: number;
  /** Of its bytes, hex. */
  declare sha256: string;
  declare created_at: Date;
  /** It was deleted: the sweep deletes the file and then the row. */
  declare deleted_at: Date | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    media_object: Table<MediaObject>;
  }
}
