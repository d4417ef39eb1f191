import * as z from 'zod';

/**
 * What is learnt of a model at an address. What is absent is not known: it is asked for as the protocol has it, and a refusal teaches the rest
 * (`refusals.ts`). A trait is part of a profile for a day (`TRAIT_DAYS`); then it is tried anew, because servers are updated.
 */
export const TRAITS = {
  /** `whole`: it refuses to stream, or answers as a whole although a stream was asked for. */
  stream: z.enum(['stream', 'whole']),
  /** Whether it takes `stream_options`; without, it may not say what a call used. */
  stream_options: z.boolean(),
  /** The name of the output's bound. Never none: an answer without a bound costs without one. */
  limit: z.enum(['max_tokens', 'max_completion_tokens']),
  /** Tokens that it writes in one answer at most, where it refuses more. */
  most_output: z.int().positive(),
  /** How an answer is held to its schema. `prompt`: by words alone; the schema is in the prompt in any case. */
  schema: z.enum(['json_schema', 'json_object', 'prompt']),
  /** Where instructions stand: in a message of their own, or before the question. */
  system: z.enum(['system', 'user']),
  /** Whether it may be asked to think little. */
  effort: z.boolean(),
  /** Where the text of its answers stands. */
  text: z.enum(['content', 'reasoning_content', 'reasoning', 'tool_call']),
  /** Its word for a finished answer, where that is not `stop`; empty: it says none. */
  ending: z.string().max(60),
  /** Tokens that it holds, prompt and answer together. */
  context: z.int().positive(),
  /** Calls that it bears at once. */
  calls_at_once: z.int().positive(),
  words_a_second: z.number().positive(),
  /** What its address lacks, such as `/v1`. */
  path: z.string().max(60),
} as const;

export type Trait = keyof typeof TRAITS;
export type ModelProfile = { readonly [Name in Trait]?: z.infer<(typeof TRAITS)[Name]> };

/** Who is meant: the same model behind another address may be another build with another server. */
export interface ModelAt {
  readonly baseURL: string;
  readonly model: string;
}

/** Days for which learnt facts are trusted. */
export const TRAIT_DAYS = 1;

/** An address as profiles are kept by it. */
export const withoutSlash = (address: string): string => address.replace(/\/+$/, '');

/** Tells whether an address names its protocol's version, so that nothing is lacking at its end. */
export const isVersioned = (address: string): boolean => /\/v\d+\w*(?:\/openai)?$|\/openai$/.test(withoutSlash(address));

export const isTrait = (name: string): name is Trait => Object.hasOwn(TRAITS, name);

/** Returns a profile of traits that fit their types; one that a newer release has written may not. */
export function profileFrom(traits: Iterable<readonly [name: string, value: unknown]>): ModelProfile {
  const known: Record<string, unknown> = {};
  for (const [name, value] of traits) {
    const read = isTrait(name) ? TRAITS[name].safeParse(value) : null;
    if (read?.success) known[name] = read.data;
  }
  return known;
}
