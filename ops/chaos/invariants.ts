import type { Knex } from 'knex';

/**
 * What must hold for a completed run whatever was killed while it was made. Each returns a sentence when it does not.
 * - one course, with one version, whose lessons are those of the plan;
 * - every step ended, none of its work left announced;
 * - a finished step was paid for once: after the call that finished it no further call was started for it.
 */
const INVARIANTS: Record<string, string> = {
  'more or less than one course': `select count(*)::int as n from course where run_id = :run having count(*) <> 1`,
  'more or less than one version': `select count(*)::int as n from course_version join course on course.id = course_id where run_id = :run having count(*) <> 1`,
  'a lesson of the plan is missing': `select (select count(*) from step where run_id = :run and job = 'write-lesson') as planned, lesson_count
      from course where run_id = :run and lesson_count <> (select count(*) from step where run_id = :run and job = 'write-lesson')`,
  'a step has not ended well': `select key, state from step where run_id = :run and state <> 'completed'`,
  'a step is still announced': `select step_id from outbox join step on step.id = step_id where run_id = :run`,
  'a finished step was paid for again': `select step.key, count(*)::int as calls from vendor_call join step on step.id = vendor_call.step_id
      where step.run_id = :run and vendor_call.started_at > step.finished_at group by step.key`,
  'two lessons share a text': `select md5(output->>'content') from step where run_id = :run and job = 'write-lesson' group by 1 having count(*) > 1`,
};

/** @returns what does not hold; empty when the run is whole */
export async function checkInvariants(knex: Knex, runId: string): Promise<string[]> {
  const problems: string[] = [];
  for (const [name, sql] of Object.entries(INVARIANTS)) {
    const { rows } = await knex.raw(sql, { run: runId });
    if (rows.length > 0) problems.push(`${name} (${JSON.stringify(rows[0])})`);
  }
  return problems;
}
