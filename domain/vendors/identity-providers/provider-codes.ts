/**
 * Codes by which providers say why nobody signed in. An answer that comes through a browser can be written by whoever holds the browser, so
 * nothing of it is shown but codes of this list: no descriptions, no messages, no codes that we do not know.
 */

/** OAuth 2.0 (RFC 6749, 4.1.2.1), OpenID Connect Core 3.1.2.6, RFC 8707 and RFC 9396. */
const OAUTH =
  'invalid_request unauthorized_client access_denied unsupported_response_type invalid_scope server_error temporarily_unavailable ' +
  'interaction_required login_required account_selection_required consent_required invalid_request_uri invalid_request_object ' +
  'request_not_supported request_uri_not_supported registration_not_supported invalid_target invalid_authorization_details';

/** SAML core, 3.2.2.2, without the prefix of the namespace. */
const SAML =
  'Requester Responder VersionMismatch AuthnFailed InvalidAttrNameOrValue InvalidNameIDPolicy NoAuthnContext NoAvailableIDP NoPassive ' +
  'NoSupportedIDP PartialLogout ProxyCountExceeded RequestDenied RequestUnsupported RequestVersionDeprecated RequestVersionTooHigh ' +
  'RequestVersionTooLow ResourceNotRecognized TooManyResponses UnknownAttrProfile UnknownPrincipal UnsupportedBinding';
const SAML_STATUS = 'urn:oasis:names:tc:SAML:2.0:status:';

/** Entra ID's numbers that concern a sign-in: https://learn.microsoft.com/entra/identity-platform/reference-error-codes */
const ENTRA =
  '16000 50001 50011 50017 50020 50034 50053 50055 50056 50057 50058 50059 50072 50074 50076 50078 50079 50097 50105 50125 50126 50128 ' +
  '50129 50131 50132 50133 50140 50144 50146 50155 50158 50173 50177 50178 53000 53001 53002 53003 53004 65001 65004 65005 70001 70011 ' +
  '75001 75003 75005 75008 75011 75016 81010 90002 90014 90019 90072 90093 90094 140000 220450 399284 500011 500021 500022 500113 500121 ' +
  '530001 530003 530034 650051 650052 650054 650056 650057 700016 700022 700054 750054 900144 900971 7000112 7000215 7000222 9001023';

const setOf = (names: string): ReadonlySet<string> => new Set(names.split(' '));
const [oauth, saml, entra] = [OAUTH, SAML, ENTRA].map(setOf) as [ReadonlySet<string>, ReadonlySet<string>, ReadonlySet<string>];

/** Codes of the list, in a readable order; null: none. */
export type ProviderCodes = string & { readonly __codes: never };
const MOST_CODES = 4;

/**
 * Finds the codes of the list in a provider's answer.
 * @param codes the fields for codes, such as `error` or SAML's StatusCode
 * @param text a description, of which only Entra's numbers are read
 */
export function codesIn(codes: readonly string[], text: string): ProviderCodes | null {
  const known = codes.flatMap((code) => {
    const status = code.startsWith(SAML_STATUS) ? code.slice(SAML_STATUS.length) : null;
    return oauth.has(code) || saml.has(status ?? code) ? [status ?? code] : [];
  });
  const numbers = [...text.matchAll(/\bAADSTS(\d{5,7})\b/g)].flatMap(([whole, number]) => (entra.has(number!) ? [whole] : []));
  const found = [...new Set([...known, ...numbers])].slice(0, MOST_CODES);
  return found.length === 0 ? null : (found.join(', ') as ProviderCodes);
}

/** Describes an answer that came through a browser, for administrators. */
export const browserAnswer = (codes: ProviderCodes | null): string =>
  codes === null ? 'the browser brought a refusal without a known code' : `the browser brought a refusal with the code ${codes}`;
