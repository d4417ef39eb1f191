import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { lineItemsOf } from '../checkout/sessions.ts';
import { validateStripeRequest } from '../schema/validate-request.ts';
import type { StoredAnswer, Kind } from '../state/kinds.ts';
import type { World } from '../state/world.ts';
import { ENDPOINTS } from './endpoints.ts';
import { wholeList } from './lists.ts';
import type { RequestRecord } from './request-log.ts';
import { invalid, StripeApiError } from './stripe-api-error.ts';

const KEPT_FOR_MS = 24 * 3600 * 1000;
const LONGEST_KEY = 255;

export interface ApiRequest {
  method: string;
  /** Path with query. */
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface ApiAnswer {
  status: number;
  body: unknown;
  headers: Record<string, string>;
}

/** Answers one API request and commits its changes. Its events wait in the world. Never throws. */
export function serveApi(world: World, request: ApiRequest, record: RequestRecord): ApiAnswer {
  const headers: Record<string, string> = { 'content-type': 'application/json', 'request-id': record.id };
  const version = one(request.headers['stripe-version']);
  if (version) headers['stripe-version'] = version;
  const key = request.method === 'POST' ? one(request.headers['idempotency-key']) : null;
  if (key) headers['idempotency-key'] = key;
  world.request = { id: record.id, key };
  try {
    authenticate(request.headers);
    const fingerprint = fingerprintOf(request.method, request.path, request.body);
    const kept = key ? storedAnswer(world, key, fingerprint) : null;
    if (kept)
      return {
        status: kept.status,
        body: kept.body,
        headers: { ...headers, 'idempotent-replayed': 'true', 'original-request': kept.requestId },
      };
    const body = perform(world, request, record);
    if (key) world.store.put('answers', { id: key, fingerprint, status: 200, body, requestId: record.id, at: Date.now() });
    return { status: 200, body, headers };
  } catch (error) {
    const refusal =
      error instanceof StripeApiError
        ? error
        : new StripeApiError(500, { type: 'api_error', message: `sandbox: ${(error as Error).stack}` });
    const body = { error: { ...refusal.error, request_log_url: `${world.origin()}/control/stripe/requests` } };
    // A declined card is a result, and replayed as one; a request refused before it ran can be corrected under the same key.
    if (key && refusal.status === 402) {
      world.store.put('answers', {
        id: key,
        fingerprint: fingerprintOf(request.method, request.path, request.body),
        status: 402,
        body,
        requestId: record.id,
        at: Date.now(),
      });
    }
    return { status: refusal.status, body, headers };
  } finally {
    world.store.commit();
    world.request = { id: null, key: null };
  }
}

const fingerprintOf = (method: string, path: string, body: string): string =>
  createHash('sha256').update(`${method} ${path}\n${body}`).digest('hex');

/** Returns the stored answer for a key, if any. @throws StripeApiError idempotency_error if the key was used for another request */
function storedAnswer(world: World, key: string, fingerprint: string): StoredAnswer | null {
  if (key.length > LONGEST_KEY) {
    throw new StripeApiError(400, { type: 'idempotency_error', message: `Idempotency keys can be at most ${LONGEST_KEY} characters.` });
  }
  const kept = world.store.get('answers', key);
  if (!kept) return null;
  if (Date.now() - kept.at > KEPT_FOR_MS) {
    world.store.remove('answers', key);
    return null;
  }
  if (kept.fingerprint !== fingerprint) {
    throw new StripeApiError(400, {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    });
  }
  return kept;
}

function perform(world: World, request: ApiRequest, record: RequestRecord): unknown {
  const { template, ids, parameters, problems } = validateStripeRequest(request.method, request.path, request.body);
  record.problems = problems.map(({ message }) => message);
  const [problem] = problems;
  if (template === null) throw new StripeApiError(404, { type: 'invalid_request_error', message: problem?.message ?? '' });
  if (problem) throw invalid(problem.message, problem.param ?? undefined, problem.code);
  if (request.body && !/^application\/x-www-form-urlencoded\b/i.test(one(request.headers['content-type']) ?? '')) {
    throw invalid('Invalid request: the body must be application/x-www-form-urlencoded.');
  }
  const endpoint = ENDPOINTS[`${request.method.toLowerCase()} ${template}`];
  if (!endpoint) {
    throw new StripeApiError(501, {
      type: 'api_error',
      code: 'sandbox_not_simulated',
      message: `The sandbox does not simulate ${request.method} ${template}.`,
    });
  }
  return expandAnswer(world, endpoint(world, parameters, ids[0] ?? ''), (parameters.expand as string[] | undefined) ?? []);
}

/** Requires a secret test key, as bearer token or as the user name of basic authentication. @throws StripeApiError 401 */
function authenticate(headers: IncomingHttpHeaders): void {
  const [scheme = '', value = ''] = (headers.authorization ?? '').split(' ', 2);
  const key =
    scheme.toLowerCase() === 'basic'
      ? Buffer.from(value, 'base64').toString().split(':')[0]
      : scheme.toLowerCase() === 'bearer'
        ? value
        : '';
  if (!key)
    throw new StripeApiError(401, {
      type: 'invalid_request_error',
      message: 'You did not provide an API key. Use HTTP Bearer auth: Authorization: Bearer sk_test_…',
    });
  if (!/^(sk|rk)_test_\w+$/.test(key)) {
    throw new StripeApiError(401, {
      type: 'invalid_request_error',
      message: `Invalid API Key provided: ${key.slice(0, 8)}****. The sandbox takes sk_test_ keys only.`,
    });
  }
}

const one = (value: string | string[] | undefined): string | null => (Array.isArray(value) ? (value[0] ?? null) : (value ?? null));

const DEEPEST = 4;

/** Fields that contain an id, and the kind it refers to. */
const REFERENCES: Record<string, Kind> = {
  charge: 'charges',
  configuration: 'portal_configurations',
  customer: 'customers',
  default_payment_method: 'payment_methods',
  default_price: 'prices',
  invoice: 'invoices',
  latest_charge: 'charges',
  latest_invoice: 'invoices',
  payment_intent: 'payment_intents',
  payment_method: 'payment_methods',
  product: 'products',
  schedule: 'schedules',
  subscription: 'subscriptions',
  test_clock: 'test_clocks',
};

/** Lists that an object contains only on request. */
const INCLUDED: Record<string, (world: World, id: string) => unknown> = {
  'checkout.session line_items': (world, id) => wholeList(lineItemsOf(world, id), `/v1/checkout/sessions/${id}/line_items`),
  'invoice payments': (world, id) =>
    wholeList(
      world.store.list('invoice_payments').filter(({ invoice }) => invoice === id),
      '/v1/invoice_payments',
    ),
  'charge refunds': (world, id) =>
    wholeList(
      world.store.list('refunds').filter(({ charge }) => charge === id),
      `/v1/charges/${id}/refunds`,
    ),
  'customer subscriptions': (world, id) =>
    wholeList(
      world.store.list('subscriptions').filter(({ customer, status }) => customer === id && status !== 'canceled'),
      `/v1/customers/${id}/subscriptions`,
    ),
};

/** Returns a copy of an answer with the fields of `paths` (`expand[]`) expanded. @throws StripeApiError for a field that cannot be expanded */
function expandAnswer(world: World, answer: unknown, paths: readonly string[]): unknown {
  const copy = structuredClone(answer);
  for (const path of paths) {
    const steps = path.split('.');
    if (steps.length > DEEPEST) throw invalid(`You cannot expand more than ${DEEPEST} levels of a property. Property: ${path}`, 'expand');
    expandInto(world, copy, steps, path);
  }
  return copy;
}

function expandInto(world: World, value: unknown, steps: readonly string[], path: string): void {
  if (Array.isArray(value)) {
    for (const entry of value) expandInto(world, entry, steps, path);
    return;
  }
  const [step, ...rest] = steps;
  if (step === undefined || typeof value !== 'object' || value === null) return;
  const target = value as Record<string, unknown>;
  const include = INCLUDED[`${String(target.object)} ${step}`];
  const reference = REFERENCES[step];
  if (include && target[step] === undefined) target[step] = structuredClone(include(world, String(target.id)));
  else if (reference && typeof target[step] === 'string')
    target[step] = structuredClone(world.store.get(reference, target[step]) ?? target[step]);
  else if (!(step in target) || (rest.length === 0 && !reference && !include)) {
    throw invalid(`This property cannot be expanded (${path}).`, 'expand');
  }
  expandInto(world, target[step], rest, path);
}
