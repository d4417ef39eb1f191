import { Model } from 'objection';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** A person's file or web page from which courses are written. Once it is read, its text is kept and its file deleted. */
export class Source extends Model {
  static override tableName = 'source';

  declare id: string;
  declare account_id: Ref<'account'>;
  declare type: 'pdf' | 'docx' | 'pptx' | 'epub' | 'markdown' | 'text' | 'web';
  declare name: string;
  /** For a web page. */
  declare address: string | null;
  /** Its file, until it is read. */
  declare file_id: Ref<'media_object'> | null;
  /** The run that reads it. */
  declare run_id: Ref<'run'> | null;
  /** Of the file, in hexadecimal; null until a page is fetched. */
  declare sha256: string | null;
  /** PostgreSQL's text search configuration of its language. */
  declare text_config: string;
  declare pages: number | null;
  /** Number of hidden slides in a presentation, which were not read. */
  declare hidden_slides: number;
  /** Number of words. */
  declare words: number;
  /** Whether it was read and can be used. */
  declare ready_at: Date | null;
  declare created_at: Date;
}

/** A passage of a source's text, found by search. */
export class SourcePassage extends Model {
  static override tableName = 'source_passage';
  static override idColumn = ['source_id', 'number'];

  declare source_id: Ref<'source'>;
  /** Number from 1, in reading order. */
  declare number: number;
  /** Page in the file, if the format has pages. */
  declare page: number | null;
  /** The headings above it, outermost first. */
  declare headings: string[];
  /** Offset in the source's text, in characters. */
  declare starts_at: number;
  /** The text. */
  declare body: string;
  /** Its words for the search (`tsvector`). */
  declare search: string;
}

/** A source that a course was written from. The name stays here when the source is removed. */
export class RunSource extends Model {
  static override tableName = 'run_source';
  static override idColumn = ['run_id', 'source_id'];

  declare run_id: Ref<'run'>;
  /** No foreign key, because the source may be removed. */
  declare source_id: string;
  declare name: string;
  /** Its position in the form. */
  declare place: number;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    source: Table<Source>;
    source_passage: Table<SourcePassage>;
    run_source: Table<RunSource>;
  }
}
