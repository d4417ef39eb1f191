import { Model } from 'objection';
import type { MentorEngine, Service } from '#contract/platform/ai-services.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** An AI service. Foreign keys to this table limit the allowed names; its rows are written from the product's list at every start. */
export class AiService extends Model {
  static override tableName = 'ai_service';
  static override idColumn = 'name';

  declare name: Service;
  /** The name that the mentor uses for it. */
  declare engine: MentorEngine;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    ai_service: Table<AiService>;
  }
}
