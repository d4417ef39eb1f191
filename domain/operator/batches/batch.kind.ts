import * as z from 'zod';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { announceJob } from '#domain/platform/periodic/announcement.commands.ts';
import { defineKind } from '#domain/platform/runs/run-kind.ts';
import { sql } from '#domain/platform/sql.ts';

const batchRequest = z.object({ name: z.string(), what: z.string() });

/**
 * An operator's batch. It occupies no slot while its items run as its children. `advanceBatches` decides what comes next from its rows, so
 * its order adds no steps.
 */
export const batchKind = defineKind<z.infer<typeof batchRequest>, null>({
  name: 'batch',
  request: batchRequest,
  owner: 'installation',
  lane: 'batch',
  stages: ['planned', 'items'],
  parkedStages: ['items'],
  begins: { stage: 'planned', progress: 0, message: toSentence('The batch was planned.') },
  price: 'free',
  hasChildren: true,
  order: () => ({ add: [], stage: 'items', progress: 0 }),
  told: {
    completed: 'The owner of each changed course gets a notice; results that wait for a decision are in the overview.',
  },
  exported: [],
  again: {
    completed: {
      nothing: 'A batch completes once every result is decided and failures are given up; until then `actOnBatch` retries failed items.',
    },
    failed: { nothing: 'Items fail, never the batch; `actOnBatch` retries them.' },
    cancelled: { nothing: 'Finished results can still be approved; a new plan can select the remaining courses.' },
  },
  hooks: {
    /** Queued items never start; running children are stopped afterwards. */
    async stopping(trx, { id }) {
      await trx('batch').where({ run_id: id }).update({ state: 'cancelled', paused_for: null, ended_at: trx.fn.now() });
      await trx('batch_item').where({ batch_id: id }).whereIn('state', ['pending', 'leased']).update({ state: 'cancelled' });
      await trx('paused_work').where({ scope: 'batch', name: id }).del();
    },
    /** Its result counts again. */
    async childRetried(trx, { id }, childId) {
      const taken = await trx('batch_item')
        .where({ batch_id: id, child_id: childId, state: 'failed' })
        .update({ state: 'running', reason: null, is_clean: null, similarity: null, is_seen: false });
      if (taken > 0) await announceJob(trx, 'batches');
      if (taken > 0) await trx('batch').where({ run_id: id, state: 'done' }).update({ state: 'running', ended_at: null });
    },
  },
  // results in the steps of its children wait for an operator
  keepsDetails: sql`exists (select from batch_item item where item.batch_id = run.id and item.state in ('pending','leased','running','ready','approving','discarding'))`,
});
