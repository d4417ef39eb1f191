import type { Knex } from 'knex';
import { ProductError } from '#domain/platform/errors.ts';
import { expression, sql, type Sql } from '#domain/platform/sql.ts';
import { announceJob } from '#domain/platform/periodic/announce-job.command.ts';
import { announceDelayed } from '#domain/platform/steps/announce-waiting.command.ts';
import type { Run } from './run.model.ts';

/** What may change of a run besides its state. */
interface Amendment extends Partial<Pick<Run, 'title' | 'progress'>> {
  /** Validated by its kind. */
  readonly request?: unknown;
  readonly avoided_services?: readonly string[];
}

/** Changes a run, in the transaction that holds its row. */
export async function amendRun(trx: Knex.Transaction, runId: string, { request, ...changes }: Amendment): Promise<void> {
  await trx('run')
    .where({ id: runId })
    .update({ ...changes, ...(request !== undefined && { request: JSON.stringify(request) }) });
}

/** The part of a statement that gives a run its title while it is in a stage; returns its id then. */
export const titleInStage = ({ runId, title, stage }: { runId: string; title: string; stage: string }): Sql =>
  sql`update run set title = ${title} where id = ${runId} and status = 'running' and stage = ${stage} returning id`;

/** Returns a parked run to the queue, in the transaction that holds its row: it goes on when it is admitted again. */
export async function unparkRun(trx: Knex.Transaction, runId: string): Promise<void> {
  await trx('run').where({ id: runId }).update({ status: 'queued', stage: 'queued', is_parked: false });
  await announceJob(trx, 'admission');
}

/**
 * Puts a run before all others, in the transaction that holds its row: in the queue, or in a running one its delayed steps.
 * @returns ids of the announced steps: dispatch them after the commit
 * @throws ProductError run.not_waiting
 */
export async function promoteRun(trx: Knex.Transaction, { id, status }: Pick<Run, 'id' | 'status'>): Promise<string[]> {
  if (status === 'queued') {
    await trx('run')
      .where({ id })
      .update({ promoted_at: expression(trx, sql`coalesce(promoted_at, now())`) });
    return [];
  }
  const announced = status === 'running' ? await announceDelayed(trx, id) : [];
  if (announced.length === 0) throw new ProductError('run.not_waiting');
  return announced;
}
