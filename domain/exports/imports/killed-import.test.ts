import { expect, it } from 'vitest';
import { useKilledImports } from './killed-import.factory.ts';

const { importKilledAfter } = useKilledImports();

it('an import whose process is killed is one course when the next process has continued', async () => {
  expect(await importKilledAfter(4)).toBe(true);
});
