import { describe, expect, it } from 'vitest';
import { inEnglish } from '#contract/platform/sentence.contract.ts';
import { ISSUER_ROWS, tenancyOf } from './issuer-tenants.ts';

const TENANT = '72f988bf-86f1-41af-91ab-2d7cd011db47';
const sentenceOf = (issuer: string): string | null => {
  const tenancy = tenancyOf(issuer);
  return tenancy.kind === 'refused' ? inEnglish(tenancy.sentence) : null;
};

describe('Microsoft', () => {
  it.each([
    'https://login.microsoftonline.com/common/v2.0',
    'https://login.microsoftonline.com/common',
    'https://login.microsoftonline.com/organizations/v2.0',
    'https://login.microsoftonline.com/consumers/v2.0',
    'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0',
    'https://login.microsoftonline.com/f8cdef31-a31e-4b4a-93e4-5f571e91255a/v2.0',
    'https://login.microsoftonline.com/{tenantid}/v2.0',
    'https://login.microsoftonline.com/school.example/v2.0',
    'https://login.microsoftonline.com/',
    'https://LOGIN.microsoftonline.com/COMMON/v2.0/',
    'https://login.microsoftonline.com./common/v2.0',
    'https://login.microsoftonline.com//common/v2.0',
    'https://login.microsoftonline.com/%63ommon/v2.0',
    `https://login.microsoftonline.com/common/../common/${TENANT}`,
    `https://login.microsoftonline.com/${TENANT}x/v2.0`,
    'https://login.windows.net/common',
    'https://sts.windows.net/{tenantid}/',
    'https://login.microsoftonline.us/organizations/v2.0',
    'https://login.partner.microsoftonline.cn/common/v2.0',
    'https://login.microsoft.com/common/v2.0',
  ])('refuses %s with the address to enter', (issuer) => {
    expect(sentenceOf(issuer)).toBe(
      'All organisations of Microsoft share this address. Enter your own organisation’s: https://login.microsoftonline.com/<tenant id>/v2.0',
    );
  });

  it.each([
    `https://login.microsoftonline.com/${TENANT}/v2.0`,
    `https://login.microsoftonline.com/${TENANT.toUpperCase()}/v2.0/`,
    `https://sts.windows.net/${TENANT}/`,
    `https://login.microsoftonline.us/${TENANT}/v2.0`,
    `https://${TENANT}.ciamlogin.com/${TENANT}/v2.0`,
  ])('%s is of one tenant', (issuer) => {
    expect(tenancyOf(issuer)).toMatchObject({ kind: 'fixed', tenant: TENANT });
  });
});

it.each([
  ['https://accounts.google.com', 'hd', true, false],
  ['https://accounts.google.com/', 'hd', true, false],
  ['https://Accounts.Google.com.', 'hd', true, false],
  ['https://slack.com', 'https://slack.com/team_id', false, false],
  ['https://school.eu.auth0.com/', 'org_id', false, true],
  ['https://school.kinde.com', 'org_codes', false, true],
  ['https://school-abc.zitadel.cloud', 'urn:zitadel:iam:user:resourceowner:id', false, true],
])('%s names the tenant in %s', (issuer, claim, isDomain, isOptional) => {
  expect(tenancyOf(issuer)).toMatchObject({ kind: 'named', claim, isDomain, isOptional });
});

it.each([
  'https://appleid.apple.com',
  'https://www.facebook.com',
  'https://www.linkedin.com/oauth',
  'https://gitlab.com',
  'https://login.salesforce.com',
  'https://identity.oraclecloud.com/',
  'https://clever.com',
  'https://access.line.me',
  'https://login.live.com',
])('%s is refused', (issuer) => expect(sentenceOf(issuer)).toMatch(/ shares? this address/));

it.each([
  'https://school.okta.com',
  'https://school.my.salesforce.com',
  'https://login.school.example/realms/common',
  'https://accounts.google.com/o/saml2?idpid=C01',
  'https://gitlab.school.example',
  'https://oauth.id.jumpcloud.com/',
  'https://login.microsoftonline.com.school.example/common',
  'urn:school:idp',
])('%s is one organisation’s', (issuer) => expect(tenancyOf(issuer)).toEqual({ kind: 'own' }));

it('every row has a source', () => {
  for (const { source } of ISSUER_ROWS) expect(URL.canParse(source), source).toBe(true);
});
