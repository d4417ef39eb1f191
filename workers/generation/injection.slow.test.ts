import { it } from 'vitest';
import { FORMS, useInjections } from './injection.factory.ts';

// `injection.test.ts` has the first form; this file has the others
const { expectData } = useInjections();

it.each(FORMS.slice(1))('learner text is data: $name', ({ form }) => expectData(form));
