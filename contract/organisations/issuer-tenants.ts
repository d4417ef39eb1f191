import { toSentence, type Sentence } from '#contract/platform/sentence.contract.ts';

/** How an issuer says to which of its customers a person belongs. */
export type Tenancy =
  /** The issuer is one organisation's alone. */
  | { readonly kind: 'own' }
  /** The tenant's id stands in the issuer, and each token repeats it in one of the claims. */
  | { readonly kind: 'fixed'; readonly provider: string; readonly claims: readonly string[]; readonly tenant: string }
  /** All tenants have this issuer, or may have: the connection names its tenants, and each token has one of them in the claim. */
  | {
      readonly kind: 'named';
      readonly provider: string;
      readonly claim: string;
      /** The tenant is a domain, which the organisation must have verified. */
      readonly isDomain: boolean;
      /** Without tenants named, everybody of the issuer counts: it is one customer's, who may keep several organisations in it. */
      readonly isOptional: boolean;
    }
  /** Shared, without such a claim, or an address of many tenants. */
  | { readonly kind: 'refused'; readonly sentence: Sentence };

interface Row {
  readonly provider: string;
  readonly source: string;
  readonly host: RegExp;
  /** Of the path, in lower case and without slashes at its ends; default: any. */
  readonly path?: RegExp;
  readonly tenancy: (path: string) => Tenancy;
}

const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=\/|$)/;
/** The tenants in which Microsoft keeps everybody's personal accounts, which are no organisation's. */
const PERSONAL = new Set(['9188040d-6c67-4c5b-b112-36a304b66dad', 'f8cdef31-a31e-4b4a-93e4-5f571e91255a']);
const ENTRA_CLAIMS = ['tid', 'http://schemas.microsoft.com/identity/claims/tenantid'];

const refused =
  (sentence: Sentence): (() => Tenancy) =>
  () => ({ kind: 'refused', sentence });
const useInstead = (provider: string, address: string) =>
  refused(
    toSentence('All organisations of {provider} share this address. Enter your own organisation’s: {address}', {
      provider,
      address,
    }),
  );
const useNothing = (provider: string) =>
  refused(
    toSentence(
      'Everybody at {provider} shares this address, which does not say to which organisation a person belongs. It cannot be used.',
      {
        provider,
      },
    ),
  );

const entra =
  (address: string) =>
  (path: string): Tenancy => {
    const tenant = GUID.exec(path)?.[0];
    if (tenant === undefined || PERSONAL.has(tenant)) return useInstead('Microsoft', address)();
    return { kind: 'fixed', provider: 'Microsoft', claims: ENTRA_CLAIMS, tenant };
  };
const named = (provider: string, claim: string, { isDomain = false, isOptional = false } = {}) => {
  const tenancy: Tenancy = { kind: 'named', provider, claim, isDomain, isOptional };
  return () => tenancy;
};
const shared = (provider: string, host: RegExp, source: string): Row => ({ provider, source, host, tenancy: useNothing(provider) });

/**
 * The issuers that several organisations share, or whose tokens say which organisation a person is of, by the providers' public
 * documentation of 2026. An issuer without a row is one organisation's. JumpCloud has one issuer for all (`https://oauth.id.jumpcloud.com/`)
 * and needs no row: a client id is of one organisation, and only its people get tokens for it (https://jumpcloud.com/support/sso-with-oidc).
 */
