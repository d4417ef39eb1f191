import { it } from 'vitest';
import { useKilledImports } from './killed-import.factory.ts';

// `killed-import.test.ts` kills once; this file kills after every lasting change
const { importKilledAfter } = useKilledImports();

it('an import whose process is killed after any change is one course when the next process has continued', async () => {
  for (let changes = 0; await importKilledAfter(changes); changes += 1);
});
