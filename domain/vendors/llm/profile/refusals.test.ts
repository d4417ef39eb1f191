import { describe, expect, it } from 'vitest';
import { classifyStatus } from '../classify-error.ts';
import { failureReason } from '../failure-reason.ts';
import { contextIn, lessonOf } from './refusals.ts';
import type { ModelProfile } from './model-profile.ts';

const taught = (status: number, words: string, known: ModelProfile = {}) => lessonOf({ protocol: 'chat', status, words }, known)?.learnt;

describe('a request that exceeds a model’s context', () => {
  it.each<readonly [who: string, status: number, words: string, tokens: number | null]>([
    ['vLLM', 400, "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens (3000 in the messages).", 4_096],
    [
      'vLLM, of a prompt',
      400,
      'The decoder prompt (length 5000) is longer than the maximum model length of 4096. Make sure that it is no smaller.',
      4_096,
    ],
    [
      'llama.cpp',
      400,
      '{"error":{"code":400,"message":"request (5321 tokens) exceeds the context","n_prompt_tokens":5321,"n_ctx":4096}}',
      4_096,
    ],
    ['llama.cpp, in words', 400, 'the request exceeds the available context size, try increasing it', null],
    ['llama-cpp-python', 400, 'Requested tokens (5000) exceed context window of 4096', 4_096],
    ['LM Studio', 400, 'Cannot truncate prompt with n_keep (5000) >= n_ctx (4096)', 4_096],
    ['Claude', 400, 'prompt is too long: 210000 tokens > 200000 maximum', 200_000],
    [
      'Claude, with its answer',
      400,
      'input length and `max_tokens` exceed context limit: 190000 + 16000 > 200000, decrease input length',
      200_000,
    ],
    ['OpenAI', 400, 'Input tokens exceed the configured limit of 272000 tokens. Your messages resulted in 300000 tokens.', 272_000],
    ['OpenAI, without a number', 400, 'Your input exceeds the context window of this model. Please adjust your input and try again.', null],
    ['xAI', 400, "This model's maximum prompt length is 131072 but the request contains 140000 tokens.", 131_072],
    ['Mistral', 400, 'Prompt contains 33000 tokens and 0 draft tokens, too large for model with 32768 maximum context length', 32_768],
    ['TGI', 422, 'Input validation error: `inputs` must have less than 1024 tokens. Given: 3000', 1_024],
    ['Qwen', 400, 'Range of input length should be [1, 30720]', 30_720],
    ['Cohere', 400, 'too many tokens: total number of tokens in the prompt cannot exceed 4081 - received 5000.', 4_081],
    ['LiteLLM', 400, 'litellm.ContextWindowExceededError: litellm.BadRequestError', null],
    ['Bedrock', 400, 'ValidationException: Input is too long for requested model.', null],
    ['Groq', 413, 'Request too large for model `llama` on tokens per minute (TPM): Limit 6000, Requested 9000, please reduce', 6_000],
    ['OpenAI, of an account', 429, 'Request too large for gpt-4o on tokens per min (TPM): Limit 30000, Requested 40000.', 30_000],
  ])('is told from every other refusal: %s', (_, status, words, tokens) => {
    expect([contextIn(words), failureReason(status, words)]).toEqual([tokens, 'context_too_small']);
    expect(taught(status, words)).toBeUndefined();
    // waiting would not help
    expect(classifyStatus('openai', status, words).kind).toBe('broken');
  });

  it('is neither a rate limit nor a limit of the answer', () => {
    const busy = 'Rate limit reached for gpt-4o on tokens per min (TPM): Limit 30000, Used 29000, Requested 5000. Try again in 2s.';
    expect([contextIn(busy), failureReason(429, busy)]).toEqual([null, null]);
    expect(contextIn('max_new_tokens must be <= 2048')).toBeNull();
  });
});

