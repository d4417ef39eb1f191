import type { Knex } from 'knex';
import { SERVICES, type Service } from '#contract/platform/status.contract.ts';
import { auditAct, type Operator } from '#domain/operator/audit/operator-act.ts';
import { transact } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { admitAfter } from '#domain/platform/runs/admit-runs.command.ts';
import { runKinds } from '#domain/platform/runs/engine.ts';
import { announceHeld } from '#domain/platform/steps/announce-waiting.command.ts';
import { dispatchOutbox } from '#domain/platform/steps/dispatch-outbox.command.ts';
import { holdService } from '#domain/vendors/llm/hold-service.command.ts';
import { LANES, queueName, type Lane } from '#queues/platform/define-job.ts';
import { JOBS, works } from '#queues/registry.ts';

interface Pause {
  readonly scope: 'queue' | 'kind' | 'service';
  readonly name: string;
  readonly paused: boolean;
}

/** A pause that is a row. */
type RowPause = Pause & { readonly scope: 'queue' | 'kind' };

/**
 * Pauses or resumes a queue, a kind of run or an AI service. Running work finishes; nothing new starts, in any process and after restarts.
 * Audited, even without a change.
 * @throws ProductError not_found for an unknown name
 */
export async function pauseWork({ scope, name, paused }: Pause, operator: Operator): Promise<void> {
  const woken: string[] = [];
  await transact(async (trx) => {
    const before = scope === 'service' ? await pauseService(trx, name, paused) : await pauseRows(trx, { scope, name, paused }, woken);
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

/** Pauses or resumes a service. @returns whether it was paused */
async function pauseService(trx: Knex.Transaction, name: string, paused: boolean): Promise<boolean> {
  const service = SERVICES.find((one): one is Service => one === name);
  if (!service) throw notFound('service');
  return holdService(trx, service, paused);
}

async function pauseRows(trx: Knex.Transaction, { scope, name, paused }: RowPause, woken: string[]): Promise<boolean> {
  const queue = scope === 'queue' ? queueCalled(name) : null;
  if (scope === 'queue' ? !queue : !runKinds().some((kind) => kind.name === name)) throw notFound(scope);
  const jobs = queue ? Object.entries(JOBS).flatMap(([job, { work }]) => (work === queue.work ? [job] : [])) : [];
  if (paused) {
    const added = await trx('paused_work')
      .insert({ scope, name, lane: queue?.lane ?? null, jobs: jobs })
      .onConflict(['scope', 'name'])
      .ignore()
      .returning('name');
    return added.length === 0;
  }
  const ended = await trx('paused_work').where({ scope, name }).del();
  if (ended === 0) return false;
  const held = queue ? announceHeld(trx, { lane: queue.lane, jobs }) : announceHeld(trx, { kind: name });
  woken.push(...(await held));
  return true;
}

function queueCalled(name: string): { work: string; lane: Lane } | null {
  const all = works().flatMap((work) => LANES.map((lane) => ({ work, lane })));
  return all.find(({ work, lane }) => queueName(work, lane) === name) ?? null;
}
