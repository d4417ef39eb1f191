import { it } from 'vitest';
import { patience } from '#ops/testing/slowness.ts';
import { useKilledEvaluation } from './killed-evaluation.factory.ts';

// `killed-evaluation.test.ts` has one kill; here a process is killed after every lasting change
const { compareKilledAfter } = useKilledEvaluation();

it(
  'a comparison whose process is killed after any change is complete, and judged once, when the next process has continued',
  async () => {
    for (let changes = 0; await compareKilledAfter(changes); changes += 1);
  },
  patience(240_000),
);