describe('an output limit that a model rejects', () => {
  it.each([
    ['max_tokens must be at most 2048', 2_048],
    ['max_tokens: Input should be less than or equal to 4096', 4_096],
    ['Input should be less than or equal to 4096: max_tokens', 4_096],
    ['max_tokens should be less than 8193', 8_192],
    ['`max_tokens` cannot exceed 4096', 4_096],
    ['max_new_tokens must be <= 2048', 2_048],
    ['Range of max_tokens should be [1, 8192]', 8_192],
    ['supported range of maxOutputTokens is from 1 (inclusive) to 8193 (exclusive)', 8_192],
    ["Invalid 'max_tokens': integer above maximum value. Expected a value <= 4096, but got 16000 instead.", 4_096],
    ['max_tokens(16000) is greater than the model limit 8192', 8_192],
  ])('names the accepted limit: %s', (words, most) => expect(taught(400, words)).toEqual({ most_output: most }));
});

describe('a gateway’s rejection may have a status for keys and addresses', () => {
  it.each([
    [403, 'Streaming requests are not yet allowed.', { stream: 'whole' }],
    [404, 'No endpoints found that support structured outputs', { schema: 'json_object' }],
    [501, 'Constrained decoding is not implemented', { schema: 'json_object' }],
  ] as const)('%i %s', (status, words, learnt) => expect(taught(status, words)).toEqual(learnt));

  it('if it is named', () => {
    for (const [status, words] of [
      [403, 'Invalid API key'],
      [404, '404 page not found'],
      [404, 'model "qwen3-thinking" not found, try pulling it first'],
    ] as const)
      expect(taught(status, words)).toBeUndefined();
  });
});

it('a schema that is too complex for Gemini is described in words', () => {
  const words = 'The specified schema produces a constraint that has too many states for serving.';
  expect(lessonOf({ protocol: 'gemini', status: 400, words }, {})?.learnt).toEqual({ schema: 'json_object' });
});

describe('a request that is rejected for its content', () => {
  it.each([
    ['Azure', 400, "The response was filtered due to the prompt triggering Azure OpenAI's content management policy."],
    ['OpenAI', 400, 'Your request was rejected as a result of our safety system.'],
    ['Claude', 400, 'Output blocked by content filtering policy'],
    ['Qwen', 400, '<400> InternalError.Algo.DataInspectionFailed: Input data may contain inappropriate content.'],
    ['DeepSeek', 400, 'Content Exists Risk'],
    ['LiteLLM', 400, 'litellm.ContentPolicyViolationError: litellm.BadRequestError'],
    ['OpenRouter', 403, 'openai/gpt-4o requires moderation on OpenAI. Your input was flagged for "harassment".'],
  ])('is declined, and neither a wrong key nor a wrong parameter: %s', (_, status, words) => {
    expect(classifyStatus('openai', status, words)).toMatchObject({ code: 'vendors.refused', misconfigured: false });
    expect(taught(status, words)).toBeUndefined();
  });
});

describe('a problem that an operator must solve', () => {
  it.each([
    [403, 'Key limit exceeded (total limit). Manage it using https://openrouter.ai/settings/keys', 'no_credit'],
    [400, 'Budget has been exceeded! Current cost: 1.2, Max budget: 1.0', 'no_credit'],
    [400, 'You have reached your specified API usage limits. You will regain access on 2026-12-01 at 00:00 UTC.', 'no_credit'],
    [400, 'No models loaded. Please load a model in the developer page or use the lms load command.', 'unknown_model'],
    [400, 'The provided model identifier is invalid.', 'unknown_model'],
    [400, 'The model `mixtral-8x7b` has been decommissioned and is no longer supported.', 'unknown_model'],
  ] as const)('%i %s', (status, words, reason) => {
    expect(classifyStatus('openai', status, words)).toMatchObject({ reason, misconfigured: true });
  });

  it('does not concern a model that is still being started', () => {
    expect(classifyStatus('openai', 424, 'Model is getting ready to serve')).toMatchObject({
      code: 'vendors.unavailable',
      misconfigured: false,
    });
  });
});
