import type { ModelProfile, Trait } from './model-profile.ts';
import type { Protocol } from './wire-forms.ts';

/** A way in which a request is refused, and what it teaches. */
export interface Refusal {
  /** What the refusal says. */
  readonly words: RegExp;
  /** What it must not say: the same parameter is named for another reason. */
  readonly unless?: RegExp;
  readonly trait: Trait;
  /** Returns what to try instead; null: there is nothing else to try. */
  readonly instead: (known: ModelProfile, words: string, protocol: Protocol) => ModelProfile | null;
  /** Where servers were seen to say so. */
  readonly source: string;
  /** The words themselves, for the test. */
  readonly examples: readonly string[];
}

/** Words by which a parameter is refused for what it is, and not for its value. */
const NOT_TAKEN =
  'unsupported|not supported|not support|not allowed|not permitted|unrecogni[sz]ed|unknown|unexpected|unavailable|extra|forbidden|instead|invalid';
/** Words about a number. */
const TOO_MUCH = /too large|at most|less than or equal|maximum allowed|valid range|supported range|greater than|> ?\d|exceed/i;

const once =
  <Name extends Trait>(trait: Name, value: ModelProfile[Name]) =>
  (known: ModelProfile): ModelProfile | null =>
    known[trait] === value ? null : ({ [trait]: value } as ModelProfile);

/** A schema, then JSON of any form, then words alone. Anthropic has no JSON mode. */
function looser({ schema }: ModelProfile, _words: string, protocol: Protocol): ModelProfile | null {
  if (schema === 'prompt') return null;
  return { schema: schema === 'json_object' || protocol === 'messages' ? 'prompt' : 'json_object' };
}

