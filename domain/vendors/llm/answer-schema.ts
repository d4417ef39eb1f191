import * as z from 'zod';

/**
 * Hints about a field that a schema cannot express. They are not part of the JSON Schema that is sent, because strict modes reject unknown
 * keywords.
 */
export interface FieldHint {
  /** The meaning of a missing or null field. */
  readonly absent?: unknown;
  /** The field's numbers are positions in the neighbouring list of texts with this name; models also write them as letters or as texts. */
  readonly placesOf?: string;
  /** Other names that models give the field, as `letters` spells them; taken where a single key without a field has one. */
  readonly alsoNamed?: (name: string) => boolean;
  /** The field's texts comment on the entries of the neighbouring list with this name, by position; '' for an entry without a comment. */
  readonly alongside?: string;
  /** Entries that do not fit, and entries beyond the list's bound, are dropped: the others are just as useful without them. */
  readonly isEachAlone?: true;
  /** The field's texts are read by an AI service that writes again, so an object of several texts may replace one. */
  readonly isForAuthors?: true;
  /** Picks the values that agree with the rest of the object, where a model's word for them is ambiguous. */
  readonly among?: (values: readonly unknown[], beside: Readonly<Record<string, unknown>>) => readonly unknown[];
}

const hints = z.registry<FieldHint>();

/** Returns the schema with a hint for the answer reader. */
export function hinted<S extends z.core.$ZodType>(schema: S, hint: FieldHint): S {
  hints.add(schema, hint);
  return schema;
}

export const hintOf = (schema: z.core.$ZodType): FieldHint => hints.get(schema) ?? {};

declare const declared: unique symbol;
/** A schema that a model can be asked for. Only `declareAnswer` creates one, so the test of near misses covers it. */
export type AnswerSchema<T> = z.core.$ZodType<T> & { readonly [declared]: true };

/** Every declared schema of this process, by name. */
export const ANSWER_SCHEMAS = new Map<string, z.core.$ZodType>();

const examples = new WeakMap<z.core.$ZodType, unknown>();

/**
 * Declares the schema of an answer, at the top of a module: `near-misses.test.ts` finds it there.
 * @param name unique, for tests and messages
 * @param example a short answer that fits, on a subject that nobody orders; shown to models that only the prompt holds to the schema
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

/** Returns the worked example of a schema, if it has one. */
export const exampleOf = (schema: z.core.$ZodType): unknown => examples.get(schema);
