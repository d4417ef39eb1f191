import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import type { CourseForm } from '#contract/generation/course-form.contract.ts';
import { SIMULATIONS_A_COURSE } from '#contract/simulations/simulations.contract.ts';
import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { lockName } from '#domain/platform/lock-name.ts';
import { acceptRun, addRun } from '#domain/platform/runs/accept-run.command.ts';
import { findRunByKey } from '#domain/platform/runs/run-key.ts';
import { readHome } from './simulation.queries.ts';
import { SIMULATION_KIND, type SimulationRequest } from './simulation.kind.ts';

/**
 * Orders a simulation with a new course, in the transaction that accepts the course's run.
 * @throws ProductError tokens.insufficient
 */
export async function addSimulation(
  trx: Knex.Transaction,
  { accountId, runId, form, requestId }: { accountId: string; runId: string; form: CourseForm; requestId: string },
): Promise<void> {
  const id = uuidv7();
  const request: SimulationRequest = {
    simulation_id: id,
    topic: form.topic,
    wish: form.learning_goals,
    language: form.language_preference,
    age: form.age,
  };
  const making = uuidv7();
  const given = {
    kind: SIMULATION_KIND,
    accountId,
    request,
    subject: form.topic,
    requestId,
    parentId: runId,
    fingerprint: null,
    dedupeKey: null,
  };
  await addRun(trx, given, making);
  await trx('simulation').insert({ id, home_id: runId, place: 1, account_id: accountId, run_id: making, wish: form.topic });
}

interface NewSimulation {
  readonly accountId: string;
  readonly courseId: string;
  /** What it is to show. */
  readonly wish: string;
  readonly requestId: string;
  readonly idempotencyKey: string | undefined;
}

/**
 * Starts another simulation for one's own course. A repeated key returns the same run.
 * @returns id of its run
 * @throws ProductError not_found; market.not_yours; simulation.too_many; tokens.insufficient; spend.user_cap, spend.install_cap
 */
export async function startSimulation({ accountId, courseId, wish, requestId, idempotencyKey }: NewSimulation): Promise<string> {
  const home = await readHome(accountId, courseId);
  if (home.isCopy) throw new ProductError('market.not_yours');
  const fingerprint = ['simulation', courseId, wish];
  const earlier = await findRunByKey(database(), { accountId, key: idempotencyKey, fingerprint });
  if (earlier) return earlier;
  const id = uuidv7();
  const request: SimulationRequest = { simulation_id: id, topic: home.title, wish, language: home.language, age: null };
  const { runId } = await acceptRun({
    kind: SIMULATION_KIND,
    accountId,
    request,
    subject: wish,
    requestId,
    idempotencyKey,
    fingerprint,
    dedupeKey: null,
    async begin(trx, run_id) {
      // not the rows: a run that ends writes one before it takes the wallet, which is taken here already
      await lockName(trx, `simulations:${home.homeId}`);
      const taken: number[] = await trx('simulation').where({ home_id: home.homeId }).pluck('place');
      const place = Array.from({ length: SIMULATIONS_A_COURSE }, (_, n) => n + 1).find((one) => !taken.includes(one));
      if (place === undefined) throw new ProductError('simulation.too_many');
      await trx('simulation').insert({ id, home_id: home.homeId, place, account_id: accountId, run_id, wish });
    },
  });
  return runId;
}