/** The largest output that a refusal names. */
const MOST_OUTPUT = [
  /at most ([\d,]+) (?:completion|output) tokens/i,
  /max_(?:completion_|output_)?tokens:? [\d,]+ ?> ?([\d,]+)/i,
  /max_(?:completion_|output_)?tokens[^.]{0,80}less than or equal to [`'"]?([\d,]+)/i,
  /max_(?:completion_|output_)?tokens[^.]{0,60}\[ ?1, ?([\d,]+)\]/i,
  /max(?:_output_t|OutputT)okens[^.]{0,120}1 \(inclusive\) to ([\d,]+) \(exclusive\)/i,
];
export const numberIn = (text: string, patterns: readonly RegExp[]): number | null => {
  for (const pattern of patterns) {
    const found = Number(pattern.exec(text)?.[1]?.replaceAll(',', ''));
    if (found > 0) return found;
  }
  return null;
};

/**
 * What servers and vendors refuse, in their words, and what is tried instead within the same call; the first that teaches something new counts.
 * The bound of the output and the schema are only ever said otherwise.
 */
export const REFUSALS: readonly Refusal[] = [
  {
    words: /stream_options|include_usage/i,
    trait: 'stream_options',
    instead: once('stream_options', false),
    source:
      'github.com/gpustack/gpustack/issues/429, docs.mistral.ai (422 extra_forbidden), learn.microsoft.com (Azure OpenAI, older versions)',
    examples: [
      'Unrecognized request argument supplied: stream_options',
      '{"detail":[{"type":"extra_forbidden","loc":["body","stream_options"],"msg":"Extra inputs are not permitted"}]}',
    ],
  },
  {
    words:
      /verified to stream|["'`]?stream["'`]?[^.]{0,60}(?:not supported|unsupported|must be false|not allowed)|(?:unsupported|not support)[^.]{0,40}["'`]?\bstream(?:ing)?\b/i,
    trait: 'stream',
    instead: once('stream', 'whole'),
    source: 'help.openai.com/en/articles/10910291 (organization verification), github.com/charmbracelet/crush/issues/422',
    examples: [
      'Your organization must be verified to stream this model. Please go to: https://platform.openai.com/settings/organization/general',
      "Unsupported value: 'stream' does not support true with this model. Only the default (false) value is supported.",
      'Streaming is not supported for this model',
    ],
  },
  {
    words: /max_(?:completion_|output_)?tokens|maxOutputTokens/i,
    trait: 'most_output',
    instead: ({ most_output: known = Infinity }, words) => {
      const most = numberIn(words, MOST_OUTPUT);
      return most !== null && most < known ? { most_output: most } : null;
    },
    source: 'docs.claude.com/en/api/errors, console.groq.com/docs/errors, api-docs.deepseek.com, community.openai.com (gpt-4-turbo)',
    examples: [
      'max_tokens is too large: 16000. This model supports at most 4096 completion tokens, whereas you provided 16000.',
      'max_tokens: 8192 > 4096, which is the maximum allowed number of output tokens for claude-3-haiku-20240307',
      '`max_tokens` must be less than or equal to `8192`, the maximum value for `max_tokens` is less than the `context_window` for this model',
      'Invalid max_tokens value, the valid range of max_tokens is [1, 8192]',
    ],
  },
  {
    words: new RegExp(`max_tokens[^]{0,200}(?:${NOT_TAKEN})|(?:${NOT_TAKEN})[^]{0,200}max_tokens`, 'i'),
    unless: TOO_MUCH,
    trait: 'limit',
    instead: ({ limit }) => (limit === undefined ? { limit: 'max_completion_tokens' } : null),
    source: 'developers.openai.com/api/docs/guides/reasoning (max_tokens is not for reasoning models)',
    examples: [
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      '{"detail":[{"type":"extra_forbidden","loc":["body","max_tokens"],"msg":"Extra inputs are not permitted"}]}',
    ],
  },
  {
    words: /max_completion_tokens/i,
    unless: TOO_MUCH,
    trait: 'limit',
    instead: ({ limit }) => (limit === 'max_completion_tokens' ? { limit: 'max_tokens' } : null),
    source: 'servers older than OpenAI’s newer name, such as vLLM before 0.6.3',
    examples: ['{"detail":[{"type":"extra_forbidden","loc":["body","max_completion_tokens"],"msg":"Extra inputs are not permitted"}]}'],
  },
  {
    words:
      /response_?format|json_?schema|json[_ ]object|json[_ ]mode|structured[_ ]?outputs?|\bgrammar\b|guided_|output_(?:config|format)|response_?(?:json_?)?schema|response_?mime_?type|text\.format|compiled schema|invalid schema/i,
    trait: 'schema',
    instead: looser,
    source:
      'github.com/lmstudio-ai/lmstudio-bug-tracker/issues/189 and 307, api-docs.deepseek.com/guides/json_mode, github.com/ggml-org/llama.cpp (grammar), ai.google.dev (Gemma), github.com/anthropics/anthropic-sdk-python/issues/1185',
    examples: [
      'This response_format type is unavailable now',
      'response_format.type: unknown variant `json_schema`, expected `json_object` or `regex`',
      'Failed to initialize samplers: failed to parse grammar',
      "'response_format.type' must be 'json_schema' or 'text'",
      "Invalid schema for response_format 'response': In context=(), 'additionalProperties' is required to be supplied and to be false.",
      'JSON mode is not enabled for models/gemma-3-27b-it',
      "litellm.UnsupportedParamsError: openai does not support parameters: ['response_format'], for model=gpt-3.5-turbo",
      'The compiled grammar is too large',
    ],
  },
  {
    words:
      /system (?:role|message|prompt|instruction)s?[^.]{0,60}(?:not|unsupported)|roles? must alternate|only user[^.]{0,60}roles? (?:are|is) supported|(?:developer|system) instruction is not enabled|(?:unsupported|unknown|invalid)[^.]{0,40}role|role[^.]{0,60}(?:'system'|"system"|'developer')/i,
    trait: 'system',
    instead: once('system', 'user'),
    source:
      'github.com/vllm-project/vllm/pull/2964 (Gemma), github.com/microsoft/autogen/issues/1037 (Mistral), github.com/anomalyco/opencode/issues/5034, github.com/EricLBuehler/mistral.rs/issues/506',
    examples: [
      'System role not supported',
      'Conversation roles must alternate user/assistant/user/assistant/...',
      'Only user, assistant and tool roles are supported, got system.',
      'Developer instruction is not enabled for models/gemma-3-27b-it',
      "Unsupported value: 'messages[0].role' does not support 'system' with this model.",
    ],
  },
  {
    words: /reasoning|thinking|\beffort\b/i,
    trait: 'effort',
    instead: once('effort', false),
    source:
      'developers.openai.com/api/docs/guides/reasoning, docs.x.ai/docs/guides/reasoning (grok-4), docs.claude.com/en/docs/build-with-claude/effort, ai.google.dev/gemini-api/docs/thinking',
    examples: [
      "Unsupported parameter: 'reasoning.effort' is not supported with this model.",
      "Invalid 'reasoning.effort': 'low' is not supported with the 'gpt-5-pro' model.",
      'Argument not supported on this model: reasoning_effort',
      'This model does not support the effort parameter.',
      'adaptive thinking is not supported on this model',
      'Thinking level is not supported for this model.',
      'think value "low" is not supported for this model',
    ],
  },
];

