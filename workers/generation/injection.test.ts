import { expect, it } from 'vitest';
import { INJECTION_ATTEMPTS } from './injection-attempts.factory.ts';
import { FORMS, useInjections } from './injection.factory.ts';

const { expectData } = useInjections();

it('there are 40 attempts', () => expect(INJECTION_ATTEMPTS).toHaveLength(40));

it(`learner text is data: ${FORMS[0]!.name}`, () => expectData(FORMS[0]!.form));
