import { it } from 'vitest';
import { useKilledModules } from './killed-module.factory.ts';

// `killed-module.test.ts` kills once; this file kills after every lasting change
const { writeKilledAfter } = useKilledModules();

it('a module whose process is killed after any change is stored once by the next process', async () => {
  for (let changes = 0; await writeKilledAfter(changes); changes += 1);
});
