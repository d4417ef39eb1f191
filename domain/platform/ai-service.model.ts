import { Model } from 'objection';
import type { MentorEngine, Service } from '#contract/platform/ai-services.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** An AI service, by which the database knows the names it may be given. The rows are made from the product's list at every start. */
export class AiService extends Model {
  static override tableName = 'ai_service';
  static override idColumn = 'name';

  declare name: Service;
  /** The mentor's name for it. */
  declare engine: MentorEngine;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    ai_service: Table<AiService>;
  }
}
