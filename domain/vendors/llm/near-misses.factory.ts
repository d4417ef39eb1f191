import * as fc from 'fast-check';
import { stringify } from 'yaml';
import * as z from 'zod';
import { hintOf } from './answer-schema.ts';
import { SYNONYMS } from './near-values.ts';

const WORDS = 'Bees dance water the plant slowly because sunlight warms every leaf and root at noon under clouds'.split(' ');
const sentence = fc
  .array(fc.constantFrom(...WORDS), { minLength: 6, maxLength: 10 })
  .map((words) => `${words.join(' ')}.`.replace(/^./, (first) => first.toUpperCase()));

type Def = z.core.$ZodTypes['_zod']['def'];
const defOf = (schema: z.core.$ZodType): Def => (schema as z.core.$ZodTypes)._zod.def;

/** Makes values of a JSON Schema. */
function valuesOf(json: z.core.JSONSchema.JSONSchema): fc.Arbitrary<unknown> {
  if (json.enum) return fc.constantFrom(...json.enum);
  switch (json.type) {
    case 'object':
      return fc.record(Object.fromEntries(Object.entries(json.properties ?? {}).map(([key, one]) => [key, valuesOf(one as never)])));
    case 'array': {
      const least = json.minItems ?? 1;
      return fc.array(valuesOf(json.items as never), { minLength: least, maxLength: Math.min(json.maxItems ?? 3, least + 2) });
    }
    case 'integer':
      return fc.integer({ min: Math.max(json.minimum ?? 1, 1), max: Math.min(json.maximum ?? 90, 90) });
    case 'number':
      return fc.constantFrom(1, 2, 2.5).filter((one) => one >= (json.minimum ?? 0) && one <= (json.maximum ?? 9));
    case 'boolean':
      return fc.boolean();
    default:
      return json.pattern
        ? fc.stringMatching(new RegExp(json.pattern))
        : sentence.map((text) => text.slice(0, json.maxLength ?? 1_000).trim());
  }
}

/** Makes answers that fit a schema exactly, including its hints: keys are positions in their list. */
export const answersOf = (schema: z.core.$ZodType): fc.Arbitrary<unknown> =>
  valuesOf(z.toJSONSchema(schema, { unrepresentable: 'any' }))
    .map((value) => keyed(schema, value))
    .filter((value) => z.safeParse(schema, value).success)
    .map((value) => z.parse(schema, value));

/** Gives every question different options, the first and last of which are its key, and a kind that allows it. */
const keyed = (schema: z.core.$ZodType, value: unknown): unknown =>
  mapped(schema, value, {
    object: (of, shape) => {
      const [name, field] = Object.entries(shape).find(([, one]) => hintOf(one).placesOf) ?? [];
      if (!name || !field) return of;
      const count = 2 + (JSON.stringify(of).length % 3);
      const options = Array.from({ length: count }, (_, at) => `${WORDS[at]} ${WORDS[at + 5]} the ${WORDS[at + 9]}`);
      const several = JSON.stringify(of).length % 2 === 0;
      return {
        ...of,
        [hintOf(field).placesOf!]: options,
        [name]: several ? [0, count - 1] : [count - 1],
        ...('kind' in shape && { kind: several ? 'multiple' : 'single' }),
      };
    },
  });

type Shape = Readonly<Record<string, z.core.$ZodType>>;
type Holder = Record<string, unknown>;

interface Changes {
  readonly object?: (value: Holder, shape: Shape) => unknown;
  readonly list?: (value: unknown[], element: Def) => unknown;
  readonly text?: (value: string) => unknown;
  readonly number?: (value: number, name: string, isWhole: boolean) => unknown;
  readonly boolean?: (value: boolean) => unknown;
  readonly word?: (value: unknown, values: readonly unknown[]) => unknown;
}

/** Changes the parts of a value, innermost first, according to their schema. */
function mapped(schema: z.core.$ZodType, value: unknown, change: Changes, name = ''): unknown {
  const def = defOf(schema);
  switch (def.type) {
    case 'object': {
      const entries = Object.entries(def.shape).map(([key, one]) => [
        key,
        // keys are changed with their options, as a whole
        hintOf(one).placesOf === undefined ? mapped(one, (value as Holder)[key], change, key) : (value as Holder)[key],
      ]);
      return change.object?.(Object.fromEntries(entries), def.shape) ?? Object.fromEntries(entries);
    }
    case 'array': {
      const entries = (value as unknown[]).map((entry) => mapped(def.element, entry, change, name));
      return change.list?.(entries, defOf(def.element)) ?? entries;
    }
    case 'string':
      return change.text?.(value as string) ?? value;
    case 'number':
      return change.number?.(value as number, name, z.toJSONSchema(schema).type === 'integer') ?? value;
    case 'boolean':
      return change.boolean?.(value as boolean) ?? value;
    case 'enum':
      return change.word?.(value, Object.values(def.entries)) ?? value;
    default:
      return value;
  }
}

