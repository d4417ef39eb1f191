import type { Knex } from 'knex';

/** Closes the open reports of a locked course. @returns how many there were */
export async function closeReports(trx: Knex.Transaction, courseId: string, decision: 'taken_down' | 'dismissed'): Promise<number> {
  return trx('course_report').where({ creator_course_id: courseId, decided_at: null }).update({ decided_at: trx.fn.now(), decision });
}
