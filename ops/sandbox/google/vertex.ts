import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { exportPKCS8, generateKeyPair, jwtVerify } from 'jose';
import { geminiWire, isGeminiPath } from '../wire/gemini.ts';
import type { Wire } from '../wire/wire.ts';

const PROJECT = 'sandbox-project';
const ACCOUNT = `courses@${PROJECT}.iam.gserviceaccount.com`;
const SCOPE = 'https://www.googleapis.com/auth/cloud-platform';
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const TEXTS = new RegExp(`^/vertex/v1/projects/${PROJECT}/locations/[a-z0-9-]+/publishers/google/models/`);
const MODELS = '/vertex/v1beta1/publishers/google/models';
const TOKEN_S = 3_600;

/**
 * A stand-in for Gemini on Vertex AI: the key file of its service account (`GET /vertex/service-account.json`), the server that issues
 * tokens for assertions signed with it, the list of models, and the texts, which are Gemini's with a token.
 * @param address of this sandbox
 */
export function openVertex(address: () => string, models: ReadonlySet<string>) {
  const keyId = randomUUID();
  const tokens = new Set<string>();
  let pair: ReturnType<typeof generateKeyPair> | undefined;
  const keys = () => (pair ??= generateKeyPair('RS256', { extractable: true }));
  const tokenAddress = () => `${address()}/vertex/token`;
  const isKnown = ({ authorization = '' }: IncomingHttpHeaders) => tokens.has(authorization.replace(/^Bearer /, ''));
  const wire: Wire = { ...geminiWire, isAuthenticated: isKnown };

  async function keyFile() {
    return {
      type: 'service_account',
      project_id: PROJECT,
      private_key_id: keyId,
      private_key: await exportPKCS8((await keys()).privateKey),
      client_email: ACCOUNT,
      token_uri: tokenAddress(),
    };
  }

  async function giveToken(form: URLSearchParams): Promise<[status: number, body: object]> {
    try {
      if (form.get('grant_type') !== GRANT) return [400, { error: 'unsupported_grant_type' }];
      const { publicKey } = await keys();
      const { payload, protectedHeader } = await jwtVerify(form.get('assertion') ?? '', publicKey, {
        issuer: ACCOUNT,
        audience: tokenAddress(),
        maxTokenAge: '1h',
        algorithms: ['RS256'],
      });
      if (payload['scope'] !== SCOPE || protectedHeader.kid !== keyId) throw new Error('another scope or key');
      const token = `ya29.${randomUUID()}`;
      tokens.add(token);
      return [200, { access_token: token, expires_in: TOKEN_S, token_type: 'Bearer' }];
    } catch {
      return [400, { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' }];
    }
  }

  return {
    /** Returns the protocol of a path for texts. */
    wireOf: (path: string): Wire | undefined => (TEXTS.test(path) && isGeminiPath(path) ? wire : undefined),
    /** @returns false for all other paths */
    async answer(req: IncomingMessage, res: ServerResponse, { pathname }: URL): Promise<boolean> {
      const send = (status: number, body: object) => {
        res.writeHead(status, { 'content-type': 'application/json' });
        res.end(JSON.stringify(body));
        return true;
      };
      if (req.method === 'GET' && pathname === '/vertex/service-account.json') return send(200, await keyFile());
      if (req.method === 'POST' && pathname === '/vertex/token') {
        const chunks: Buffer[] = [];
        for await (const chunk of req as AsyncIterable<Buffer>) chunks.push(chunk);
        return send(...(await giveToken(new URLSearchParams(Buffer.concat(chunks).toString()))));
      }
      if (req.method !== 'GET' || pathname !== MODELS) return false;
      if (!isKnown(req.headers)) return send(401, wire.error(401, 'Request had invalid authentication credentials.'));
      return send(200, { publisherModels: [...models].map((id) => ({ name: `publishers/google/models/${id}`, versionId: 'default' })) });
    },
  };
}
