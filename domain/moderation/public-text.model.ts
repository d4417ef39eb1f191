import { Model } from 'objection';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** A text that others see, with its moderation state. Unless it is `clear`, only its author sees it. */
export class PublicText extends Model {
  static override tableName = 'public_text';
  static override idColumn = ['subject_type', 'subject_id'];

  /** The kind of text; `subject_id` is the feature's own id. */
  declare subject_type: string;
  declare subject_id: string;
  declare author_id: Ref<'account'>;
  /** The screen that shows it. */
  declare href: string;
  declare text: string;
  /** The same for texts that differ only in insignificant characters, to find repeated advertising. */
  declare fingerprint: string;
  declare state: 'clear' | 'held' | 'removed';
  /** The rules that it broke. */
  declare reasons: string[];
  /** Increases with each edit; a judgement or decision is about one version. */
  declare version: number;
  declare written_at: Date;
  /** Since when it waits for a moderator, or null. */
  declare waits_since: Date | null;
  /** Verdict of the service that judges held texts. */
  declare judgement: 'harmless' | 'abusive' | 'unsure' | 'help' | null;
  declare judgement_reason: string | null;
  /** The moderator's decision. */
  declare decision: 'approve' | 'remove' | 'warn' | 'suspend' | null;
  declare decision_note: string | null;
  declare decided_at: Date | null;
  declare decided_by: Ref<'account'> | null;
  /** The author's objection. */
  declare appeal: string | null;
  declare appealed_at: Date | null;
}

/** A report about a `public_text`. */
export class TextReport extends Model {
  static override tableName = 'text_report';

  declare id: string;
  declare subject_type: string;
  declare subject_id: string;
  /** Who reported it; null when the account is gone. */
  declare account_id: Ref<'account'> | null;
  declare reason: string;
  declare text: string;
  declare created_at: Date;
  declare closed_at: Date | null;
}

/** A suspension from writing public texts. */
export class WritingSuspension extends Model {
  static override tableName = 'writing_suspension';
  static override idColumn = 'account_id';

  declare account_id: Ref<'account'>;
  declare until: Date;
  /** The reason, for the person. */
  declare note: string;
  declare suspended_by: Ref<'account'> | null;
  declare created_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    public_text: Table<PublicText>;
    text_report: Table<TextReport>;
    writing_suspension: Table<WritingSuspension>;
  }
}
