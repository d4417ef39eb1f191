import type { Knex } from 'knex';
import type { RunAct } from '#contract/operator/runs-console.contract.ts';
import type { Service } from '#contract/platform/status.contract.ts';
import { auditAct, type Operator } from '#domain/platform/operator-act.ts';
import { isUniqueViolation, transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { admitAfter } from '#domain/platform/runs/admit-runs.command.ts';
import { lockRun } from '#domain/platform/runs/advance-run.command.ts';
import { afterCancel, cancelRunIn, amendRun, promoteRun } from '#domain/platform/runs/run.commands.ts';
import { deleteRun } from '#domain/platform/runs/run-pruning.commands.ts';
import { runKind } from '#domain/platform/runs/engine.ts';
import { requeueRun, readFailedRun } from '#domain/platform/runs/retry.commands.ts';
import type { Run } from '#domain/platform/runs/run.model.ts';
import { dispatchOutbox } from '#domain/platform/steps/outbox.commands.ts';

export interface RunAction {
  readonly runId: string;
  readonly act: RunAct;
  /** For a retry: the complete edited request. */
  readonly request?: Readonly<Record<string, unknown>> | undefined;
  /** For a retry: services to use only as a last resort. */
  readonly avoid?: readonly Service[] | undefined;
}

type Before = Pick<Run, 'id' | 'account_id' | 'kind' | 'status' | 'stage' | 'attempt' | 'request'>;

/**
 * Performs one action on a user's run, whose row it locks. Audited in the same transaction, unless it is part of a bulk action, which has
 * its own audit entry.
 * @throws ProductError not_found; run.ended when it is too late; the reason why it cannot run again; run.twin_live; run.not_waiting when it
 * is not queued; validation.failed for a request that its kind rejects; tokens.insufficient
 */
export async function actOnRun(action: RunAction, operator: Operator | null): Promise<void> {
  const steps = await transact(async (trx) => {
    await lockRun(trx, action.runId);
    const before: Before | undefined = await trx('run')
      .where({ id: action.runId })
      .first('id', 'account_id', 'kind', 'status', 'stage', 'attempt', 'request');
    if (!before) throw notFound('run');
    const announced = await ACTIONS[action.act](trx, before, action);
    if (operator) {
      const after = await trx('run')
        .where({ id: action.runId })
        .first('status', 'stage', 'attempt', 'request', 'promoted_at', 'avoided_services');
      await auditAct(trx, operator, {
        action: `run.${action.act}`,
        subject: `run:${action.runId}`,
        before: { status: before.status, stage: before.stage, attempt: before.attempt, ...(action.request && { request: before.request }) },
        after: after ? { ...after, ...(!action.request && { request: undefined }) } : null,
      });
    }
    return announced;
  }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? new ProductError('run.twin_live') : error;
  });
  if (action.act === 'cancel') await afterCancel(action.runId);
  else if (action.act !== 'remove') await admitAfter('an operator’s act');
  await dispatchOutbox(steps);
}

/** Each returns the steps it has announced, which are dispatched after the commit. */
const ACTIONS: Readonly<Record<RunAct, (trx: Knex.Transaction, run: Before, action: RunAction) => Promise<string[]>>> = {
  async retry(trx, { id, account_id: accountId, kind }, { request, avoid }) {
    await amendRun(trx, id, { ...(request && { request: parseRequest(kind, request) }), avoided_services: avoid ?? [] });
    const failed = await readFailedRun(trx, { runId: id, accountId });
    if (!failed) throw notFound('run');
    await requeueRun(trx, failed, { by: 'another' });
    return [];
  },

  promote: promoteRun,

  async cancel(trx, { id, account_id: accountId, status }) {
    if (status === 'cancelled') throw new ProductError('run.ended');
    await cancelRunIn(trx, { runId: id, accountId, keep: false });
    return [];
  },

  /** Only for failed runs; their number and usage remain in the totals. */
  async remove(trx, { id, status }) {
    if (status !== 'failed' && status !== 'cancelled') throw new ProductError('run.not_waiting');
    if (!(await deleteRun(trx, id)))
      throw new ProductError('run.not_waiting', 'This run has other runs that depend on it, so it cannot be removed.');
    return [];
  },
};

function parseRequest(kind: string, request: Readonly<Record<string, unknown>>): unknown {
  try {
    return runKind(kind).request.parse(request);
  } catch (cause) {
    throw new ProductError('validation.failed', 'This request is not valid for this kind of work.', {
      data: { errors: [{ path: 'request', message: 'Must be a whole request of this kind' }] },
      cause,
    });
  }
}
