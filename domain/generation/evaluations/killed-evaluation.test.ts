import { expect, it } from 'vitest';
import { useKilledEvaluation } from './killed-evaluation.factory.ts';

const { compareKilledAfter } = useKilledEvaluation();

it('a comparison whose process is killed is complete, and judged once, when the next process has continued', async () => {
  expect(await compareKilledAfter(14)).toBe(true);
});