/** Statuses of a request that is refused for what it is. Some servers answer 500 to a grammar or a template that they cannot use. */
const REFUSING = new Set([400, 405, 422, 500, 501]);

/** What a refusal teaches. */
export interface Lesson {
  readonly learnt: ModelProfile;
  readonly source: string;
}

/**
 * Returns what to say otherwise, by a refusal's words; null where it teaches nothing new. A server that refuses without a word why is asked in
 * the plainest form.
 */
export function lessonOf(
  { protocol, status, words }: { protocol: Protocol; status: number; words: string },
  known: ModelProfile,
): Lesson | null {
  if (!REFUSING.has(status)) return null;
  for (const refusal of REFUSALS) {
    if (!refusal.words.test(words) || refusal.unless?.test(words)) continue;
    const learnt = refusal.instead(known, words, protocol);
    if (learnt) return { learnt, source: `it refused with ${status}: ${words}` };
  }
  const isPlain = known.schema === 'prompt' && known.stream_options === false;
  if (
    protocol !== 'chat' ||
    status >= 500 ||
    status === 405 ||
    isPlain ||
    contextIn(words) !== null ||
    /context|too long|model|key/i.test(words)
  )
    return null;
  return { learnt: { schema: 'prompt', stream_options: false }, source: `it refused with ${status} and did not say what: ${words}` };
}

/**
 * The context that a refusal names. Sources: docs.vllm.ai and OpenAI ("maximum context length is"), llama.cpp's server ("the available context
 * size"), LM Studio ("context length of only"), Anthropic ("tokens > 200000 maximum"), Gemini ("exceeds the maximum number of tokens allowed"),
 * Groq and Together ("maximum context"), TGI ("`inputs` tokens + `max_new_tokens` must be <= 4096").
 */
const CONTEXT = [
  /maximum context length (?:is|of) ([\d,]+)/i,
  /context (?:length|window|size) (?:is|of)(?: only)? \(?([\d,]+)/i,
  /context (?:length|window|size)[^\d.]{0,40}\(?([\d,]+)/i,
  /available context size \(([\d,]+)/i,
  /"n_ctx" ?: ?([\d,]+)/i,
  /(?:tokens|length)[^.]{0,40}> ?([\d,]+) maximum/i,
  /maximum number of tokens allowed \(?([\d,]+)/i,
  /max_new_tokens[`'"]? must be <= ([\d,]+)/i,
  /max(?:imum)?_?(?:model|seq|sequence)?_?len(?:gth)?[^\d.]{0,30}([\d,]+)/i,
];

/** Returns the tokens that a model holds, by a refusal's own number; null where it names none. */
export const contextIn = (words: string): number | null => (/context|n_ctx|tokens|length/i.test(words) ? numberIn(words, CONTEXT) : null);
