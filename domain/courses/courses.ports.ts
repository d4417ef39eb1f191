import type { Knex } from 'knex';
import type { QuizItem } from '#contract/courses/quiz.contract.ts';
import { definePorts } from '#domain/platform/ports.ts';

/** The questions of a lesson. */
export interface Asked {
  readonly lesson_id: string;
  readonly quiz: readonly Pick<QuizItem, 'id'>[];
}

/** What the owner of a course gets of it. */
export interface Delivery {
  readonly accountId: string;
  readonly courseId: string;
  /** Ids of lessons, or a file of the whole course. */
  readonly what: readonly string[] | 'export';
}

/** Hooks of features that depend on a course, called in the transaction that changes it. */
interface CoursesPorts {
  /** Called before courses are deleted, to end whatever other features store about them. */
  dropAudio(trx: Knex.Transaction, courseIds: readonly string[]): Promise<void>;
  /** Moves the reviews of questions that a lesson no longer has to the questions that replace them. */
  moveCards(trx: Knex.Transaction, courseId: string, before: readonly Asked[], after: readonly Asked[]): Promise<void>;
  /** Called when the lessons of the live version have changed: the course may now be complete. */
  recordCompletion(trx: Knex.Transaction, courseId: string): Promise<void>;
  /** Called before texts of a course leave. @param store the caller's transaction, if it has one @throws ProductError refund.under_way */
  recordDelivery(store: Knex, delivery: Delivery): Promise<void>;
}

export const coursesPorts = definePorts<CoursesPorts>('courses');
