import * as z from 'zod/mini';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { AGE_REFUSALS } from '#contract/platform/age-rules.ts';
import type { Endpoint } from '#contract/platform/endpoint.ts';
import { ERRORS, problemSchema, type ErrorCode } from '#contract/platform/errors.ts';
import { PRODUCT } from '#contract/product.ts';
import { sessionCookieName } from './session-cookie.ts';

type Json = Record<string, unknown>;

/** Returns the HTTP interface as an OpenAPI 3.1 document, generated from the same declarations that the guard enforces. */
export function openApiDocument(): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of ENDPOINTS)
    (paths[endpoint.path.replaceAll(/:(\w+)/g, '{$1}')] ??= {})[endpoint.method.toLowerCase()] = operation(endpoint);
  return {
    openapi: '3.1.0',
    info: { title: PRODUCT, version: '1' },
    paths,
    components: {
      schemas: { Problem: jsonSchema(problemSchema, 'output') },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        cookie: { type: 'apiKey', in: 'cookie', name: sessionCookieName() },
      },
    },
  };
}

function operation(endpoint: Endpoint): Json {
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[2]],
    security: endpoint.auth === 'public' ? [] : [{ bearer: [] }, { cookie: [] }],
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    ...(endpoint.body && {
      requestBody: {
        required: !endpoint.body.safeParse(undefined).success,
        content: { [endpoint.upload ? 'multipart/form-data' : 'application/json']: { schema: jsonSchema(endpoint.body, 'input') } },
      },
    }),
    responses: { ...answers(endpoint), ...problemAnswers(endpoint) },
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
  }));
}

function answers(endpoint: Endpoint): Json {
  return Object.fromEntries(
    Object.entries(endpoint.responses).map(([status, schema]) => [
      status,
      {
        description: endpoint.summary,
        content: endpoint.event
          ? { 'text/event-stream': { schema: jsonSchema(endpoint.event, 'output') } }
          : endpoint.media
            ? { [endpoint.media]: { schema: { type: 'string', format: 'binary' } } }
            : { 'application/json': { schema: jsonSchema(schema, 'output') } },
      },
    ]),
  );
}

/** Returns one answer per status with the codes it may carry: those declared, and those the guard adds itself. */
function problemAnswers(endpoint: Endpoint): Json {
  const codes = new Set<ErrorCode>([...endpoint.errors, 'limits.rate', 'csrf.refused', 'service.unavailable', 'internal']);
  if (endpoint.auth !== 'public') codes.add('auth.required').add('auth.token_invalid');
  if (endpoint.age) for (const code of AGE_REFUSALS) codes.add(code);
  if (endpoint.auth === 'operator' || endpoint.owner?.includes('.')) codes.add('access.denied');
  if (endpoint.params || endpoint.query || endpoint.body) codes.add('validation.failed');
  if (endpoint.body) codes.add('body.malformed').add('body.too_large').add('body.unsupported_type');
  const byStatus = Map.groupBy(codes, (code) => ERRORS[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, kinds]) => [
      status,
      { description: kinds.join(', '), content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } } },
    ]),
  );
}

function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _, ...shape } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return shape;
}
