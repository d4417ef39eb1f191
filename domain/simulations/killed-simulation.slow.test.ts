import { it } from 'vitest';
import { useKilledSimulations } from './killed-simulation.factory.ts';

// `killed-simulation.test.ts` kills once; this file kills after every lasting change
const { makeKilledAfter } = useKilledSimulations();

it('a simulation whose process is killed after any change is one simulation, charged once, when the next process has continued', async () => {
  for (let changes = 0; await makeKilledAfter(changes); changes += 1);
});
