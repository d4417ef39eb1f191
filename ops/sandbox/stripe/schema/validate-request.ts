import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction, type ErrorObject } from 'ajv';
import qs from 'qs';

/** The used part of a JSON Schema. */
interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  enum?: string[];
  required?: string[];
  additionalProperties?: boolean | Schema;
  nullable?: boolean;
  [other: string]: unknown;
}
interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
}
interface Operation {
  parameters?: Parameter[];
  requestBody?: { content?: Record<string, { schema: Schema }> };
}
type Method = 'get' | 'post' | 'delete';

/** `newer-schemas.json`: changes since the extract was made. */
interface NewerSchemas {
  changed_parameters: Change[];
  newer_endpoints: { method: Method; path: string; schema: Schema }[];
}
/** `at` is the path to the parent object through the body's properties; `[]` steps into an array's items. */
interface Change {
  path: string;
  method: Method;
  at?: string[];
  add?: Record<string, Schema>;
  remove?: string[];
  /** Formerly required, now optional. */
  optional?: string[];
}

/** One endpoint's schema for all its parameters (query of a GET, body of the others). `template` has names in braces: `/v1/prices/{price}`. */
interface RequestSchema {
  method: Method;
  template: string;
  pattern: RegExp;
  schema: Schema;
}

const FORM = 'application/x-www-form-urlencoded';

const readJson = (name: string): unknown => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));

/** Values of a form, each converted to its schema's type. */
export type Parameters = Record<string, unknown>;

/** `template` is null if the endpoint does not exist. `ids`: the values of the path's placeholders, in order. */
export interface RequestVerdict {
  template: string | null;
  ids: string[];
  parameters: Parameters;
  problems: ParameterProblem[];
}

const FORMATS = { 'unix-time': true, decimal: true, currency: true, 'iso-4217': true } as const;

let known: RequestSchema[] | null = null;
let ajv: Ajv | null = null;
const compiled = new Map<RequestSchema, ValidateFunction>();

function validatorOf(schema: RequestSchema): ValidateFunction {
  ajv ??= new Ajv({ strict: false, coerceTypes: true, allErrors: true, formats: FORMATS });
  let validate = compiled.get(schema);
  if (!validate) compiled.set(schema, (validate = ajv.compile(schema.schema)));
  return validate;
}

/**
 * Validates one request against Stripe's published request schemas and the dated list of newer ones. Reads them on first use (0.9 MB).
 * @param path as sent, `/v1/...`; a query belongs to it or into `form`
 * @param form the urlencoded body, or the query of a GET
 */
export function validateStripeRequest(method: string, path: string, form: string): RequestVerdict {
  known ??= readRequestSchemas();
  const [pathname = '', query = ''] = path.split('?', 2);
  const verb = method.toLowerCase();
  for (const schema of known) {
    const match = schema.method === verb ? schema.pattern.exec(pathname) : null;
    if (!match) continue;
    const parameters = qs.parse([query, form].filter(Boolean).join('&'), {
      depth: 20,
      arrayLimit: 200,
      parameterLimit: 5000,
    }) as Parameters;
    const validate = validatorOf(schema);
    const problems = validate(parameters) ? [] : (validate.errors ?? []).map(problemOf).filter((problem) => problem !== null);
    return { template: schema.template, ids: match.slice(1).map(decodeURIComponent), parameters, problems };
  }
  const message = `Unrecognized request URL (${method.toUpperCase()}: ${pathname}).`;
  return { template: null, ids: [], parameters: {}, problems: [{ param: null, code: 'url_invalid', message }] };
}

/** One problem of a request, in the format of Stripe's error object. `param` has form notation: `items[0][price]`. */
interface ParameterProblem {
  param: string | null;
  code: string;
  message: string;
}

const CODES: Record<string, string> = {
  integer: 'parameter_invalid_integer',
  boolean: 'parameter_invalid_boolean',
  number: 'parameter_invalid_number',
  array: 'parameter_invalid_array',
  object: 'parameter_invalid_object',
};

/** Converts `/items/0/price` to `items[0][price]`. */
function formName(pointer: string, last?: string): string {
  const parts = pointer.split('/').slice(1).map(unescapePointer);
  if (last !== undefined) parts.push(last);
  const [first = '', ...rest] = parts;
  return first + rest.map((part) => `[${part}]`).join('');
}

