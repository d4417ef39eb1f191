import { it } from 'vitest';
import { useKilledEditors } from './killed-edit.factory.ts';

// `killed-edit.test.ts` kills once; this file kills after every lasting change
const { editKilledAfter } = useKilledEditors();

it('an editor whose process is killed after any change changes the course once in the next process', async () => {
  for (let changes = 0; await editKilledAfter(changes); changes += 1);
});
