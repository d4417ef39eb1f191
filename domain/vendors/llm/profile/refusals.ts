import type { ModelProfile, Trait } from './model-profile.ts';
import type { Protocol } from './wire-forms.ts';

/** A kind of refusal, and the trait of the model that it reveals. */
export interface Refusal {
  /** Words that the refusal contains. */
  readonly words: RegExp;
  /** Words that it must not contain: they name the same parameter for another reason. */
  readonly unless?: RegExp;
  readonly trait: Trait;
  /** Returns the traits to try instead; null when nothing is left to try. */
  readonly instead: (known: ModelProfile, words: string, protocol: Protocol) => ModelProfile | null;
  /** The servers on which this refusal was observed. */
  readonly source: string;
  /** Example refusals, for the test. */
  readonly examples: readonly string[];
}

/** Words that reject a parameter itself, not its value. */
const NOT_TAKEN =
  'unsupported|not supported|not support|not allowed|not permitted|unrecogni[sz]ed|unknown|unexpected|unavailable|extra|forbidden|instead|invalid|deprecated|not (?:a )?valid';
/** Words about a number. */
const TOO_MUCH =
  /too large|at most|less than|lower than|maximum allowed|maximum value|valid range|range of|supported range|between|greater than|[<>]=? ?\d|exceed/i;

const once =
  <Name extends Trait>(trait: Name, value: ModelProfile[Name]) =>
  (known: ModelProfile): ModelProfile | null =>
    known[trait] === value ? null : ({ [trait]: value } as ModelProfile);

/** First a schema, then JSON of any form, then words alone. Anthropic has no JSON mode. */
function looser({ schema }: ModelProfile, _words: string, protocol: Protocol): ModelProfile | null {
  if (schema === 'prompt') return null;
  return { schema: schema === 'json_object' || protocol === 'messages' ? 'prompt' : 'json_object' };
}

