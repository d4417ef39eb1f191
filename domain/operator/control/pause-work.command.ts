import type { Knex } from 'knex';
import { EVERY_QUEUE } from '#contract/operator/control.contract.ts';
import { SERVICES, type Service } from '#contract/platform/status.contract.ts';
import { auditAct, type Operator } from '#domain/platform/operator-act.ts';
import { transact } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { admitAfter } from '#domain/platform/runs/admit-runs.command.ts';
import { runKinds } from '#domain/platform/runs/engine.ts';
import { announceHeld, dispatchOutbox } from '#domain/platform/steps/outbox.commands.ts';
import { holdService } from '#domain/vendors/llm/service-pause.commands.ts';
import { LANES, queueName, type Lane } from '#queues/platform/define-job.ts';
import { JOBS, works } from '#queues/registry.ts';

interface Pause {
  readonly scope: 'queue' | 'kind' | 'service';
  readonly name: string;
  readonly paused: boolean;
}

/**
 * Pauses or resumes a queue or all queues, a kind of run, or an AI service. Running work finishes; nothing new starts, in any process and
 * after restarts. Resuming all queues also resumes those that were paused one by one. Audited, even without a change.
 * @throws ProductError not_found for an unknown name
 */
export async function pauseWork({ scope, name, paused }: Pause, operator: Operator): Promise<void> {
  const woken: string[] = [];
  await transact(async (trx) => {
    const before = await PAUSES[scope](trx, name, paused, woken);
    await auditAct(trx, operator, {
      action: paused ? `${scope}.pause` : `${scope}.resume`,
      subject: `${scope}:${name}`,
      before: { paused: before },
      after: { paused },
    });
  });
  if (!paused) await admitAfter('a pause was ended');
  await dispatchOutbox(woken);
}

/**
 * @param woken collects the ids of steps that can start again
 * @returns whether it was paused; for all queues, the names of those that were
 */
type PauseIn = (trx: Knex.Transaction, name: string, paused: boolean, woken: string[]) => Promise<boolean | string[]>;

const PAUSES: Readonly<Record<Pause['scope'], PauseIn>> = { queue: pauseQueues, kind: pauseKind, service: pauseService };

async function pauseService(trx: Knex.Transaction, name: string, paused: boolean): Promise<boolean> {
  const service = SERVICES.find((one): one is Service => one === name);
  if (!service) throw notFound('service');
  return holdService(trx, service, paused);
}

async function pauseKind(trx: Knex.Transaction, name: string, paused: boolean, woken: string[]): Promise<boolean> {
  if (!runKinds().some((kind) => kind.name === name)) throw notFound('kind of work');
  const wasPaused = await storePause(trx, { scope: 'kind', name, lane: null, jobs: [] }, paused);
  if (wasPaused && !paused) woken.push(...(await announceHeld(trx, { kind: name })));
  return wasPaused;
}

async function pauseQueues(trx: Knex.Transaction, name: string, paused: boolean, woken: string[]): Promise<boolean | string[]> {
  const queues = works()
    .flatMap((work) => LANES.map((lane) => ({ work, lane, name: queueName(work, lane) })))
    .filter((queue) => name === EVERY_QUEUE || queue.name === name);
  if (queues.length === 0) throw notFound('queue');
  const before: string[] = [];
  for (const queue of queues) {
    const jobs = Object.entries(JOBS).flatMap(([job, { work }]) => (work === queue.work ? [job] : []));
    if (!(await storePause(trx, { scope: 'queue', name: queue.name, lane: queue.lane, jobs }, paused))) continue;
    before.push(queue.name);
    if (!paused) woken.push(...(await announceHeld(trx, { lane: queue.lane, jobs })));
  }
  return name === EVERY_QUEUE ? before : before.length > 0;
}

interface PauseRow {
  readonly scope: 'queue' | 'kind';
  readonly name: string;
  readonly lane: Lane | null;
  readonly jobs: readonly string[];
}

/** Inserts or deletes a pause. @returns whether it was paused before */
async function storePause(trx: Knex.Transaction, { scope, name, lane, jobs }: PauseRow, paused: boolean): Promise<boolean> {
  if (!paused) return (await trx('paused_work').where({ scope, name }).del()) > 0;
  const row = { scope, name, lane, jobs: [...jobs] };
  return (await trx('paused_work').insert(row).onConflict(['scope', 'name']).ignore().returning('name')).length === 0;
}