const unescapePointer = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');

/** Translates one of ajv's errors; null for errors that only repeat another (`anyOf`). */
function problemOf(error: ErrorObject): ParameterProblem | null {
  const at = error.instancePath;
  const params = error.params as Record<string, unknown>;
  switch (error.keyword) {
    case 'anyOf':
      return null;
    case 'additionalProperties': {
      const param = formName(at, String(params.additionalProperty));
      return { param, code: 'parameter_unknown', message: `Received unknown parameter: ${param}` };
    }
    case 'required': {
      const param = formName(at, String(params.missingProperty));
      return { param, code: 'parameter_missing', message: `Missing required param: ${param}.` };
    }
    case 'enum': {
      const param = formName(at);
      return {
        param,
        code: 'parameter_invalid_enum',
        message: `Invalid ${param}: must be one of ${(params.allowedValues as string[]).join(', ')}`,
      };
    }
    case 'type': {
      const param = formName(at);
      const type = String(params.type);
      return { param, code: CODES[type] ?? 'parameter_invalid_string', message: `Invalid ${type}: ${param}` };
    }
    default: {
      const param = formName(at);
      return { param, code: 'parameter_invalid', message: `Invalid ${param}: ${error.message}` };
    }
  }
}

/** Reads all endpoints, those with the fewest placeholders first. It reads the extract, so call it once. */
function readRequestSchemas(): RequestSchema[] {
  const { paths } = readJson('stripe.pruned.json') as { paths: Record<string, Partial<Record<Method, Operation>>> };
  const newer = readJson('newer-schemas.json') as NewerSchemas;
  const found: RequestSchema[] = [];
  for (const [template, operations] of Object.entries(paths)) {
    for (const method of ['get', 'post', 'delete'] as const) {
      const operation = operations[method];
      if (operation) found.push(endpoint(method, template, schemaOf(method, operation)));
    }
  }
  for (const change of newer.changed_parameters) apply(found, change);
  for (const { method, path, schema } of newer.newer_endpoints) found.push(endpoint(method, path, schema));
  return found.sort((a, b) => a.template.split('{').length - b.template.split('{').length);
}

function endpoint(method: Method, template: string, schema: Schema): RequestSchema {
  return { method, template, pattern: new RegExp(`^${template.replaceAll(/\{[^}]+\}/g, '([^/]+)')}$`), schema: close(schema) };
}

function schemaOf(method: Method, operation: Operation): Schema {
  if (method !== 'get') return operation.requestBody?.content?.[FORM]?.schema ?? { type: 'object', properties: {} };
  const query = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
  return {
    type: 'object',
    properties: Object.fromEntries(query.map(({ name, schema }) => [name, schema])),
    required: query.filter(({ required }) => required).map(({ name }) => name),
  };
}

/**
 * Forbids additional properties at every depth: Stripe rejects unknown parameters everywhere, but its schema says so only for the outermost.
 * Drops `nullable`, which is not JSON Schema.
 */
function close(schema: Schema): Schema {
  const { nullable: _nullable, ...rest } = schema;
  const copy: Schema = rest;
  if (copy.properties) {
    copy.properties = Object.fromEntries(Object.entries(copy.properties).map(([name, child]) => [name, close(child)]));
    copy.additionalProperties ??= false;
  }
  if (copy.items) copy.items = close(copy.items);
  if (copy.anyOf) copy.anyOf = copy.anyOf.map(close);
  return copy;
}

function apply(endpoints: RequestSchema[], change: Change): void {
  const found = endpoints.find(({ method, template }) => method === change.method && template === change.path);
  let at: Schema | undefined = found?.schema;
  for (const step of change.at ?? []) at = step === '[]' ? at?.items : descend(at, step);
  if (!at?.properties) throw new Error(`no such parameters: ${change.method} ${change.path} ${change.at?.join('.') ?? ''}`);
  for (const [name, schema] of Object.entries(change.add ?? {})) at.properties[name] = close(schema);
  for (const name of change.remove ?? []) delete at.properties[name];
  at.required = at.required?.filter((name) => !change.optional?.includes(name));
}

/** Returns a property, or the branch of its alternatives that is not the empty string. */
function descend(schema: Schema | undefined, name: string): Schema | undefined {
  const child = schema?.properties?.[name];
  return child?.anyOf?.find(({ properties, items }) => properties ?? items) ?? child;
}
