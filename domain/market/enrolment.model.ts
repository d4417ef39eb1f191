import { Model } from 'objection';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** A learner's enrolment in a published course. They read their own copy, which stays even if its creator leaves. */
export class Enrolment extends Model {
  static override tableName = 'enrolment';
  static override idColumn = ['account_id', 'creator_course_id'];

  declare account_id: Ref<'account'>;
  declare creator_course_id: string;
  /** The copy; null when its reader deleted it. */
  declare course_id: Ref<'course'> | null;
  /** Version of the publication that the copy was made from. */
  declare version: number;
  /** The order; null when it was free or granted. */
  declare order_id: Ref<'billing_order'> | null;
  /** US cents. */
  declare paid_cents: number;
  /** Whether the creator sees the student's progress. */
  declare shares_progress: boolean;
  declare created_at: Date;
  /** When the money was refunded, and the enrolment ended. */
  declare refunded_at: Date | null;
  /** The name shown to the creator in place of the account. */
  declare student_id: string;
  /** Whether the student receives the creator's messages. */
  declare receives_messages: boolean;
  /** Satisfaction from 1 to 5, asked at the end of the course. */
  declare satisfaction: number | null;
  declare satisfaction_at: Date | null;
  /** Lessons delivered to a buyer: opened, heard, or worked with. Kept when the course is refunded and bought again. */
  declare opened_lessons: string[];
  /** When a buyer first exported the course, which ends its refund. */
  declare exported_at: Date | null;
}

/** A student's public rating of a published course. */
export class CourseRating extends Model {
  static override tableName = 'course_rating';
  static override idColumn = ['account_id', 'creator_course_id'];

  declare account_id: Ref<'account'>;
  declare creator_course_id: Ref<'creator_course'>;
  declare stars: number;
  declare text: string;
  /** The creator's answer. */
  declare answer: string | null;
  declare answered_at: Date | null;
  declare created_at: Date;
  declare updated_at: Date;
  declare id: string;
}

/** A student's question about a lesson, and the creator's answer. */
export class LessonQuestion extends Model {
  static override tableName = 'lesson_question';

  declare id: string;
  declare creator_course_id: Ref<'creator_course'>;
  declare lesson_id: string;
  declare account_id: Ref<'account'>;
  declare text: string;
  declare answer: string | null;
  declare answered_at: Date | null;
  declare created_at: Date;
}

/** A creator's message to the students of a course. */
export class CourseMessage extends Model {
  static override tableName = 'course_message';

  declare id: string;
  declare creator_course_id: Ref<'creator_course'>;
  declare account_id: Ref<'account'>;
  declare subject: string;
  declare text: string;
  /** Number of recipients. */
  declare recipients: number;
  declare sent_at: Date;
}

/** A message to be delivered to one student. */
export class CourseMessageTo extends Model {
  static override tableName = 'course_message_to';
  static override idColumn = ['account_id', 'message_id'];

  declare message_id: Ref<'course_message'>;
  declare account_id: Ref<'account'>;
  /** When the student was notified. */
  declare told_at: Date | null;
  declare attempts: number;
  /** When it is tried next; during a try, the end of the lease. */
  declare due_at: Date;
  /** When it was given up after too many failures. */
  declare given_up_at: Date | null;
  /** Why the last try failed. */
  declare last_error: string | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    enrolment: Table<Enrolment>;
    course_rating: Table<CourseRating>;
    lesson_question: Table<LessonQuestion>;
    course_message: Table<CourseMessage>;
    course_message_to: Table<CourseMessageTo>;
  }
}
