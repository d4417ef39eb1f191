import { Model } from 'objection';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** A connection request between two people, and its outcome. Two people have one row, whichever of them asked. */
export class Connection extends Model {
  static override tableName = 'connection';
  static override idColumn = ['requester_id', 'addressee_id'];

  declare requester_id: Ref<'account'>;
  declare addressee_id: Ref<'account'>;
  declare state: 'requested' | 'accepted' | 'declined';
  declare requested_at: Date;
  declare answered_at: Date | null;
}

/** A block between two people, which ends their connection. */
export class PersonBlock extends Model {
  static override tableName = 'person_block';
  static override idColumn = ['account_id', 'blocked_id'];

  declare account_id: Ref<'account'>;
  declare blocked_id: Ref<'account'>;
  declare created_at: Date;
}

/** A muted author: hides their texts from one reader, and changes nothing else between the two. */
export class PersonMute extends Model {
  static override tableName = 'person_mute';
  static override idColumn = ['account_id', 'muted_id'];

  declare account_id: Ref<'account'>;
  declare muted_id: Ref<'account'>;
  declare created_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    connection: Table<Connection>;
    person_block: Table<PersonBlock>;
    person_mute: Table<PersonMute>;
  }
}
