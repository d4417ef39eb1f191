import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import type { CourseForm } from '#contract/generation/course-form.contract.ts';
import { SIMULATIONS_A_COURSE } from '#contract/simulations/simulations.contract.ts';
import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { lockName } from '#domain/platform/lock-name.ts';
import { acceptRun, addRun, type Acceptance } from '#domain/platform/runs/accept-run.command.ts';
import { findRunByKey } from '#domain/platform/runs/run-key.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { hasSimulation, readHome, type Home } from './simulation.queries.ts';
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
  readonly requestId: string;
  readonly idempotencyKey: string | undefined;
}

/**
 * Starts another simulation for one's own course. A repeated key returns the same run.
 * @param input `wish`: what it is to show
 * @returns id of its run
 * @throws ProductError not_found; market.not_yours; simulation.too_many; tokens.insufficient; spend.user_cap, spend.install_cap
 */
export async function startSimulation(input: NewSimulation & { readonly wish: string }): Promise<string> {
  const { accountId, courseId, wish, idempotencyKey: key } = input;
  const home = await ownHome(input);
  const fingerprint = ['simulation', courseId, wish];
  return (await findRunByKey(database(), { accountId, key, fingerprint })) ?? accept(input, home, wish, { fingerprint });
}

/**
 * Starts the first simulation of a course for a batch, about its topic: the installation pays unless it is the owner's own, and no
 * notification is sent. A repeated key returns the same run.
 * @returns id of its run; null when the course has one by now
 * @throws ProductError like `startSimulation`
 */
export async function startMissingSimulation(
  input: NewSimulation & { readonly batchId: string; readonly ownerPays: boolean },
): Promise<string | null> {
  const { accountId, courseId, batchId, ownerPays, idempotencyKey: key } = input;
  const fingerprint = ['simulation', batchId, courseId];
  const earlier = await findRunByKey(database(), { accountId, key, fingerprint });
  if (earlier) return earlier;
  const home = await ownHome(input);
  const [{ there }] = (await rowsOf<{ there: boolean }>(database(), sql`select ${hasSimulation(sql`${home.homeId}::uuid`)} as there`)) as [
    { there: boolean },
  ];
  if (there) return null;
  const payerId = ownerPays ? accountId : null;
  const terms = { fingerprint, parentId: batchId, lane: 'batch', payerId, cappedId: payerId, notifiedId: null } as const;
  return accept(input, home, home.title, terms);
}

async function ownHome({ accountId, courseId }: NewSimulation): Promise<Home> {
  const home = await readHome(accountId, courseId);
  if (home.isCopy) throw new ProductError('market.not_yours', 'This course was made by another creator, so its simulations are theirs.');
  return home;
}

/** Accepts the run that makes a simulation, at the first free place of its course. */
async function accept(
  { accountId, requestId, idempotencyKey }: NewSimulation,
  { homeId, title, language }: Home,
  wish: string,
  terms: Pick<Acceptance, 'fingerprint'> & Partial<Acceptance>,
): Promise<string> {
  const id = uuidv7();
  const request: SimulationRequest = { simulation_id: id, topic: title, wish, language, age: null };
  const { runId } = await acceptRun({
    kind: SIMULATION_KIND,
    accountId,
    request,
    subject: wish,
    requestId,
    idempotencyKey,
    dedupeKey: null,
    ...terms,
    async begin(trx, run_id) {
      // not the rows: a run that ends writes one before it takes the wallet, which is taken here already
      await lockName(trx, `simulations:${homeId}`);
      const taken: number[] = await trx('simulation').where({ home_id: homeId }).pluck('place');
      const place = Array.from({ length: SIMULATIONS_A_COURSE }, (_, n) => n + 1).find((one) => !taken.includes(one));
      if (place === undefined) throw new ProductError('simulation.too_many');
      await trx('simulation').insert({ id, home_id: homeId, place, account_id: accountId, run_id, wish });
    },
  });
  return runId;
}
