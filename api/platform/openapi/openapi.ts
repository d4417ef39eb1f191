import * as z from 'zod/mini';
import { sample } from 'openapi-sampler';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { LAUNCH_PREFIX } from '#contract/lti/launch.contract.ts';
import { KEY_PREFIX } from '#contract/identity/api-keys.contract.ts';
import { KEY_SCOPE_IDS } from '#contract/identity/key-scopes.ts';
import { keyAccess } from '#contract/key-access.ts';
import { declaredCodes } from '#contract/platform/declared-codes.ts';
import type { Endpoint } from '#contract/platform/endpoint.ts';
import { ERRORS, isOauthPath, problemSchema } from '#contract/platform/errors.ts';
import { inEnglish } from '#contract/platform/sentence.contract.ts';
import { PRODUCT } from '#contract/product.ts';
import { MAX_PRICE_PATTERN } from '#api/platform/max-price.ts';
import { IDEMPOTENCY_KEY_PATTERN } from '#api/platform/idempotency-key.ts';
import { WEBHOOK_EVENTS, webhookMessage, type WebhookEvent } from '#contract/webhooks/webhook-events.ts';
import { namedTags, tagGroups } from './groups.ts';

type Json = Record<string, unknown>;

/** The parts of the document that differ between installations. */
export interface DocumentPlace {
  readonly origin: string;
  readonly sessionCookie: string;
}

/** Returns the HTTP interface as an OpenAPI 3.1 document, generated from the declarations that the guard enforces. */
export function openApiDocument({ origin, sessionCookie }: DocumentPlace): Json {
  const described = ENDPOINTS.filter((endpoint) => !endpoint.socket);
  // in OpenAPI, two paths that differ only in a parameter's name are the same path
  const shapes = Map.groupBy(described, ({ path }) => path.replaceAll(PARAMETER, '{}'));
  const paths: Record<string, Json> = {};
  for (const endpoints of shapes.values()) {
    const names = commonNames(endpoints);
    let at = 0;
    paths[endpoints[0]!.path.replaceAll(PARAMETER, () => `{${names[at++]}}`)] = Object.fromEntries(
      endpoints.map((endpoint) => [endpoint.method.toLowerCase(), operation(endpoint, names)]),
    );
  }
  const tags = [...new Set(described.map(tagOf))].toSorted();
  return {
    openapi: '3.1.0',
    info: {
      title: PRODUCT,
      version: '1',
      description: introduction(origin),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: origin }],
    tags: namedTags(tags),
    'x-tagGroups': tagGroups([...tags, 'webhooks']),
    paths,
    webhooks: Object.fromEntries(Object.keys(WEBHOOK_EVENTS).map((event) => [event, told(event as WebhookEvent)])),
    components: {
      schemas: { Problem: jsonSchema(problemSchema, 'output') },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        cookie: { type: 'apiKey', in: 'cookie', name: sessionCookie },
        launch: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: `${LAUNCH_PREFIX}…`,
          description: 'The token of what a learning platform (LMS) has opened, for that alone.',
        },
        key: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: `${KEY_PREFIX}…`,
          description: `An API key. It needs one of the scopes named at the operation: ${KEY_SCOPE_IDS.join(', ')}.`,
        },
      },
    },
  };
}

/** The introduction: a call that works when copied, and a second call that needs a key. */
const introduction = (origin: string): string => `Everything the pages of ${PRODUCT} do.

## A first call

It works as it stands, and says which services this installation has:

\`\`\`bash
curl -s ${origin}/api/about
\`\`\`

With an API key (Settings → Programs → Make a key) the next one says whom it acts for, and what it may do:

\`\`\`bash
curl -s ${origin}/api/caller -H "Authorization: Bearer $COURSEWRIGHT_KEY"
\`\`\`

Agents connect to ${origin}/mcp by the Model Context Protocol, with a key or by signing a person in (OAuth 2.1). Live events come over a
WebSocket at /ws/{user_id}, which this format cannot describe.`;
/** Returns the body that webhooks receive for an event. */
function told(event: WebhookEvent): Json {
  const { name, about, holders } = WEBHOOK_EVENTS[event];
  const header = (named: string, description: string) => ({
    name: named,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  });
  return {
    post: {
      operationId: `on ${event}`.replaceAll(/\W(\w)/g, (_, letter: string) => letter.toUpperCase()),
      summary: inEnglish(name),
      description: `${inEnglish(about)} Heard by: ${holders.join(', ')}.`,
      tags: ['webhooks'],
      security: [],
      parameters: [
        header('webhook-id', 'The id of the event, the same for every try.'),
        header('webhook-timestamp', 'When this try was made, in seconds since 1970.'),
        header('webhook-signature', 'By Standard Webhooks: `v1,` and the signature; two of them while a secret is changed.'),
      ],
      requestBody: { required: true, content: { 'application/json': jsonBody(jsonSchema(webhookMessage(event), 'output')) } },
      responses: { '2XX': { description: 'It was taken.' }, '410': { description: 'Nothing more is to be sent.' } },
    },
  };
}