/** Matches the largest output limit that a refusal names. */
const MOST_OUTPUT = [
  /at most ([\d,]+) (?:completion|output) tokens/i,
  /max_(?:completion_|output_)?tokens:? [\d,]+ ?> ?([\d,]+)/i,
  /max_(?:completion_|output_)?tokens[^.]{0,80}less than or equal to [`'"]?([\d,]+)/i,
  /max_(?:completion_|output_)?tokens[^.]{0,60}\[ ?1, ?([\d,]+)\]/i,
  /max_(?:completion_|output_|new_)?tokens[^.\d]{0,60}(?:at most|less than|lower than|cannot exceed|must not exceed|<=?|1 (?:and|to|-)) ?([\d,]+)/i,
  /(?:less than or equal to|at most|<=) ([\d,]+)[^.\d]{0,30}max_(?:completion_|output_|new_)?tokens/i,
  /max_(?:completion_|output_|new_)?tokens['"`]?: integer above maximum value[^\d]{0,40}([\d,]+)/i,
  /max_(?:completion_|output_|new_)?tokens[^.]{0,40}(?:greater than|exceeds?|above) the model(?:['’]s)? (?:limit|maximum)[^\d.]{0,10}([\d,]+)/i,
  /maximum tokens you requested exceeds the model limit of ([\d,]+)/i,
];
/** The same, where the number itself is too large. */
const TOO_MANY_OUTPUT = [
  /max(?:_output_t|OutputT)okens[^.]{0,120}1 \(inclusive\) to ([\d,]+) \(exclusive\)/i,
  /max_tokens[^.\d]{0,40}less than (?!or)([\d,]+)/i,
];
function mostOutputIn(words: string): number | null {
  const above = numberIn(words, TOO_MANY_OUTPUT);
  return above === null ? numberIn(words, MOST_OUTPUT) : above - 1;
}

export const numberIn = (text: string, patterns: readonly RegExp[]): number | null => {
  for (const pattern of patterns) {
    const found = Number(pattern.exec(text)?.[1]?.replaceAll(',', ''));
    if (found > 0) return found;
  }
  return null;
};

/**
 * The refusals of servers and vendors, and what is tried instead within the same call; the first that teaches something new counts. The
 * output limit and the schema are only ever expressed in another way, never dropped.
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
      /verified to stream|["'`]?stream["'`]?(?:ing)?["'`]?[^.]{0,60}(?:not supported|unsupported|must be false|not (?:yet )?allowed|not (?:yet )?implemented|not available)|(?:unsupported|not support)[^.]{0,40}["'`]?\bstream(?:ing)?\b/i,
    trait: 'stream',
    instead: once('stream', 'whole'),
    source: 'help.openai.com/en/articles/10910291 (organization verification), github.com/charmbracelet/crush/issues/422',
    examples: [
      'Your organization must be verified to stream this model. Please go to: https://platform.openai.com/settings/organization/general',
      "Unsupported value: 'stream' does not support true with this model. Only the default (false) value is supported.",
      'Streaming is not supported for this model',
      'Streaming requests are not yet allowed.',
    ],
  },
  {
    words: /max_(?:completion_|output_|new_)?tokens|maxOutputTokens|maximum tokens/i,
    // a number this large is the whole context
    unless: /`inputs`|\binputs?\b[^.]{0,40}\+/i,
    trait: 'most_output',
    instead: ({ most_output: known = Infinity }, words) => {
      const most = mostOutputIn(words);
      return most !== null && most < known ? { most_output: most } : null;
    },
    source:
      'docs.claude.com/en/api/errors, console.groq.com/docs/errors, api-docs.deepseek.com, community.openai.com (gpt-4-turbo), docs.aws.amazon.com/bedrock (model limit), docs.litellm.ai/docs/exception_mapping',
    examples: [
      'max_tokens is too large: 16000. This model supports at most 4096 completion tokens, whereas you provided 16000.',
      'max_tokens: 8192 > 4096, which is the maximum allowed number of output tokens for claude-3-haiku-20240307',
      '`max_tokens` must be less than or equal to `8192`, the maximum value for `max_tokens` is less than the `context_window` for this model',
      'Invalid max_tokens value, the valid range of max_tokens is [1, 8192]',
      "Invalid 'max_tokens': integer above maximum value. Expected a value <= 4096, but got 16000 instead.",
      'max_tokens must be at most 2048',
      'max_tokens should be less than 8193',
      'max_completion_tokens must be between 1 and 8192',
      '`max_tokens` cannot exceed 4096',
      'max_tokens(16000) is greater than the model limit 8192',
      'The maximum tokens you requested exceeds the model limit of 4096. Try again with a maximum tokens value that is lower than 4096.',
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
      /response_?format|json_?schema|json[_ ]object|json[_ ]mode|structured[_ ]?outputs?|\bgrammar\b|guided_|output_(?:config|format)|response_?(?:json_?)?schema|response_?mime_?type|text\.format|compiled schema|invalid schema|schema (?:is too|produces|compil|too)|too many states|constrained (?:decoding|generation|sampling)|\b(?:xgrammar|outlines|FSM)\b/i,
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
      'The specified schema produces a constraint that has too many states for serving.',
      'Constrained decoding is not implemented for this model',
      'xgrammar failed to compile the grammar',
    ],
  },
  {
    words:
      /system (?:role|message|prompt|instruction)s?[^.]{0,60}(?:not|unsupported)|(?:not|n['’]t) support[^.]{0,30}system (?:role|message|prompt|instruction)|unknown variant `(?:system|developer)`|should be ['"`]user['"`] or ['"`]assistant['"`]|(?:first message|start|begin)[^.]{0,40}\buser\b|roles? must alternate|only user[^.]{0,60}roles? (?:are|is) supported|(?:developer|system) instruction is not enabled|(?:unsupported|unknown|invalid)[^.]{0,40}role|role[^.]{0,60}(?:'system'|"system"|'developer')/i,
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
      "This model doesn't support system messages.",
      'messages[0].role: unknown variant `developer`, expected one of `user`, `assistant`',
      'A conversation must start with a user message. Try again with a conversation that starts with a user message.',
      "messages.0.role: Input should be 'user' or 'assistant'",
    ],
  },
  {
    words: /reasoning|thinking|\bthink\b|\beffort\b/i,
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

/** Statuses of a request that is refused for its form. Some servers answer 500 to a grammar or a template that they cannot use. */
const REFUSING = new Set([400, 405, 422, 500, 501]);
/** Statuses with which a gateway may say the same, but only if it names the rejected part: otherwise they concern a key or an address. */
const REFUSING_BY_NAME = new Set([403, 404]);

const NAMED_REFUSAL =
  /^(?![^]*\b(?:api[ _-]?key|page)\b)[^]*(?:streaming requests|support (?:structured outputs?|response_format|json)|requested parameters)/i;

/** The traits that a refusal teaches. */
export interface Lesson {
  readonly learnt: ModelProfile;
  readonly source: string;
}

/**
 * Returns the traits that a refusal's words teach; null when they teach nothing new. After a refusal without an explanation, the plainest
 * form is tried.
 */
export function lessonOf(
  { protocol, status, words }: { protocol: Protocol; status: number; words: string },
  known: ModelProfile,
): Lesson | null {
  if (isContentRefusal(words)) return null;
  const isNamed = REFUSING_BY_NAME.has(status);
  if (!REFUSING.has(status) && !(isNamed && NAMED_REFUSAL.test(words))) return null;
  for (const refusal of REFUSALS) {
    if (!refusal.words.test(words) || refusal.unless?.test(words)) continue;
    const learnt = refusal.instead(known, words, protocol);
    if (learnt) return { learnt, source: `it refused with ${status}: ${words}` };
  }
  if (isNamed) return null;
  const isPlain = known.schema === 'prompt' && known.stream_options === false;
  if (
    protocol !== 'chat' ||
    status >= 500 ||
    status === 405 ||
    isPlain ||
    contextIn(words) !== null ||
    isTooLong(words) ||
    /context|too long|model|key/i.test(words)
  )
    return null;
  return { learnt: { schema: 'prompt', stream_options: false }, source: `it refused with ${status} and did not say what: ${words}` };
}

/**
 * Matches the context size that a refusal names. Sources: docs.vllm.ai and OpenAI ("maximum context length is"), llama.cpp's server ("the
 * available context size"), LM Studio ("context length of only"), Anthropic ("tokens > 200000 maximum"), Gemini ("exceeds the maximum
 * number of tokens allowed"), Groq and Together ("maximum context"), TGI ("`inputs` tokens + `max_new_tokens` must be <= 4096").
 */
const CONTEXT = [
  /maximum context length (?:is|of) ([\d,]+)/i,
  /context (?:length|window|size) (?:is|of)(?: only)? \(?([\d,]+)/i,
  /context (?:length|window|size)[^\d.]{0,40}\(?([\d,]+)/i,
  /available context size \(([\d,]+)/i,
  /"n_ctx" ?: ?([\d,]+)/i,
  /(?:tokens|length)[^.]{0,40}> ?([\d,]+) maximum/i,
  /maximum number of tokens allowed \(?([\d,]+)/i,
  /inputs[^.]{0,20}\+ [`'"]?max_new_tokens[`'"]? must be <= ([\d,]+)/i,
  /exceed context (?:limit|window)[^>]{0,40}> ([\d,]+)/i,
  /n_ctx \(([\d,]+)\)/i,
  /(?:model with|configured limit of|limit is|maximum prompt length is|maximum input length of|limit \() ?([\d,]+)/i,
  /`inputs` must have less than ([\d,]+)/i,
  /range of input length should be \[1, ?([\d,]+)/i,
  /(?:total|number of) (?:number of )?tokens[^.]{0,60}(?:cannot|must not|may not|not) exceed ([\d,]+)/i,
  /limit:? ([\d,]+), requested:? [\d,]+/i,
  /max(?:imum)?[_ ]?(?:model|seq|sequence)?[_ ]?len(?:gth)?[^\d.]{0,30}([\d,]+)/i,
];
/** Words for a request that exceeds a model's context, with or without a number. */
const TOO_LONG =
  /context[_ ]?(?:length|window|size|limit|overflow)|\bn_ctx\b|prompt is too long|too many (?:input )?tokens|maximum (?:input|context|prompt)|inputs? (?:is |are )?(?:too long|longer than)|decoder prompt|reduce (?:the length|your message)|input tokens exceed|(?:input|prompt|sequence) length[^.]{0,60}(?:exceed|should be|longer)|total (?:number of )?tokens[^.]{0,60}exceed|request too large for model|exceeds the available context/i;
export const isTooLong = (words: string): boolean => TOO_LONG.test(words);

/**
 * Words that reject a request or its answer for its content. Sources: learn.microsoft.com (Azure: content_filter), help.aliyun.com
 * (data_inspection_failed), api-docs.deepseek.com (Content Exists Risk), openrouter.ai/docs/api-reference/errors (403, flagged),
 * docs.claude.com (content filtering policy), OpenAI (safety system), docs.aws.amazon.com/bedrock (guardrail).
 */
const CONTENT_REFUSAL =
  /content[_ ]?(?:filter|management|policy|moderation)|content filtering|safety (?:system|polic|setting|filter)|data_?inspection|inappropriate content|content exists risk|flagged (?:for|as|by)|\bwas flagged|requires moderation|responsible ai polic|usage polic|sensitive (?:content|words)|guardrail|prompt_?blocked|blocked by (?:our |the )?(?:content|safety)/i;
/** Tells whether a request was rejected for its content: another service may accept it, and no operator has to act. */
export const isContentRefusal = (words: string): boolean => CONTENT_REFUSAL.test(words);

/** Returns the model's context size in tokens, if a refusal names it; null otherwise. */
export const contextIn = (words: string): number | null => (/context|n_ctx|tokens|length/i.test(words) ? numberIn(words, CONTEXT) : null);