const LETTERS = 'ABCDEFGH';
const renamed = (name: (key: string) => string): Changes => ({
  object: (value) => Object.fromEntries(Object.entries(value).map(([key, part]) => [name(key), part])),
});
const isText = (element: Def) => element.type === 'string';
/** Returns a list as a map, if its entries have a unique name and one other field. */
function mapOfPairs(entries: readonly Holder[], shape: Shape): unknown {
  const [name, said, ...others] = Object.keys(shape);
  const names = entries.map((entry) => String(entry[name!]));
  const isMap = others.length === 0 && names.length > 0 && new Set(names).size === names.length && typeof entries[0]![name!] === 'string';
  return isMap ? Object.fromEntries(entries.map((entry) => [entry[name!], entry[said!]])) : entries;
}
const onlyWordOf = (value: unknown, values: readonly unknown[]): string =>
  SYNONYMS[String(value)]?.find((word) => values.every((other) => other === value || !SYNONYMS[String(other)]?.includes(word))) ??
  String(value);
/** Writes the keys of every question in another form. */
const keysAs = (write: (place: number, options: readonly string[]) => unknown): Changes => ({
  object: (value, shape) => {
    const [name, field] = Object.entries(shape).find(([, one]) => hintOf(one).placesOf) ?? [];
    if (!name || !field) return value;
    const options = value[hintOf(field).placesOf!] as string[];
    return { ...value, [name]: (value[name] as number[]).map((place) => write(place, options)) };
  },
});

/** Ways in which models miss a schema without changing the meaning. */
const CHANGES: Readonly<Record<string, Changes>> = {
  'camel case': renamed((key) => key.replaceAll(/_(\w)/g, (_, next: string) => next.toUpperCase())),
  'upper case': renamed((key) => key.toUpperCase()),
  'keys with blanks': renamed((key) => key.replaceAll('_', ' ')),
  'keys with hyphens': renamed((key) => key.replaceAll('_', '-')),
  'numbers as text': { number: (value) => String(value) },
  'numbers with their unit': {
    number: (value, name) => (name.endsWith('_minutes') ? `about ${value} minutes` : name.endsWith('_hours') ? `${value} hrs` : value),
  },
  'hours and minutes': {
    number: (value, name) => (name.endsWith('_minutes') ? (value > 60 ? `1 h ${value - 60}` : `${value * 60} seconds`) : value),
  },
  fractions: { number: (value, name, isWhole) => (isWhole && /_(?:minutes|hours|score)$/.test(name) && value > 1 ? value + 0.2 : value) },
  'numbers in marks': { number: (value, name, isWhole) => (isWhole && !/_(?:minutes|hours|score)$/.test(name) ? `[${value}]` : value) },
  'a lone value for a list': { list: (value) => (value.length === 1 ? value[0] : value) },
  'a list for a lone value': { boolean: (value) => [value], word: (value) => [value] },
  'a list as bullets': {
    list: (value, element) =>
      isText(element) && value.length > 1 && value.every((one) => !String(one).includes('\n'))
        ? value.map((one) => `- ${String(one)}`).join('\n')
        : value,
  },
  'a list in an object': { list: (value) => (value.length > 0 ? { items: value } : value) },
  'nulls in a list': { list: (value) => [...value, null] },
  'texts as objects': { list: (value, element) => (isText(element) ? value.map((text) => ({ point: text })) : value) },
  'texts as a map': {
    list: (value, element) =>
      isText(element) && value.length > 0 ? Object.fromEntries(value.map((text, at) => [LETTERS[at]!, text]).toReversed()) : value,
  },
  'an empty list as an empty map': { list: (value) => (value.length === 0 ? {} : value) },
  'an empty list as an empty text': { list: (value) => (value.length === 0 ? '' : value) },
  'a list as the text of one': { list: (value) => JSON.stringify(value) },
  'objects as their texts': {
    list: (value, element) => (element.type === 'object' ? value.map((one) => JSON.stringify(one)) : value),
  },
  'pairs as a map': {
    list: (value, element) => (element.type === 'object' ? mapOfPairs(value as Holder[], element.shape) : value),
  },
  'a text in an object': { text: (value) => ({ text: value }) },
  'yes and no': { boolean: (value) => (value ? 'Yes' : 'no.') },
  'points of one': { boolean: (value) => (value ? '1/1' : '0/1') },
  'only in part': { boolean: (value) => value || 'partially' },
  'ones and zeros': { boolean: (value) => Number(value) },
  'words in capitals': { word: (value) => String(value).toUpperCase().replaceAll('_', ' ') },
  'words with a remark': { word: (value) => `${String(value)} (because it is so)` },
  synonyms: { word: onlyWordOf },
  'keys as letters': keysAs((place) => LETTERS[place]!.toLowerCase()),
  'keys as marks': keysAs((place) => `Option ${LETTERS[place]})`),
  'keys as texts': keysAs((place, options) => options[place]),
  'keys as marks and texts': keysAs((place, options) => `${LETTERS[place]}) ${options[place]}`),
  'keys as names': keysAs((place) => `option_${LETTERS[place]!.toLowerCase()}`),
  'keys as marks, a dash and texts': keysAs((place, options) => `${LETTERS[place]} - ${options[place]}`),
  'keys as numbers with a decimal': keysAs((place) => `${place}.0`),
  'keys as a map of truth values': {
    object: (value, shape) => {
      const [name, field] = Object.entries(shape).find(([, one]) => hintOf(one).placesOf) ?? [];
      if (!name || !field) return value;
      const options = value[hintOf(field).placesOf!] as string[];
      const right = value[name] as number[];
      return { ...value, [name]: Object.fromEntries(options.map((_, at) => [LETTERS[at]!, right.includes(at)])) };
    },
  },
  'keys as numbers in texts': keysAs((place) => String(place)),
  'a lone key': {
    object: (value, shape) => {
      const [name] = Object.entries(shape).find(([, one]) => hintOf(one).placesOf) ?? [];
      const keys = name ? (value[name] as unknown[]) : [];
      return name && keys.length === 1 ? { ...value, [name]: keys[0] } : value;
    },
  },
  'options with ids, keys by them': {
    object: (value, shape) => {
      const [name, field] = Object.entries(shape).find(([, one]) => hintOf(one).placesOf) ?? [];
      if (!name || !field) return value;
      const list = hintOf(field).placesOf!;
      const options = (value[list] as string[]).map((text, at) => ({ id: LETTERS[at]!.toLowerCase(), text }));
      return { ...value, [list]: options, [name]: (value[name] as number[]).map((place) => options[place]!.id) };
    },
  },
  'options that say which is right': {
    object: (value, shape) => {
      const [name, field] = Object.entries(shape).find(([, one]) => hintOf(one).placesOf) ?? [];
      if (!name || !field) return value;
      const list = hintOf(field).placesOf!;
      const right = value[name] as number[];
      return { ...value, [list]: (value[list] as string[]).map((text, at) => ({ text, is_correct: right.includes(at) })), [name]: null };
    },
  },
};