const PARAMETER = /:(\w+)/g;
const namesIn = (path: string): string[] => [...path.matchAll(PARAMETER)].map(([, name]) => name!);

/** Returns the parameter names in the common path of endpoints with the same shape: `id` if they name the parameter differently. */
function commonNames(endpoints: readonly Endpoint[]): string[] {
  const [own, ...others] = endpoints.map(({ path }) => namesIn(path));
  const names = own!.map((name, at) => (others.every((other) => other[at] === name) ? name : 'id'));
  if (new Set(names).size < names.length) throw new Error(`${endpoints[0]!.path} needs parameter names that all paths of this shape share`);
  return names;
}

/** Returns the first segment of an endpoint's own path: `courses` for `/api/courses/:user_id`. */
const tagOf = ({ path }: Endpoint): string => path.split('/').find((part) => part !== '' && part !== 'api')!;

function operation(endpoint: Endpoint, names: readonly string[]): Json {
  const renamed = new Map(namesIn(endpoint.path).map((own, at) => [own, names[at]!]));
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    tags: [tagOf(endpoint)],
    security: securityOf(endpoint),
    parameters: [
      ...parameters(endpoint.params, 'path').map(({ name, ...shape }) => {
        const shown = renamed.get(String(name));
        return shown === name ? { name, ...shape } : { name: shown, description: `The ${String(name)}.`, ...shape };
      }),
      ...parameters(endpoint.query, 'query'),
      ...(endpoint.headers ?? []).map((name) => ({ name, in: 'header', required: false, ...HEADERS[name] })),
    ],
    ...((endpoint.body ?? endpoint.upload) && { requestBody: requestBody(endpoint) }),
    responses: { ...answers(endpoint), ...problemAnswers(endpoint) },
  };
}

/** The meaning of each optional request header. */
const HEADERS = {
  'Idempotency-Key': {
    description:
      'A name of your making for this call: sent again with it, the call has no second effect; with another body it is answered 422.',
    schema: { type: 'string', pattern: IDEMPOTENCY_KEY_PATTERN.source },
  },
  'Max-Price': {
    description:
      'What you have accepted to pay, in tokens, such as `31` or `0.5`; `0`: nothing, only what the plan covers. If it would cost more it is answered 409, `price.changed`, and nothing is started. Without it, it costs what it costs by then.',
    schema: { type: 'string', pattern: MAX_PRICE_PATTERN.source },
  },
  'Act-Id': {
    description:
      'A UUID of your making for a change that was made on a device without a connection: sent again with it, the change has no second effect and is answered 409, `act.applied`.',
    schema: { type: 'string', format: 'uuid' },
  },
  'Act-Time': {
    description:
      'When the change was made on the device. It counts by this time for days, streaks and due dates, but never by one in the future, before `Act-After`, or more than thirty days ago.',
    schema: { type: 'string', format: 'date-time' },
  },
  'Act-After': {
    description: 'When the device was last answered before it made the change.',
    schema: { type: 'string', format: 'date-time' },
  },
  'Act-Zone': {
    description: 'The time zone in which the change was made, such as `Europe/Madrid`.',
    schema: { type: 'string' },
  },
  Prefer: { description: '`respond-async`: answer 202 at once, and do not wait for the end.', schema: { type: 'string' } },
} as const;

/** The alternative security schemes, any one of which is sufficient. */
function securityOf(endpoint: Endpoint): Json[] {
  if (endpoint.auth === 'public') return [];
  return endpoint.auth === 'launch' ? [{ launch: [] }] : [{ bearer: [] }, { cookie: [] }, ...keyRequirements(endpoint)];
}

/** A key with any one of the scopes; none for endpoints that need a person. */
function keyRequirements(endpoint: Endpoint): Json[] {
  const access = keyAccess(endpoint);
  return 'scopes' in access ? access.scopes.map((scope) => ({ key: [scope] })) : [];
}

