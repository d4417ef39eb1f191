import type { Knex } from 'knex';
import type { QuizItem } from '#contract/courses/quiz.contract.ts';
import { definePorts } from '#domain/platform/ports.ts';

/** A lesson as far as its questions go. */
export interface Asked {
  readonly lesson_id: string;
  readonly quiz: readonly Pick<QuizItem, 'id'>[];
}

/** Hooks of features that depend on a course, called in the transaction that changes it. */
interface CoursesPorts {
  /** Before courses are deleted: ends what is stored beside them. */
  dropAudio(trx: Knex.Transaction, courseIds: readonly string[]): Promise<void>;
  /** Moves the reviews of questions that a lesson no longer has to those that took their place. */
  moveCards(trx: Knex.Transaction, courseId: string, before: readonly Asked[], after: readonly Asked[]): Promise<void>;
  /** The lessons of the live version have changed: the course may be complete now. */
  recordCompletion(trx: Knex.Transaction, courseId: string): Promise<void>;
}

export const coursesPorts = definePorts<CoursesPorts>('courses');
