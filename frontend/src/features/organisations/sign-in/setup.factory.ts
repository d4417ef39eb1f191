import type { SignInConnection, SignInSetup } from '#contract/organisations/sign-in.contract.ts';

/** A SAML provider that was tested and is offered. */
export const aConnection = (more: Partial<SignInConnection> = {}): SignInConnection => ({
  kind: 'saml',
  mode: 'offered',
  slug: 'green-school',
  issuer: 'https://idp.green-school.example/saml/metadata',
  tenants: [],
  client_id: null,
  has_secret: false,
  sso_address: 'https://idp.green-school.example/saml/sso',
  metadata_address: 'https://idp.green-school.example/saml/metadata',
  metadata_read_at: '2026-12-03T05:00:00.000Z',
  metadata_problem: null,
  certificates: [{ fingerprint: 'ab'.repeat(32), starts_at: '2026-01-01T00:00:00.000Z', ends_at: '2036-01-01T00:00:00.000Z' }],
  allows_unsolicited: false,
  joins: true,
  attributes: { subject: '', email: '', first_name: '', last_name: '', role: '' },
  roles: [],
  idle_hours: null,
  longest_hours: null,
  tested_at: '2026-12-03T09:00:00.000Z',
  ...more,
});

/** The setup of an organisation with a verified domain. */
export const aSetup = (more: Partial<SignInSetup> = {}): SignInSetup => ({
  connection: aConnection(),
  ours: {
    redirect_uri: 'https://learn.example.com/sign-in/organisation/o-1',
    acs: 'https://learn.example.com/sign-in/organisation/o-1/acs',
    entity_id: 'https://learn.example.com/api/auth/organisation/o-1/metadata.xml',
    metadata_address: 'https://learn.example.com/api/auth/organisation/o-1/metadata.xml',
    logout_uri: 'https://learn.example.com/sign-in/organisation/o-1/logout',
  },
  domains: [
    {
      domain: 'green-school.example',
      record_name: '_coursewright.green-school.example',
      record_value: 'coursewright-verification=secret',
      verified_at: '2026-12-01T10:00:00.000Z',
      checked_at: '2026-12-03T05:00:00.000Z',
      missing_since: null,
      joins: false,
    },
  ],
  failures: [
    {
      reason: 'audience',
      count: 3,
      last_at: '2026-12-03T08:00:00.000Z',
      last_detail: 'it was for https://other.example',
      last_words: null,
    },
  ],
  owner_has_way_in: true,
  ...more,
});