function requestBody({ body, upload, example = {} }: Endpoint): Json {
  const schema = body ? jsonSchema(body, 'input') : { type: 'object' };
  if (!upload) {
    // if no field is required, show all fields
    const shown = Object.keys(example).length > 0 ? { schema, example } : jsonBody(schema);
    return { required: !body!.safeParse(undefined).success, content: { 'application/json': shown } };
  }
  const rules = Object.entries(upload);
  const file = { type: 'string', format: 'binary' };
  const files = Object.fromEntries(rules.map(([name, { most }]) => [name, most === undefined ? file : { type: 'array', items: file }]));
  const needed = rules.filter(([, { isOptional }]) => !isOptional).map(([name]) => name);
  const { properties = {}, required = [] } = schema as { properties?: Json; required?: string[] };
  return {
    required: needed.length > 0,
    content: {
      'multipart/form-data': { schema: { ...schema, properties: { ...properties, ...files }, required: [...required, ...needed] } },
    },
  };
}

function parameters(schema: z.ZodMiniType | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as { properties?: Record<string, Json>; required?: string[] };
  return Object.entries(properties).map(([name, shape]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: shape,
    ...(place === 'path' && { example: exampleOf(shape) }),
  }));
}

const jsonBody = (schema: Json): Json => ({ schema, example: exampleOf(schema) });

function answers(endpoint: Endpoint): Json {
  return Object.fromEntries(
    Object.entries(endpoint.responses).map(([status, schema]) => [
      status,
      {
        description: endpoint.summary,
        content: endpoint.event
          ? { 'text/event-stream': jsonBody(jsonSchema(endpoint.event, 'output')) }
          : endpoint.media
            ? { [endpoint.media]: { schema: { type: 'string', format: 'binary' } } }
            : { 'application/json': jsonBody(jsonSchema(schema, 'output')) },
      },
    ]),
  );
}

/** Returns one answer per status with its possible codes: the declared codes, and those that the guard adds. */
function problemAnswers(endpoint: Endpoint): Json {
  const codes = declaredCodes(endpoint);
  const byStatus = Map.groupBy(codes, (code) => ERRORS[code].status);
  const type = isOauthPath(endpoint.path) ? 'application/json' : 'application/problem+json';
  return Object.fromEntries(
    [...byStatus].map(([status, kinds]) => [
      status,
      { description: kinds.join(', '), content: { [type]: { schema: { $ref: '#/components/schemas/Problem' } } } },
    ]),
  );
}

function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _, ...shape } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: made }) => {
      nameEveryKey(made);
      dropUnsaidBounds(made);
      if (io === 'input') sayLaterBound(made, zodSchema);
    },
  });
  return shape;
}

/**
 * A record by an enumeration requires its keys: lists each as a property, because documentation tools look for required ones only there.
 */
function nameEveryKey(shape: z.core.JSONSchema.BaseSchema): void {
  const { propertyNames, additionalProperties: each, required } = shape;
  if (!required || typeof propertyNames !== 'object' || typeof each !== 'object') return;
  shape.properties = Object.fromEntries(required.map((name) => [name, each]));
  shape.additionalProperties = false;
  delete shape.propertyNames;
}

/** Removes the limits of JavaScript's numbers from integers without limits of their own, because they only distract. */
function dropUnsaidBounds(shape: z.core.JSONSchema.BaseSchema): void {
  if (shape.minimum === Number.MIN_SAFE_INTEGER) delete shape.minimum;
  if (shape.maximum === Number.MAX_SAFE_INTEGER) delete shape.maximum;
}

/** A text that is trimmed first has its limit in the second schema of its pipe: copies it to the documented one. */
function sayLaterBound(shape: z.core.JSONSchema.BaseSchema, { _zod: { def } }: z.core.$ZodTypes): void {
  if (def.type !== 'pipe' || shape.type !== 'string' || shape.maxLength !== undefined) return;
  const { maxLength } = z.toJSONSchema(def.out, { io: 'input', unrepresentable: 'any' });
  if (maxLength !== undefined) shape.maxLength = maxLength;
}

/**
 * Returns a value that a JSON Schema of the contract accepts, always the same. Schemas with a pattern, or a rule that JSON Schema cannot
 * express, declare their example in the contract by `z.meta({ examples })`; a test checks that every example is valid.
 */
const exampleOf = (schema: object): unknown => sample(schema as Parameters<typeof sample>[0], { quiet: true }, schema);
