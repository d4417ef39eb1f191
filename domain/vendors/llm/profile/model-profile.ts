import * as z from 'zod';

/**
 * Facts learnt about a model at an address. A missing trait is unknown: requests then follow the protocol, and refusals teach the rest
 * (`refusals.ts`). A trait is valid for a day (`TRAIT_DAYS`) and is then learnt again, because servers are updated; not those that every
 * call tests (`LASTING`).
 */
export const TRAITS = {
  /** `whole`: the server refuses to stream, or sends whole answers although a stream was requested. */
  stream: z.enum(['stream', 'whole']),
  /** Whether it accepts `stream_options`; without them, it may not report a call's usage. */
  stream_options: z.boolean(),
  /** The name of the output limit. There is always a limit, because an unlimited answer has unlimited cost. */
  limit: z.enum(['max_tokens', 'max_completion_tokens']),
  /** The most tokens that it accepts as an output limit. */
  most_output: z.int().positive(),
  /** How an answer is requested by its schema. `prompt`: by words alone. */
  schema: z.enum(['json_schema', 'json_object', 'prompt']),
  /**
   * Whether an own server held its answer to a schema that the prompt did not describe: a server may accept a schema and ignore it. Unknown
   * until a connection's test has tried it; prompts then describe the schema (`saysForm`).
   */
  schema_enforced: z.boolean(),
  /** Whether instructions go into a separate message, or precede the question. */
  system: z.enum(['system', 'user']),
  /** Whether it accepts a setting for low thinking effort. */
  effort: z.boolean(),
  /** The field that holds the text of its answers. */
  text: z.enum(['content', 'reasoning_content', 'reasoning', 'tool_call']),
  /** Its finish reason for complete answers if that is not `stop`; empty: it sends none. */
  ending: z.string().max(60),
  /** Context size in tokens, prompt and answer together. */
  context: z.int().positive(),
  /** Number of calls it handles at once. */
  calls_at_once: z.int().positive(),
  words_a_second: z.number().positive(),
  /** The part missing from its address, such as `/v1`. */
  path: z.string().max(60),
} as const;

export type Trait = keyof typeof TRAITS;
export type ModelProfile = { readonly [Name in Trait]?: z.infer<(typeof TRAITS)[Name]> };

/** A model at an address: behind another address, the same name may be another build on another server. */
export interface ModelAt {
  readonly baseURL: string;
  readonly model: string;
}

/** Number of days for which a learnt fact is trusted. */
export const TRAIT_DAYS = 1;

/** Traits that every call which relies on them tests, so that they do not age. */
export const LASTING: readonly Trait[] = ['schema_enforced'];

/** A model as a prompt is written for it. `isOwn`: it is called by the protocol of compatible servers. */
export interface AskedModel {
  readonly isOwn: boolean;
  readonly profile: ModelProfile;
}

/**
 * Tells whether a prompt describes the form of its answer in words: wherever no schema is sent with it, and for an own server that is not
 * known to hold answers to one. Vendors hold them by their own parameter.
 */
export const saysForm = ({ isOwn, profile: { schema, schema_enforced: isEnforced } }: AskedModel): boolean =>
  schema === 'json_object' || schema === 'prompt' || (isOwn && isEnforced !== true);

/** Returns an address without trailing slashes, as profiles store it. */
export const withoutSlash = (address: string): string => address.replace(/\/+$/, '');

/** Tells whether an address contains its protocol's version, so that no part is missing. */
export const isVersioned = (address: string): boolean => /\/v\d+\w*(?:\/openai)?$|\/openai$/.test(withoutSlash(address));

export const isTrait = (name: string): name is Trait => Object.hasOwn(TRAITS, name);

/** Returns the profile of the traits that fit their types; those written by a newer release may not. */
export function profileFrom(traits: Iterable<readonly [name: string, value: unknown]>): ModelProfile {
  const known: Record<string, unknown> = {};
  for (const [name, value] of traits) {
    const read = isTrait(name) ? TRAITS[name].safeParse(value) : null;
    if (read?.success) known[name] = read.data;
  }
  return known;
}
