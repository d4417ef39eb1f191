import type { Knex } from 'knex';
import { amendRun } from '#domain/platform/runs/amend-run.command.ts';
import type { CoursePlan } from './course-plan.ts';

/** Stores a run's plan and title, in the transaction that holds the run's row. */
export async function savePlan(trx: Knex.Transaction, runId: string, plan: CoursePlan): Promise<void> {
  await trx('course_run')
    .where({ run_id: runId })
    .update({ plan: JSON.stringify(plan) });
  await amendRun(trx, runId, { title: plan.title });
}
