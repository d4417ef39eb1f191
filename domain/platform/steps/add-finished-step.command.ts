import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import type { Service } from '#contract/platform/status.contract.ts';
import { rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import type { NewStep } from './add-steps.command.ts';

/** A step whose result is known already. */
interface FinishedStep extends Pick<NewStep, 'job' | 'key' | 'itemId'> {
  readonly service: Service | null;
  readonly output: unknown;
}

/** Adds a finished step to a run, in the transaction that creates it: what was done before the run is not done again. */
export async function addFinishedStep(trx: Knex.Transaction, runId: string, { output, itemId, ...step }: FinishedStep): Promise<void> {
  await trx('step').insert({
    ...step,
    id: uuidv7(),
    run_id: runId,
    item_id: itemId ?? null,
    state: 'completed',
    finished_at: trx.fn.now(),
    output: JSON.stringify(output),
  });
}

/**
 * Copies a finished step of another run, with its result, in the transaction that creates the run. Without such a step it does nothing.
 * @param unless a condition over `step` under which it is not copied
 */
export async function copyFinishedStep(
  trx: Knex.Transaction,
  runId: string,
  { fromRun, key, unless }: { readonly fromRun: string; readonly key: string; readonly unless: Sql },
): Promise<void> {
  await rowsOf(
    trx,
    sql`insert into step (id, run_id, item_id, state, finished_at, job, key, service, output)
        select ${uuidv7()}::uuid, ${runId}::uuid, item_id, state, now(), job, key, service, output from step
         where run_id = ${fromRun} and key = ${key} and state = 'completed' and output is not null and not ${unless}`,
  );
}
