import { isObject, Refusal, type JsonObject } from './wire.ts';

/** Above these sizes the vendors refuse a schema ("compiled grammar too large"), so refusing it early keeps ours smaller. */
const ANTHROPIC_LIMITS = { characters: 7000, optional: 24 };
const STRICT_LIMITS = { characters: 15_000, depth: 10 };
const GEMINI_LIMITS = { characters: 15_000 };

const ANTHROPIC_UNSUPPORTED = [
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'minContains',
  'maxContains',
  'patternProperties',
  'if',
  'then',
  'else',
  'not',
];
const STRICT_UNSUPPORTED = [
  'allOf',
  'not',
  'dependentRequired',
  'dependentSchemas',
  'if',
  'then',
  'else',
  'patternProperties',
  'unevaluatedProperties',
];

type Visit = (node: JsonObject, path: string, depth: number) => void;

/** Calls `visit` for a schema and each nested schema. `depth` counts objects and lists. */
function walk(node: unknown, path: string, depth: number, visit: Visit): void {
  if (!isObject(node)) return;
  visit(node, path, depth);
  for (const key of ['properties', '$defs', 'definitions']) {
    const group = node[key];
    if (isObject(group)) for (const [name, child] of Object.entries(group)) walk(child, `${path}.${key}.${name}`, depth + 1, visit);
  }
  if (isObject(node.items)) walk(node.items, `${path}.items`, depth + 1, visit);
  for (const key of ['anyOf', 'oneOf', 'allOf', 'prefixItems']) {
    const list = node[key];
    if (Array.isArray(list)) list.forEach((child, i) => walk(child, `${path}.${key}.${i}`, depth, visit));
  }
}

const isObjectSchema = (node: JsonObject): boolean => node.type === 'object' || isObject(node.properties);
const optionalKeys = (node: JsonObject): string[] => {
  const required = Array.isArray(node.required) ? node.required : [];
  return isObject(node.properties) ? Object.keys(node.properties).filter((key) => !required.includes(key)) : [];
};

/** Anthropic: constraint keywords are not supported, objects are closed, the grammar is small. @throws Refusal 400 */
export function checkAnthropicSchema(schema: JsonObject, at: string): void {
  let optional = 0;
  walk(schema, at, 0, (node, path) => {
    const bad = ANTHROPIC_UNSUPPORTED.find((key) => key in node);
    if (bad) throw new Refusal(400, `${path}: For '${String(node.type)}' type, property '${bad}' is not supported`);
    if (typeof node.minItems === 'number' && node.minItems > 1) {
      throw new Refusal(400, `${path}: For 'array' type, 'minItems' values other than 0 or 1 are not supported`);
    }
    if (isObjectSchema(node) && node.additionalProperties !== false) {
      throw new Refusal(400, `${path}: For 'object' type, 'additionalProperties' must be explicitly set to false`);
    }
    optional += optionalKeys(node).length;
  });
  if (JSON.stringify(schema).length > ANTHROPIC_LIMITS.characters || optional > ANTHROPIC_LIMITS.optional) {
    throw new Refusal(400, 'The compiled grammar is too large, which would cause performance issues. Simplify your schema.');
  }
}

/** OpenAI and xAI strict mode: every property required, objects closed, the root an object. @throws Refusal 400 */
export function checkStrictSchema(schema: JsonObject, name: string): void {
  const refuse = (context: string, reason: string): never => {
    throw new Refusal(400, `Invalid schema for response_format '${name}': In context=(${context}), ${reason}`);
  };
  if (!isObjectSchema(schema)) refuse('', "schema must have type 'object' at its root.");
  walk(schema, '$', 0, (node, path, depth) => {
    const bad = STRICT_UNSUPPORTED.find((key) => key in node);
    if (bad) refuse(path, `'${bad}' is not permitted.`);
    if (depth > STRICT_LIMITS.depth) refuse(path, `nesting is deeper than ${STRICT_LIMITS.depth} levels.`);
    if (!isObjectSchema(node)) return;
    if (node.additionalProperties !== false) refuse(path, "'additionalProperties' is required to be supplied and to be false.");
    const missing = optionalKeys(node)[0];
    if (missing !== undefined) {
      refuse(path, `'required' is required to be supplied and to be an array including every key in properties. Missing '${missing}'.`);
    }
  });
  if (JSON.stringify(schema).length > STRICT_LIMITS.characters) refuse('', 'the schema exceeds the maximum size.');
}

/** Gemini accepts plain JSON schema of a reasonable size. @throws Refusal 400 */
export function checkGeminiSchema(schema: JsonObject): void {
  if (JSON.stringify(schema).length > GEMINI_LIMITS.characters) {
    throw new Refusal(400, 'The specified schema produces a constraint that has too many states for serving.');
  }
  walk(schema, 'response_json_schema', 0, (node, path) => {
    if (node.type === undefined && !['anyOf', 'oneOf', '$ref', 'enum', 'const', '$defs'].some((key) => key in node)) {
      throw new Refusal(400, `${path}: schema didn't specify the schema type field`);
    }
  });
}
