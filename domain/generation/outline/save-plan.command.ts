import type { Knex } from 'knex';
import type { CoursePlan } from './course-plan.ts';

/** Stores a run's plan and title, in the transaction that holds the run's row. */
export async function savePlan(trx: Knex.Transaction, runId: string, plan: CoursePlan): Promise<void> {
  await trx('course_run')
    .where({ run_id: runId })
    .update({ plan: JSON.stringify(plan) });
  await trx('run').where({ id: runId }).update({ title: plan.title });
}
