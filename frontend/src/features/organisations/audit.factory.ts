import type { OrganisationAuditEntry } from '#contract/organisations/audit.contract.ts';

/** A member's role was changed by hand, in a browser. */
export const aChange = (part: Partial<OrganisationAuditEntry> = {}): OrganisationAuditEntry => ({
  entry_id: 9,
  at: '2026-12-03T12:00:00.000Z',
  act: 'organisation.role',
  actor: 'person',
  actor_name: 'Ada Okafor',
  actor_email: 'ada@example.com',
  device: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  api_key: null,
  person: { name: 'Bo Lin', email: 'bo@example.com' },
  facts: { from_role: 'member', to_role: 'administrator', role_by: 'hand' },
  ...part,
});

const NOBODY = { actor_name: null, actor_email: null, device: null, person: null };

/** A page of changes: by a person, the directory, operators and automatically. */
export const someChanges = (): OrganisationAuditEntry[] => [
  aChange({ person: { name: 'Maximiliane-Theodora von Wolkenstein-Trostburg', email: 'maximiliane@example.com' } }),
  aChange({
    ...NOBODY,
    entry_id: 8,
    act: 'organisation.directory_added',
    actor: 'directory',
    actor_name: 'x7Qa',
    facts: { to_role: 'teacher' },
  }),
  aChange({
    entry_id: 7,
    act: 'organisation.sign_in_saved',
    person: null,
    facts: {
      changed: ['issuer', 'client_secret'],
      rules_added: ['staff: teacher'],
      certificates_added: ['ab'.repeat(32)],
      certificates_removed: ['cd'.repeat(32)],
    },
  }),
  aChange({
    ...NOBODY,
    entry_id: 6,
    actor: 'system',
    act: 'organisation.certificates_read',
    facts: { certificates_added: ['ab'.repeat(32)] },
  }),
  aChange({ entry_id: 5, act: 'organisation.scim_token_made', person: null, facts: { token: 'x7Qa' } }),
  aChange({ ...NOBODY, entry_id: 4, actor: 'operators', act: 'organisation.sign_in_relaxed', facts: {} }),
];
