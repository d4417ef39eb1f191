import { expect, it } from 'vitest';
import { BATCH_STATES, ITEM_STATES } from '#contract/operator/batches.contract.ts';
import { RUN_STATUSES, WORK_STATES } from '#contract/platform/status.contract.ts';
import { batchStateWord, itemStateWord, runStateWord, workStateWord } from '#frontend/lib/state-words.ts';

it('every state of runs, their parts and batches has a word, and no two of a kind share it', () => {
  for (const words of [
    RUN_STATUSES.map(runStateWord),
    WORK_STATES.map(workStateWord),
    BATCH_STATES.map(batchStateWord),
    ITEM_STATES.map(itemStateWord),
  ])
    expect(new Set(words).size).toBe(words.length);
});

it('states with the same ending have the same word', () => {
  expect([runStateWord('completed'), workStateWord('completed'), batchStateWord('done')]).toEqual(['Completed', 'Completed', 'Completed']);
  expect([runStateWord('cancelled'), batchStateWord('cancelled'), itemStateWord('cancelled')]).toEqual([
    'Cancelled',
    'Cancelled',
    'Cancelled',
  ]);
  expect([runStateWord('failed'), workStateWord('failed'), itemStateWord('failed')]).toEqual(['Failed', 'Failed', 'Failed']);
});
