import { Model } from 'objection';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** A group of learners with its own forum and chat. */
export class StudyGroup extends Model {
  static override tableName = 'study_group';

  declare id: string;
  declare name: string;
  declare description: string;
  /** Whether anybody may join; otherwise its owner accepts them. */
  declare is_public: boolean;
  /** Seeded for development. */
  declare is_sample: boolean;
  /** Null when the account is gone. */
  declare creator_id: Ref<'account'> | null;
  declare created_at: Date;
  /** Normalised text for searches; generated. */
  declare search_text: string | null;
}

/** A member of a group, or a person who requested to join. */
export class StudyGroupMember extends Model {
  static override tableName = 'study_group_member';
  static override idColumn = ['group_id', 'account_id'];

  declare group_id: Ref<'study_group'>;
  declare account_id: Ref<'account'>;
  declare standing: 'requested' | 'member' | 'owner';
  declare joined_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    study_group: Table<StudyGroup>;
    study_group_member: Table<StudyGroupMember>;
  }
}
