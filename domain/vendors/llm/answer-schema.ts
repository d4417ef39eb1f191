import * as z from 'zod';

/** Hints about a field that a schema cannot express. They are not part of the JSON Schema that is sent, because strict modes refuse unknown keywords. */
export interface FieldHint {
  /** The meaning of a missing or null field. */
  readonly absent?: unknown;
  /** Its numbers are places in the list of texts of this name beside it; models write them as letters or as texts, too. */
  readonly placesOf?: string;
  /** Its texts are said of the entries of the list of this name beside it, by their places; '' for one of which nothing is said. */
  readonly alongside?: string;
  /** Entries that do not fit by themselves, and those beyond its bound, are left out: the others are worth as much without. */
  readonly isEachAlone?: true;
  /** Its texts are read by who writes again, so that an object of several texts may stand for one. */
  readonly isForAuthors?: true;
  /** Keeps the values that agree with the rest of the object, where a model's word for them may mean several. */
  readonly among?: (values: readonly unknown[], beside: Readonly<Record<string, unknown>>) => readonly unknown[];
}

const hints = z.registry<FieldHint>();

/** Returns the schema, with a hint for who reads answers. */
export function hinted<S extends z.core.$ZodType>(schema: S, hint: FieldHint): S {
  hints.add(schema, hint);
  return schema;
}

export const hintOf = (schema: z.core.$ZodType): FieldHint => hints.get(schema) ?? {};

declare const declared: unique symbol;
/** A schema that a model may be asked for: it was declared, so the test of near misses covers it. */
export type AnswerSchema<T> = z.core.$ZodType<T> & { readonly [declared]: true };

/** Every schema that this process knows of, by name. */
export const ANSWER_SCHEMAS = new Map<string, z.core.$ZodType>();

const examples = new WeakMap<z.core.$ZodType, unknown>();

/**
 * Declares the schema of an answer, at the top of a module: `near-misses.test.ts` finds it there.
 * @param name unique, for tests and messages
 * @param example a short one that fits, on a subject that nobody orders; shown to models that nothing else holds to the schema
 */
export function declareAnswer<S extends z.core.$ZodType>(
  name: string,
  schema: S,
  example?: z.core.output<S>,
): S & AnswerSchema<z.core.output<S>> {
  ANSWER_SCHEMAS.set(name, schema);
  if (example !== undefined) examples.set(schema, example);
  return schema as S & AnswerSchema<z.core.output<S>>;
}

/** Returns the worked example of a schema; undefined where it has none. */
export const exampleOf = (schema: z.core.$ZodType): unknown => examples.get(schema);
