import { database, transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { isUuid } from '#domain/platform/uuid.ts';

/**
 * Removes a simulation from one's own course, which makes room for another. One that is being made is stopped first, by its run.
 * @throws ProductError not_found; simulation.being_made while it is being made
 */
export async function removeSimulation({ accountId, simulationId }: { accountId: string; simulationId: string }): Promise<void> {
  if (!isUuid(simulationId)) throw notFound('simulation');
  await transact(async (trx) => {
    const row = await trx('simulation').where({ id: simulationId, account_id: accountId }).forUpdate().first('run_id', 'scene');
    if (!row) throw notFound('simulation');
    const live = row.run_id && (await trx('run').where({ id: row.run_id }).whereIn('status', ['queued', 'running']).first('id'));
    if (live) throw new ProductError('simulation.being_made');
    await trx('simulation').where({ id: simulationId }).del();
  });
}

/** Removes what a run has made, when it is taken back. */
export const removeRunSimulation = async (runId: string): Promise<void> =>
  void (await database()('simulation').where({ run_id: runId }).del());
