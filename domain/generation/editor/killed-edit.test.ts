import { expect, it } from 'vitest';
import { useKilledEditors } from './killed-edit.factory.ts';

const { editKilledAfter } = useKilledEditors();

it('an editor whose process is killed after its answer has come changes the course once, and the answer is not bought again', async () => {
  expect(await editKilledAfter(3)).toBe(true);
});
