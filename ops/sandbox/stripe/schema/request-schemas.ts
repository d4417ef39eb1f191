import { readFileSync } from 'node:fs';

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
export interface RequestSchema {
  method: Method;
  template: string;
  pattern: RegExp;
  schema: Schema;
}

const FORM = 'application/x-www-form-urlencoded';

/** Reads all endpoints, those with the fewest placeholders first. It reads the extract, so call it once. */
export function readRequestSchemas(): RequestSchema[] {
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

const readJson = (name: string): unknown => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));

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
