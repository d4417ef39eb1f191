import type { Knex } from 'knex';
import { roleMay } from '#contract/organisations/roles.ts';
import { forgetSessions } from '#domain/identity/sessions/session.commands.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { admitAfter } from '#domain/platform/runs/admit-runs.command.ts';
import { completeRun } from '#domain/platform/runs/complete-run.command.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import type { ClaimedStep } from '#domain/platform/steps/step.ts';
import { lockOrganisation } from '../own-organisation.queries.ts';
import { findMembership } from '#domain/membership/membership.queries.ts';
import { applyRows, type RosterWork } from './apply-roster.ts';
import type { RosterRequest } from './roster.kind.ts';
import { undoRows } from './undo-roster.ts';

interface Work {
  readonly step: ClaimedStep<RosterRequest>;
  readonly signal: AbortSignal;
}

/**
 * Applies or undoes a list of people and ends its run, in one transaction, so that a process killed at any time leaves it done once or not
 * at all.
 * @throws ProductError organisation.not_allowed when the account that started it has lost the right
 */
export async function changePeople({ step }: Work): Promise<void> {
  const { roster_id: rosterId, what } = step.request;
  let ended: string[] = [];
  await completeStep(step, {
    output: {},
    async also(trx) {
      ended = await change(trx, { rosterId, what, accountId: step.accountId! });
      await completeRun(trx, { runId: step.runId, result: { roster_id: rosterId } });
    },
  });
  forgetSessions(ended);
  // the account's next run waits for this one
  await admitAfter('a run ended');
}

interface Change {
  readonly rosterId: string;
  readonly what: RosterRequest['what'];
  readonly accountId: string;
}

/** @returns ids of sessions that ended with a membership */
async function change(trx: Knex.Transaction, { rosterId, what, accountId }: Change): Promise<string[]> {
  const roster = await trx('organisation_roster').where({ id: rosterId }).first('organisation_id', 'state', 'authorise_why');
  if (!roster) return [];
  const organisation = await lockOrganisation(trx, roster.organisation_id);
  const own = await findMembership(accountId, trx);
  if (own?.organisationId !== organisation.organisationId || !roleMay(own.role, 'provision'))
    throw new ProductError('organisation.not_allowed');
  const work: RosterWork = { rosterId, organisation, accountId, authoriseWhy: roster.authorise_why };
  const isApplied = what === 'apply';
  const ended = await (isApplied ? applyRows(trx, work) : undoRows(trx, work));
  await trx('organisation_roster')
    .where({ id: rosterId })
    .update(isApplied ? { state: 'applied', applied_at: trx.fn.now() } : { state: 'undone', undone_at: trx.fn.now() });
  return ended;
}
