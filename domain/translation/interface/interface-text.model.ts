import { Model } from 'objection';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** A message of the interface in another language, bought once. */
export class InterfaceText extends Model {
  static override tableName = 'interface_text';
  static override idColumn = ['language', 'source'];

  declare language: string;
  /** The English message, ICU syntax. */
  declare source: string;
  /** The translation, ICU syntax. */
  declare entry: string;
  /** Who translated it; null: a person has proposed it. */
  declare service: string | null;
  declare made_at: Date;
}

/** All messages of a language as they are served to browsers. */
export class InterfaceFile extends Model {
  static override tableName = 'interface_file';
  static override idColumn = ['language', 'hash'];

  declare language: string;
  /** Of the body. */
  declare hash: string;
  /** Hash of the English messages it was made for. */
  declare release: string;
  declare body: string;
  /** Messages that are still English. */
  declare untranslated: number;
  /** The text is currently served. */
  declare is_current: boolean;
  declare made_at: Date;
}

/** A person's better translation of a message; an operator decides. */
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
