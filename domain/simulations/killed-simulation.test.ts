import { expect, it } from 'vitest';
import { useKilledSimulations } from './killed-simulation.factory.ts';

const { makeKilledAfter } = useKilledSimulations();

it('a simulation whose process is killed is one simulation, charged once, when the next process has continued', async () => {
  expect(await makeKilledAfter(8)).toBe(true);
});
