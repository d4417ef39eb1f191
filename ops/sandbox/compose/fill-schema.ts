import { isObject, type JsonObject } from '../wire/wire.ts';
import { pick } from './seeded-random.ts';
import type { Speaker } from './speaker.ts';

const MAX_DEPTH = 8;

/** Composes a valid answer to a schema of no known stage: texts are sentences about the topic. */
export function fillSchema(schema: JsonObject, speaker: Speaker, path = '$', depth = 0): unknown {
  if (Array.isArray(schema.enum)) return pick(schema.enum, speaker.seed + path);
  if ('const' in schema) return schema.const;
  const union = [schema.anyOf, schema.oneOf].find(Array.isArray) as unknown[] | undefined;
  if (union) return fillSchema(union.find((option) => isObject(option) && option.type !== 'null') as JsonObject, speaker, path, depth);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (depth > MAX_DEPTH) return null;
  switch (type) {
    case 'object': {
      const properties = isObject(schema.properties) ? schema.properties : {};
      return Object.fromEntries(
        Object.entries(properties).map(([key, child]) => [
          key,
          isObject(child) ? fillSchema(child, speaker, `${path}.${key}`, depth + 1) : null,
        ]),
      );
    }
    case 'array': {
      const item = isObject(schema.items) ? schema.items : { type: 'string' };
      const least = typeof schema.minItems === 'number' ? schema.minItems : 0;
      return Array.from({ length: Math.max(2, least) }, (_, i) => fillSchema(item, speaker, `${path}.${i}`, depth + 1));
    }
    case 'integer':
    case 'number':
      return Math.max(typeof schema.minimum === 'number' && Math.abs(schema.minimum) < 1e9 ? schema.minimum : 1, 1);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return speaker.draw('details');
  }
}
