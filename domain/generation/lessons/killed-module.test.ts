import { expect, it } from 'vitest';
import { useKilledModules } from './killed-module.factory.ts';

const { writeKilledAfter } = useKilledModules();

it('a module whose process is killed after its answer has come is stored once by the next process, and not bought again', async () => {
  expect(await writeKilledAfter(3)).toBe(true);
});
