import type { Call } from '../stand-in/call.ts';
import { refuse, refusing, type Way } from './way.ts';

const needs = ({ inputTokens, mostTokens }: Call): number => inputTokens + (mostTokens ?? 0);
const WINDOW = 4_096;
/** A window in which a course is written whole, lesson by lesson. */
const SMALL_WINDOW = 8_192;
const SMALL_ANSWER = 4_096;
const account = (id: string, source: string, servers: string, cause: RegExp, refuses: Way['refuses'], rest: Partial<Way> = {}): Way => ({
  ...refusing('account', id, source, servers, refuses, rest),
  must: { cause },
});
const context = (id: string, source: string, servers: string, refuses: Way['refuses']): Way =>
  refusing('context too small', id, source, servers, refuses, { must: { cause: /context|window|tokens it holds/i } });

/** Windows that are too small, wrong keys, and empty accounts: problems that only an operator can solve. */
export const WINDOW_WAYS: readonly Way[] = [
  context('context-vllm', 'vllm-project/vllm#20409', 'vLLM', (call) =>
    needs(call) > WINDOW
      ? {
          status: 400,
          body: {
            object: 'error',
            message: `This model's maximum context length is ${WINDOW} tokens. However, you requested ${needs(call)} tokens (${call.inputTokens} in the messages, ${call.mostTokens} in the completion). Please reduce the length of the messages or completion.`,
            type: 'BadRequestError',
            param: null,
            code: 400,
          },
        }
      : null,
  ),
  context('context-llama-cpp', 'ggml-org/llama.cpp#15780', 'llama.cpp', (call) =>
    call.inputTokens > WINDOW - 600
      ? {
          status: 400,
          body: {
            error: {
              code: 400,
              message: 'the request exceeds the available context size. try increasing the context size or enable context shift',
              type: 'exceed_context_size_error',
              n_prompt_tokens: call.inputTokens,
              n_ctx: WINDOW,
            },
          },
        }
      : null,
  ),
  context('context-ollama', 'ollama/ollama#17889', 'Ollama', (call) =>
    call.inputTokens > WINDOW / 2
      ? {
          status: 400,
          body: {
            error: {
              message: `prompt is too long: ${call.inputTokens} tokens, the context window is ${WINDOW}`,
              type: 'invalid_request_error',
              param: null,
              code: null,
            },
          },
        }
      : null,
  ),
  context('context-lm-studio', 'lmstudio-ai/lmstudio-bug-tracker#189', 'LM Studio', (call) =>
    call.inputTokens > WINDOW / 2
      ? { status: 400, body: { error: `Cannot truncate prompt with n_keep (${call.inputTokens}) >= n_ctx (${WINDOW / 2})` } }
      : null,
  ),
  context('context-tgi', 'https://huggingface.co/docs/text-generation-inference/reference/launcher', 'TGI', (call) =>
    call.inputTokens > WINDOW / 2
      ? {
          status: 422,
          body: {
            error: `Input validation error: \`inputs\` must have less than ${WINDOW / 2} tokens. Given: ${call.inputTokens}`,
            error_type: 'validation',
          },
        }
      : null,
  ),
  context('context-of-a-minute', 'elizaOS/eliza#4040', 'Groq', (call) =>
    needs(call) > WINDOW
      ? {
          status: 413,
          body: {
            error: {
              message: `Request too large for model \`qwen3:8b\` in organization \`org\` service tier \`on_demand\` on tokens per minute (TPM): Limit ${WINDOW}, Requested ${needs(call)}, please reduce your message size and try again.`,
              type: 'tokens',
              code: 'rate_limit_exceeded',
            },
          },
        }
      : null,
  ),
  context('context-in-the-stream', 'coddy-project/coddy-agent#106', 'llama.cpp before September 2025', (call) =>
    call.inputTokens > WINDOW - 600
      ? {
          status: 200,
          headers: { 'content-type': 'text/event-stream' },
          body: 'error: {"code":400,"message":"the request exceeds the available context size. try increasing the context size or enable context shift","type":"invalid_request_error"}\n\ndata: [DONE]\n\n',
        }
      : null,
  ),
  {
    id: 'context-cut-without-a-word',
    kind: 'context too small',
    source: 'ralphgrewe/TradingAgents#168',
    servers: 'Ollama',
    must: { cause: /context|token|window|short|long/i },
    isTested: true,
    // the beginning of the prompt is dropped, including what the answer should be
    text: (answer, call) =>
      call.inputTokens > WINDOW - 600
        ? 'This lesson explains the idea in simple words. You first look at it, and then you try it.'
        : answer,
    delivery: (call, text) =>
      call.inputTokens > WINDOW - 600
        ? { usage: { input: WINDOW - 1, output: 20 } }
        : { finish: text.length / 4 > WINDOW - call.inputTokens ? 'length' : 'stop', text: text.slice(0, (WINDOW - call.inputTokens) * 4) },
  },
  {
    ...refusing('context too small', 'window-of-8192', 'vllm-project/vllm#20409', 'vLLM', (call) =>
      needs(call) > SMALL_WINDOW || (call.mostTokens ?? 0) > SMALL_ANSWER
        ? {
            status: 400,
            body: {
              object: 'error',
              message:
                (call.mostTokens ?? 0) > SMALL_ANSWER
                  ? `max_tokens is too large: ${call.mostTokens}. This model supports at most ${SMALL_ANSWER} completion tokens.`
                  : `This model's maximum context length is ${SMALL_WINDOW} tokens. However, you requested ${needs(call)} tokens (${call.inputTokens} in the messages, ${call.mostTokens} in the completion). Please reduce the length of the messages or completion.`,
              type: 'BadRequestError',
              param: null,
              code: 400,
            },
          }
        : null,
    ),
    must: 'right',
    contextTokens: SMALL_WINDOW,
    isWhole: true,
    isTested: true,
  },
  account(
    'wrong-key',
    'https://openrouter.ai/docs/api-reference/errors',
    'any',
    /key|401/i,
    refuse(401, 'Incorrect API key provided: none.', { code: 'invalid_api_key' }),
  ),
  account(
    'no-credit',
    'Gitlawb/openclaude#43',
    'OpenRouter',
    /credit|balance|paid|402/i,
    refuse(402, 'Insufficient credits. Add more using https://openrouter.ai/settings/credits', { code: 402 }),
    { isTested: true },
  ),
  account(
    'no-credit-for-so-many-tokens',
    'QwenLM/qwen-code#73',
    'OpenRouter',
    /credit|402/i,
    refuse(
      402,
      'This request requires more credits, or fewer max_tokens. You requested up to 16384 tokens, but can only afford 3919.',
      { code: 402 },
      ({ mostTokens }) => (mostTokens ?? 0) > 3_919,
    ),
  ),
  account(
    'quota-as-429',
    'https://developers.openai.com/api/docs/guides/error-codes',
    'OpenAI',
    /quota|credit|billing|429/i,
    refuse(429, 'You exceeded your current quota, please check your plan and billing details.', {
      type: 'insufficient_quota',
      code: 'insufficient_quota',
    }),
    { format: 'responses' },
  ),
  account(
    'budget-of-a-key',
    'BerriAI/litellm#4208',
    'LiteLLM',
    /credit|budget|paid/i,
    refuse(400, 'Budget has been exceeded! Current cost: 0.0010747, Max budget: 0.0', { type: 'auth_error', code: 400 }),
  ),
  account(
    'limit-of-a-key',
    'https://openrouter.ai/docs/api-reference/errors',
    'OpenRouter',
    /credit|limit|paid/i,
    refuse(403, 'Key limit exceeded (total limit). Manage it using https://openrouter.ai/settings/keys', { code: 403 }),
  ),
  account(
    'no-model-loaded',
    'lmstudio-ai/lmstudio-bug-tracker#1730',
    'LM Studio',
    /model/i,
    refuse(400, "No models loaded. Please load a model in the developer page or use the 'lms load' command.", { param: 'model' }),
  ),
  account(
    'no-such-model',
    'ollama/ollama#8470',
    'Ollama',
    /model|404/i,
    refuse(404, "model 'qwen3:8b' not found", { type: 'not_found_error' }),
  ),
];
