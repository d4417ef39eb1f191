import { pick } from '../seeded-random.ts';
import { isObject, type JsonObject } from '../wire/wire.ts';

const MAX_DEPTH = 8;

/** Fills a schema of an unknown stage with texts from `points`. */
export function fillSchema(schema: JsonObject, points: readonly string[], seed: string, depth = 0): unknown {
  if (Array.isArray(schema.enum)) return pick(schema.enum, seed);
  if ('const' in schema) return schema.const;
  const union = [schema.anyOf, schema.oneOf].find(Array.isArray) as unknown[] | undefined;
  if (union) return fillSchema(union.find((option) => isObject(option) && option.type !== 'null') as JsonObject, points, seed, depth);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (depth > MAX_DEPTH) return null;
  switch (type) {
    case 'object': {
      const properties = isObject(schema.properties) ? schema.properties : {};
      const filled = Object.entries(properties).map(([key, child]) => [
        key,
        isObject(child) ? fillSchema(child, points, `${seed}.${key}`, depth + 1) : null,
      ]);
      return Object.fromEntries(filled);
    }
    case 'array': {
      const item = isObject(schema.items) ? schema.items : { type: 'string' };
      const least = typeof schema.minItems === 'number' ? schema.minItems : 0;
      return Array.from({ length: Math.max(2, least) }, (_, i) => fillSchema(item, points, `${seed}.${i}`, depth + 1));
    }
    case 'integer':
    case 'number':
      return Math.max(typeof schema.minimum === 'number' && Math.abs(schema.minimum) < 1e9 ? schema.minimum : 1, 1);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return pick(points, seed);
  }
}
