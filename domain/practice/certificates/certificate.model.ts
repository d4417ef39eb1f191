import { Model } from 'objection';
import type { QuizItem } from '#contract/courses/quiz.contract.ts';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** A certificate for a completed course. It stays valid when the course is deleted. */
export class Certificate extends Model {
  static override tableName = 'certificate';

  declare id: string;
  declare account_id: Ref<'account'>;
  declare course_id: Ref<'course'> | null;
  /** At the time of issue, like the other figures. */
  declare course_title: string;
  declare holder_name: string;
  declare lesson_count: number;
  /** Null when it was issued before this was recorded. */
  declare course_version: number | null;
  declare completed_at: Date;
  declare issued_at: Date;
  declare revoked_at: Date | null;
  /** Its owner or an operator, as in `audit_entry.actor`. */
  declare revoked_by: string | null;
}

/** A final test with the questions drawn for it; a person has at most one open per course. */
export class FinalTest extends Model {
  static override tableName = 'final_test';

  declare id: string;
  declare account_id: Ref<'account'>;
  declare course_id: Ref<'course'>;
  /** The questions as drawn, with the right answers. */
  declare questions: QuizItem[];
  /** Options chosen for each question; null while the test is open. */
  declare answers: string[][] | null;
  declare right_count: number | null;
  declare passed: boolean | null;
  declare started_at: Date;
  declare finished_at: Date | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    certificate: Table<Certificate>;
    final_test: Table<FinalTest>;
  }
}
