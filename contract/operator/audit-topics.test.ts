import { expect, it } from 'vitest';
import { AUDIT_ACTIONS } from '#contract/platform/audit-actions.ts';
import { AUDIT_TOPICS } from './control.contract.ts';

it('every act of the audit log belongs to one topic, by which operators find it', () => {
  const nouns = Object.values(AUDIT_TOPICS).flat();
  const topicless = AUDIT_ACTIONS.filter((action) => nouns.filter((noun) => action.startsWith(`${noun}.`)).length !== 1);
  expect(topicless, 'name their nouns in AUDIT_TOPICS of control.contract.ts').toEqual([]);
});
