import type { Knex } from 'knex';
import * as z from 'zod';
import { applyRoster } from '#contract/organisations/rosters.contract.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { orderOfOne } from '#domain/platform/runs/known-steps.ts';
import { defineKind, type RunRef } from '#domain/platform/runs/run-kind.ts';
import { sql } from '#domain/platform/sql.ts';

const requestSchema = z.object({ roster_id: z.uuid(), what: z.enum(['apply', 'undo']) });
export type RosterRequest = z.infer<typeof requestSchema>;

export const ROSTER_KIND = 'roster';

/** Returns a list whose run ended without a change to its earlier state. */
async function giveBack(trx: Knex.Transaction, { request }: RunRef): Promise<void> {
  const { roster_id: id } = requestSchema.parse(request);
  await trx('organisation_roster').where({ id, state: 'applying' }).update({ state: 'ready' });
  await trx('organisation_roster').where({ id, state: 'undoing' }).update({ state: 'applied' });
}

/** Applies or undoes a list of people. Free of charge. */
export const rosterKind = defineKind<RosterRequest, null>({
  name: ROSTER_KIND,
  request: requestSchema,
  owner: 'person',
  lane: 'interactive',
  oneAtATime: { mostWaiting: 3 },
  stages: ['changing'],
  begins: { stage: 'changing', progress: 10, message: toSentence('The list of people is being changed.') },
  price: 'free',
  // one step changes everything, or nothing
  order: orderOfOne({ job: 'change-people', key: 'change' }, { stage: 'changing', progress: 30 }),
  exported: [],
  again: {
    completed: { nothing: 'Either all rows are applied or none.' },
    failed: { by: applyRoster, makes: 'all rows, free of charge; the list can be applied again' },
    cancelled: { by: applyRoster, makes: 'all rows, free of charge; the list can be applied again' },
  },
  // the list is ready again, and can be applied by another run
  retryNeeds: sql`false`,
  hooks: { failed: giveBack, stopping: giveBack },
});