/** Ways in which models write a document as something other than JSON, or as incomplete JSON. */
export const NEAR_TEXTS: Readonly<Record<string, (value: unknown) => string>> = {
  YAML: (value) => stringify(value),
  'YAML in a fence': (value) => `Here it is:\n\n\`\`\`yaml\n${stringify(value, { lineWidth: 0 })}\`\`\`\n`,
  'remarks between all': (value) => JSON.stringify(value, null, 1).replace('{\n', '{ // the answer\n').replaceAll(/,\n/g, ', /* more */\n'),
  'without the last brace': (value) => JSON.stringify(value, null, 2).slice(0, -2),
  'without the last brace and bracket': (value) => JSON.stringify(value).replace(/\]?\}$/, ''),
};

/** Leaves out fields whose value equals the meaning of their absence, or sets them to null. */
const withoutEmpty = (schema: z.core.$ZodType, value: unknown, as: null | undefined): unknown =>
  mapped(schema, value, {
    object: (of, shape) =>
      Object.fromEntries(
        Object.entries(of).flatMap(([key, part]) => {
          const hint = hintOf(shape[key]!);
          const isEmpty = 'absent' in hint && JSON.stringify(part) === JSON.stringify(hint.absent);
          return isEmpty ? (as === null ? [[key, null]] : []) : [[key, part]];
        }),
      ),
  });

/** Sets every optional field to the value that its absence means. */
export const emptied = (schema: z.core.$ZodType, value: unknown): unknown =>
  mapped(schema, value, {
    object: (of, shape) => {
      const pointedAt = Object.values(shape).map((one) => hintOf(one).placesOf);
      const isEmptied = (key: string) => 'absent' in hintOf(shape[key]!) && !pointedAt.includes(key);
      return Object.fromEntries(Object.entries(of).map(([key, part]) => [key, isEmptied(key) ? hintOf(shape[key]!).absent : part]));
    },
  });

/** Every near miss by name: the text a model writes for a value. */
export const NEAR_MISSES: Readonly<Record<string, (schema: z.core.$ZodType, value: unknown) => unknown>> = {
  ...Object.fromEntries(
    Object.entries(CHANGES).map(([name, change]) => [name, (schema: z.core.$ZodType, value: unknown) => mapped(schema, value, change)]),
  ),
  'in a wrapper': (_, value) => ({ result: value }),
  'in a list': (_, value) => [value],
  'as the text of a wrapper': (_, value) => ({ response: JSON.stringify(value) }),
  'with fields of its own': (_, value) => ({ thoughts: 'first I plan', ...(value as object), confidence: 0.9 }),
  'the list alone': (schema, value) => {
    const def = defOf(schema);
    const lists = def.type === 'object' ? Object.entries(def.shape) : [];
    const [name, one] = lists[0] ?? [];
    return lists.length === 1 && defOf(one!).type === 'array' ? (value as Holder)[name!] : value;
  },
  'without what is empty': (schema, value) => withoutEmpty(schema, value, undefined),
  'null for what is empty': (schema, value) => withoutEmpty(schema, value, null),
};
