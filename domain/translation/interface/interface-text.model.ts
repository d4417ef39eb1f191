import { Model } from 'objection';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** A message of the interface in another language, translated once. */
export class InterfaceText extends Model {
  static override tableName = 'interface_text';
  static override idColumn = ['language', 'source'];

  declare language: string;
  /** The English message, ICU syntax. */
  declare source: string;
  /** The translation, ICU syntax. */
  declare entry: string;
  /** The service that translated it; null when a person proposed it. */
  declare service: string | null;
  declare made_at: Date;
}

/** All messages of a language, as served to browsers. */
export class InterfaceFile extends Model {
  static override tableName = 'interface_file';
  static override idColumn = ['language', 'hash'];

  declare language: string;
  /** SHA-256 of the body. */
  declare hash: string;
  /** Hash of the English messages that it translates. */
  declare release: string;
  declare body: string;
  /** Number of messages that are still English. */
  declare untranslated: number;
  /** Whether it is the file served now. */
  declare is_current: boolean;
  declare made_at: Date;
}

/** A person's better translation of a message, on which an operator decides. */
export class TextProposal extends Model {
  static override tableName = 'text_proposal';

  declare id: string;
  declare account_id: Ref<'account'> | null;
  declare language: string;
  declare source: string;
  declare proposed: string;
  declare state: 'open' | 'accepted' | 'declined';
  declare created_at: Date;
  declare decided_at: Date | null;
  declare decided_by: Ref<'account'> | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    interface_text: Table<InterfaceText>;
    interface_file: Table<InterfaceFile>;
    text_proposal: Table<TextProposal>;
  }
}
