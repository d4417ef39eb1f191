import { formInWords } from '../call-model.ts';
import type { ModelRequest } from '../model-request.ts';
import type { ModelProfile } from '../profile/model-profile.ts';
import { VendorFailure } from '../vendor-failure.ts';

/** Estimates tokens: about four bytes each, in any script. */
export const tokensIn = (text: string): number => Math.ceil(Buffer.byteLength(text) / 4);

/** The parts of a prompt that are fitted to a context window. */
export type Fittable = Pick<ModelRequest<unknown>, 'service' | 'purpose' | 'instructions' | 'prompt' | 'schema' | 'maxOutputTokens'>;
/** A request whose material may have been shortened to fit. `shortened` says which parts and why, for the operators' list of calls. */
export type Fitted<Request> = Request & { readonly shortened?: string };

interface Room {
  /** The model's context size, for prompt and answer together. `Infinity` if unknown. */
  readonly contextTokens: number;
  /** The answer may take everything the prompt leaves. */
  readonly mayTakeMore: boolean;
}

/** Shares of a context that an answer may take: half, or less where the task would not fit otherwise. */
export const ANSWER_SHARES = [1 / 2, 1 / 3, 1 / 4] as const;

/** Words of an answer's prose for each of its tokens: the rest are names of fields, marks and long words. */
const WORDS_A_TOKEN = 0.6;

/** Tells a model how long its answer may be; one that is cut off is worth nothing. */
const roomFor = (tokens: number): string =>
  `\n\nThere is room for about ${Math.floor(tokens * WORDS_A_TOKEN)} words in all: write less of each part rather than not reach the end.`;

/** Fits a request into a context window, of which the answer may take a share. @throws VendorFailure when the task itself does not fit */
export function fittedRequest<Request extends Fittable>(
  request: Request,
  profile: ModelProfile,
  { contextTokens, mayTakeMore }: Room,
): Fitted<Request> {
  const form = tokensIn(formInWords(request.schema, { isOwn: true, profile }));
  const sentence = roomFor(request.maxOutputTokens);
  const left = mayTakeMore ? contextTokens - form - tokensIn(request.instructions + sentence + request.prompt) : 0;
  for (const share of ANSWER_SHARES) {
    const maxOutputTokens = Math.min(request.maxOutputTokens, Math.max(Math.floor(contextTokens * share), left));
    const isLess = maxOutputTokens < request.maxOutputTokens;
    const instructions = isLess ? `${request.instructions}${roomFor(maxOutputTokens)}` : request.instructions;
    const { prompt, shortened, fits } = fitContext({ ...request, instructions }, contextTokens - maxOutputTokens - form, tokensIn);
    const note = `shortened to fit ${contextTokens} tokens: ${shortened.join(', ')}`;
    if (fits) return { ...request, instructions, prompt, maxOutputTokens, ...(shortened.length > 0 && { shortened: note }) };
  }
  const { service } = request;
  const detail = `the task is longer than the ${contextTokens} tokens of its context window; raise it, and ${service.toUpperCase()}_CONTEXT_TOKENS`;
  throw new VendorFailure({ service, code: 'vendors.broken_output', detail, reason: 'context_too_small' });
}

/** Sections of our prompts that may be shortened, least needed first. Everything else is the task itself. */
const LEAST_NEEDED_FIRST = [
  'research',
  'history',
  'notes',
  'written',
  'others',
  'course',
  'contents',
  'passages',
  'module_texts',
  'practice',
] as const;
/** Shorter texts are names and titles. */
const NAME_CHARACTERS = 60;
/** Halving a section this often leaves next to nothing of it. */
const HALVINGS = 6;

/**
 * Shortens a prompt's material until prompt and answer fit into a model's context window. A local server silently drops whatever does not
 * fit from the beginning, where the task is.
 * @param budget tokens that instructions and prompt may take
 * @param tokensIn estimates the tokens of a text
 * @returns the prompt, and the names of the shortened sections; `fits` is false when the task itself is too long
 */
export function fitContext(
  { instructions, prompt }: { instructions: string; prompt: string },
  budget: number,
  tokensIn: (text: string) => number,
): { prompt: string; shortened: string[]; fits: boolean } {
  const fits = (text: string) => tokensIn(instructions + text) <= budget;
  let text = prompt;
  const shortened: string[] = [];
  for (const name of LEAST_NEEDED_FIRST) {
    for (let time = 0; time < HALVINGS && !fits(text); time += 1) {
      const shorter = halveSection(text, name);
      if (shorter === text) break;
      text = shorter;
      if (!shortened.includes(name)) shortened.push(name);
    }
  }
  return { prompt: text, shortened, fits: fits(text) };
}

/** Halves the JSON in `<name>…</name>`, which is our own data (`promptsIn`); a prompt without that section is returned unchanged. */
function halveSection(prompt: string, name: string): string {
  const [open, close] = [`<${name}>`, `</${name}>`];
  const from = prompt.indexOf(open);
  const to = prompt.indexOf(close, from);
  if (from < 0 || to < 0) return prompt;
  const data: unknown = JSON.parse(prompt.slice(from + open.length, to));
  const halved = JSON.stringify(halve(data)).replaceAll('<', '\\u003c');
  return `${prompt.slice(0, from)}${open}${halved}${prompt.slice(to)}`;
}

/** Keeps the first half of every list and of every text; names are kept whole. */
function halve(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length > NAME_CHARACTERS ? `${value.slice(0, Math.ceil(value.length / 2)).replace(/\s+\S*$/, '')} …` : value;
  if (Array.isArray(value)) return value.slice(0, Math.ceil(value.length / 2)).map(halve);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, halve(inner)]));
  return value;
}
