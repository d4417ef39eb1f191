import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { getSatisfaction, type CopyNamed } from './satisfaction.queries.ts';

/**
 * Saves the satisfaction after a course, or changes it.
 * @param answer 1 to 5
 * @throws ProductError not_found; market.rate_later before the course is completed
 */
export async function saveSatisfaction({
  answer,
  ...named
}: CopyNamed & { answer: number }): Promise<{ asks: boolean; answer: number | null }> {
  const { asks } = await getSatisfaction(named);
  if (!asks) throw new ProductError('market.rate_later', 'This is asked when a course of a creator is completed.');
  await database()('enrolment')
    .where({ account_id: named.accountId, course_id: named.courseId })
    .update({ satisfaction: answer, satisfaction_at: database().fn.now() });
  return { asks, answer };
}