export const ISSUER_ROWS: readonly Row[] = [
  {
    // `common`, `organizations`, `consumers` and names of domains are not the issuer of any token
    provider: 'Microsoft',
    source: 'https://learn.microsoft.com/entra/identity-platform/v2-protocols-oidc#find-your-apps-openid-configuration-document-uri',
    host: /^(?:login\.(?:microsoftonline\.(?:com|us|de)|partner\.microsoftonline\.cn|chinacloudapi\.cn|windows\.net|microsoft\.com)|sts\.windows\.net|sts\.chinacloudapi\.cn)$/,
    tenancy: entra('https://login.microsoftonline.com/<tenant id>/v2.0'),
  },
  {
    provider: 'Microsoft',
    source: 'https://learn.microsoft.com/entra/external-id/customers/concept-authentication-methods-customers',
    host: /\.ciamlogin\.com$/,
    tenancy: entra('https://<tenant id>.ciamlogin.com/<tenant id>/v2.0'),
  },
  {
    provider: 'Google',
    source: 'https://developers.google.com/identity/openid-connect/openid-connect#an-id-tokens-payload',
    host: /^accounts\.google\.com$/,
    path: /^$/,
    tenancy: named('Google', 'hd', { isDomain: true }),
  },
  {
    provider: 'Slack',
    source: 'https://docs.slack.dev/authentication/sign-in-with-slack',
    host: /^slack\.com$/,
    tenancy: named('Slack', 'https://slack.com/team_id'),
  },
  {
    provider: 'Auth0',
    source: 'https://auth0.com/docs/manage-users/organizations/using-tokens',
    host: /\.auth0\.com$/,
    tenancy: named('Auth0', 'org_id', { isOptional: true }),
  },
  {
    provider: 'Kinde',
    source: 'https://docs.kinde.com/build/tokens/about-id-tokens/',
    host: /\.kinde\.com$/,
    tenancy: named('Kinde', 'org_codes', { isOptional: true }),
  },
  {
    provider: 'ZITADEL',
    source: 'https://zitadel.com/docs/apis/openidoauth/claims',
    host: /\.zitadel\.cloud$/,
    tenancy: named('ZITADEL', 'urn:zitadel:iam:user:resourceowner:id', { isOptional: true }),
  },
  {
    provider: 'Salesforce',
    source: 'https://help.salesforce.com/s/articleView?id=xcloud.remoteaccess_using_openid_discovery_endpoint.htm',
    host: /^(?:login|test)\.salesforce\.com$/,
    tenancy: useInstead('Salesforce', 'https://<your domain>.my.salesforce.com'),
  },
  {
    // the usual issuer of every identity domain, until its administrators set one of their own
    provider: 'Oracle',
    source: 'https://docs.oracle.com/en-us/iaas/Content/Identity/defaultsettings/understand-domain-settings.htm',
    host: /^identity\.oraclecloud\.com$/,
    tenancy: useInstead('Oracle', 'https://idcs-<id>.identity.oraclecloud.com'),
  },
  shared('Microsoft', /^login\.live\.com$/, 'https://learn.microsoft.com/entra/identity-platform/v2-protocols-oidc'),
  shared(
    'Apple',
    /^(?:appleid|account)\.apple\.com$/,
    'https://developer.apple.com/documentation/signinwithapple/authenticating-users-with-sign-in-with-apple',
  ),
  shared('Facebook', /^(?:www\.|limited\.)?facebook\.com$/, 'https://developers.facebook.com/docs/facebook-login/limited-login/token'),
  shared(
    'LinkedIn',
    /^www\.linkedin\.com$/,
    'https://learn.microsoft.com/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2',
  ),
  shared('GitLab', /^gitlab\.com$/, 'https://docs.gitlab.com/integration/openid_connect_provider/'),
  shared('GitHub', /^(?:github\.com|token\.actions\.githubusercontent\.com)$/, 'https://docs.github.com/actions/reference/security/oidc'),
  shared('Atlassian', /^(?:auth|id)\.atlassian\.com$/, 'https://developer.atlassian.com/cloud/jira/platform/oauth-2-3lo-apps/'),
  shared('Clever', /^(?:www\.|api\.)?clever\.com$/, 'https://dev.clever.com/docs/oauth-implementation'),
  shared('Discord', /^(?:www\.)?discord\.com$/, 'https://docs.discord.com/developers/topics/oauth2'),
  shared('Yahoo', /^api\.login\.yahoo\.com$/, 'https://developer.yahoo.com/sign-in-with-yahoo/'),
  shared('LINE', /^access\.line\.me$/, 'https://developers.line.biz/en/docs/line-login/verify-id-token/'),
  shared('Twitch', /^id\.twitch\.tv$/, 'https://dev.twitch.tv/docs/authentication/getting-tokens-oidc/'),
  shared('PayPal', /^www\.paypal(?:objects)?\.com$/, 'https://developer.paypal.com/docs/log-in-with-paypal/'),
  shared('Kakao', /^kauth\.kakao\.com$/, 'https://developers.kakao.com/docs/latest/en/kakaologin/utilize'),
  shared(
    'Zoho',
    /^accounts\.zoho(?:cloud)?\.(?:com|eu|in|jp|ca|sa|uk|com\.au|com\.cn)$/,
    'https://www.zoho.com/accounts/protocol/oauth.html',
  ),
];

const lowerPath = (url: URL): string => {
  try {
    return decodeURIComponent(url.pathname).toLowerCase();
  } catch {
    // what cannot be decoded is no tenant's path
    return '%';
  }
};

/** Tells how an OpenID issuer, or the entity id of a SAML provider, names a person's organisation, however it is written. */
export function tenancyOf(issuer: string): Tenancy {
  if (!URL.canParse(issuer)) return { kind: 'own' };
  const url = new URL(issuer);
  const host = url.hostname.toLowerCase().replace(/\.+$/, '');
  const path = lowerPath(url).replaceAll(/^\/+|\/+$/g, '');
  const row = ISSUER_ROWS.find((one) => one.host.test(host) && (one.path === undefined || one.path.test(path)));
  return row?.tenancy(path) ?? { kind: 'own' };
}
