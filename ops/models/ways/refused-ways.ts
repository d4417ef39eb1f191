import { isObject } from '../../sandbox/wire/wire.ts';
import type { Call } from '../stand-in/call.ts';
import { refuse, type Way } from './way.ts';

const formatType = ({ body }: Call): unknown => (isObject(body['response_format']) ? body['response_format']['type'] : undefined);
const hasSchema = (call: Call): boolean => formatType(call) === 'json_schema';
const hasJson = (call: Call): boolean => formatType(call) === 'json_object';
const has = (name: string) => (call: Call) => name in call.body;
const effortOf = ({ body }: Call): unknown =>
  (isObject(body['reasoning']) ? body['reasoning']['effort'] : undefined) ?? body['reasoning_effort'];
const roles = ({ body }: Call): unknown[] =>
  Array.isArray(body['messages']) ? body['messages'].filter(isObject).map(({ role }) => role) : [];
const needs = ({ inputTokens, mostTokens }: Call): number => inputTokens + (mostTokens ?? 0);
const WINDOW = 4_096;

const schema = (id: string, source: string, servers: string, refuses: Way['refuses'], rest: Partial<Way> = {}): Way => ({
  id,
  kind: 'schema refused',
  source,
  servers,
  must: 'right',
  ...(refuses && { refuses }),
  ...rest,
});
const parameter = (id: string, source: string, servers: string, refuses: Way['refuses'], rest: Partial<Way> = {}): Way => ({
  ...schema(id, source, servers, refuses, rest),
  kind: 'parameter refused',
});
const account = (id: string, source: string, servers: string, cause: RegExp, refuses: Way['refuses'], rest: Partial<Way> = {}): Way => ({
  ...schema(id, source, servers, refuses, rest),
  kind: 'account',
  must: { cause },
});
const context = (id: string, source: string, servers: string, refuses: Way['refuses']): Way => ({
  ...schema(id, source, servers, refuses),
  kind: 'context too small',
  must: { cause: /context|token|window|long/i },
});

/** What a server refuses, and how it says so. */
export const REFUSED_WAYS: readonly Way[] = [
  schema(
    'schema-unavailable',
    'llm-exe/llm-exe#662',
    'DeepSeek',
    refuse(400, 'This response_format type is unavailable now', { code: 'invalid_request_error' }, hasSchema),
    { isTested: true, purposes: ['course', 'mentor'] },
  ),
  schema(
    'schema-unavailable-422',
    'dzhng/deep-research#22',
    'DeepSeek',
    refuse(
      422,
      'Failed to deserialize the JSON body into the target type: response_format: response_format.type `json_schema` is unavailable now at line 1 column 1193',
      {},
      hasSchema,
    ),
    { isTested: true },
  ),
  schema(
    'schema-unknown-variant',
    'browser-use/browser-use#215',
    'DeepSeek',
    refuse(422, 'response_format.type: unknown variant `json_schema`, expected `text` or `json_object`', {}, hasSchema),
  ),
  schema(
    'schema-fails-in-grammar',
    'ggml-org/llama.cpp#22396',
    'llama.cpp',
    refuse(400, 'Failed to initialize samplers: failed to parse grammar', {}, hasSchema),
  ),
  schema(
    'schema-fails-as-500',
    'ggml-org/llama.cpp#23775',
    'llama.cpp, Ollama',
    refuse(500, 'failed to load model vocabulary required for format: failed to parse grammar', { type: 'server_error' }, hasSchema),
  ),
  schema('json-mode-refused', 'lmstudio-ai/lmstudio-bug-tracker#189', 'LM Studio', (call) =>
    hasJson(call) ? { status: 400, body: { error: "'response_format.type' must be 'json_schema' or 'text'" } } : null,
  ),
  schema(
    'schema-then-json-mode-refused',
    'deepseek-ai/DeepSeek-R1#614',
    'models of reasoning',
    refuse(
      400,
      "'response_format' is not supported with this model.",
      { param: 'response_format', code: 'unsupported_parameter' },
      has('response_format'),
    ),
    { isTested: true, purposes: ['course', 'mentor', 'cards'] },
  ),
  schema(
    'schema-needs-the-word-json',
    'reVrost/go-openrouter#21',
    'OpenAI behind OpenRouter',
    refuse(
      400,
      "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
      {},
      (call) => hasJson(call) && !/json/i.test(call.system + call.user),
    ),
  ),
  schema(
    'schema-extra-inputs',
    'BerriAI/litellm#11696',
    'Mistral on Azure',
    refuse(
      422,
      '{"detail":[{"type":"extra_forbidden","loc":["body","response_format","json_schema"],"msg":"Extra inputs are not permitted"}]}',
      {},
      hasSchema,
    ),
  ),
  schema('schema-ignored', 'dottxt-ai/outlines#1221', 'Ollama before 0.5', undefined, {
    text: (answer) => `Here is the answer.\n\n\`\`\`json\n${JSON.stringify(JSON.parse(answer), null, 2)}\n\`\`\``,
  }),
  schema(
    'schema-too-large',
    'anthropics/anthropic-sdk-python#1185',
    'Claude',
    (call) =>
      isObject(call.body['output_config']) && 'format' in call.body['output_config']
        ? {
            status: 400,
            body: {
              type: 'error',
              error: {
                type: 'invalid_request_error',
                message:
                  'The compiled grammar is too large, which would cause performance issues. Simplify your tool schemas or reduce the number of strict tools.',
              },
            },
          }
        : null,
    { format: 'messages' },
  ),
  parameter(
    'max-tokens',
    'teilomillet/gollm#33',
    'OpenAI’s models of reasoning',
    refuse(
      400,
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      { param: 'max_tokens', code: 'unsupported_parameter' },
      has('max_tokens'),
    ),
    { isTested: true, purposes: ['course', 'mentor'] },
  ),
  parameter(
    'max-completion-tokens',
    'https://docs.ollama.com/api/openai-compatibility',
    'servers older than the field',
    refuse(400, 'Unrecognized request argument supplied: max_completion_tokens', {}, has('max_completion_tokens')),
  ),
  parameter(
    'max-tokens-above-the-model’s',
    'https://api-docs.deepseek.com/api/create-chat-completion',
    'DeepSeek',
    refuse(400, 'Invalid max_tokens value, the valid range of max_tokens is [1, 8192]', {}, ({ mostTokens }) => (mostTokens ?? 0) > 8_192),
    { contextTokens: 131_072 },
  ),
  parameter(
    'stream-options',
    'openai/openai-python#1469',
    'Azure',
    refuse(400, 'Unrecognized request argument supplied: stream_options', {}, has('stream_options')),
    { isTested: true },
  ),
  parameter(
    'stream-options-unknown',
    'feiskyer/chatgpt-copilot#173',
    'gateways',
    refuse(400, "Unknown parameter: 'stream_options'.", { param: 'stream_options', code: 'unknown_parameter' }, has('stream_options')),
  ),
  parameter('stream-options-422', 'openai/openai-agents-python#442', 'Mistral', (call) =>
    'stream_options' in call.body
      ? {
          status: 422,
          body: {
            object: 'error',
            message: {
              detail: [
                {
                  type: 'extra_forbidden',
                  loc: ['body', 'stream_options', 'include_usage'],
                  msg: 'Extra inputs are not permitted',
                  input: true,
                },
              ],
            },
            type: 'invalid_request_error',
            param: null,
            code: null,
          },
        }
      : null,
  ),
  parameter('streaming-not-allowed', 'langgenius/dify#9591', 'Azure', (call) =>
    call.body['stream'] === true
      ? { status: 403, body: { error: { message: 'Streaming requests are not yet allowed.', code: 403 } } }
      : null,
  ),
  parameter(
    'streaming-unsupported',
    'BerriAI/litellm#11696',
    'OpenAI’s o1, gateways',
    refuse(
      400,
      "Unsupported value: 'stream' does not support true with this model. Supported values are: false.",
      { param: 'stream', code: 'unsupported_value' },
      ({ body }) => body['stream'] === true,
    ),
  ),
  parameter(
    'system-role',
    'vllm-project/vllm#2964',
    'Gemma on vLLM',
    (call) =>
      roles(call).includes('system')
        ? { status: 400, body: { object: 'error', message: 'System role not supported', type: 'BadRequestError', param: null, code: 400 } }
        : null,
    { isTested: true, purposes: ['course', 'mentor'] },
  ),
  parameter(
    'roles-must-alternate',
    'suitenumerique/conversations#197',
    'Gemma 3 on vLLM',
    refuse(
      400,
      'Conversation roles must alternate user/assistant/user/assistant/... Conversation roles must alternate user/assistant/user/assistant/...',
      { type: 'BadRequestError', code: 400 },
      (call) => roles(call)[0] === 'system',
    ),
  ),
  parameter('roles-must-alternate-500', 'EricLBuehler/mistral.rs#506', 'mistral.rs', (call) =>
    roles(call).includes('system')
      ? { status: 500, body: { message: 'invalid operation: System role not supported (in chat_template:1)' } }
      : null,
  ),
  parameter(
    'temperature',
    'moona3k/macparakeet#1087',
    'models of reasoning, Kimi',
    refuse(
      400,
      "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.",
      { param: 'temperature', code: 'unsupported_value' },
      has('temperature'),
    ),
  ),
  parameter(
    'reasoning-effort-chat',
    'charmbracelet/crush#2982',
    'models that cannot think',
    refuse(400, '"qwen3:8b" does not support thinking', {}, has('reasoning_effort')),
  ),
  parameter(
    'reasoning-summary',
    'continuedev/continue#12047',
    'OpenAI, unverified organisations',
    refuse(
      400,
      'Your organization must be verified to generate reasoning summaries. Please go to: https://platform.openai.com/settings/organization/general and click on Verify Organization.',
      { param: 'reasoning.summary', code: 'unsupported_value' },
      ({ body }) => isObject(body['reasoning']) && 'summary' in body['reasoning'],
    ),
    { format: 'responses', isTested: true, purposes: ['course', 'mentor'] },
  ),
  parameter(
    'reasoning-effort-old-model',
    'openai/openai-python#2194',
    'OpenAI’s older models',
    refuse(
      400,
      "Unsupported parameter: 'reasoning.effort' is not supported with this model.",
      { param: 'reasoning.effort', code: 'unsupported_parameter' },
      (call) => effortOf(call) !== undefined,
    ),
    { format: 'responses' },
  ),
  parameter(
    'reasoning-effort-value',
    'matsonj/eval-connections#12',
    'OpenAI, OpenRouter',
    refuse(
      400,
      "Unsupported value: 'low' is not supported with this model. Supported values are: 'medium'.",
      { param: 'reasoning.effort', code: 'unsupported_value' },
      (call) => effortOf(call) === 'low',
    ),
    { format: 'responses' },
  ),
  parameter(
    'thinking-config',
    'https://ai.google.dev/gemini-api/docs/thinking',
    'Gemini’s older models',
    (call) =>
      isObject(call.body['generationConfig']) && 'thinkingConfig' in call.body['generationConfig']
        ? { status: 400, body: { error: { code: 400, message: 'Thinking is not enabled for this model', status: 'INVALID_ARGUMENT' } } }
        : null,
    { format: 'gemini' },
  ),
  parameter(
    'effort-claude',
    'https://platform.claude.com/docs/en/build-with-claude/effort',
    'Claude’s older models',
    (call) =>
      isObject(call.body['output_config']) && 'effort' in call.body['output_config']
        ? {
            status: 400,
            body: { type: 'error', error: { type: 'invalid_request_error', message: 'This model does not support the effort parameter.' } },
          }
        : null,
    { format: 'messages' },
  ),
  parameter(
    'thinking-claude',
    'https://platform.claude.com/docs/en/build-with-claude/adaptive-thinking',
    'Claude’s older models',
    (call) =>
      'thinking' in call.body
        ? {
            status: 400,
            body: { type: 'error', error: { type: 'invalid_request_error', message: 'adaptive thinking is not supported on this model' } },
          }
        : null,
    { format: 'messages' },
  ),
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
  {
    id: 'context-cut-without-a-word',
    kind: 'context too small',
    source: 'ralphgrewe/TradingAgents#168',
    servers: 'Ollama',
    must: { cause: /context|token|window|short|long/i },
    isTested: true,
    // the beginning of the prompt is dropped, and with it what the answer should be
    text: (answer, call) =>
      call.inputTokens > WINDOW - 600
        ? 'This lesson explains the idea in simple words. You first look at it, and then you try it.'
        : answer,
    delivery: (call, text) =>
      call.inputTokens > WINDOW - 600
        ? { usage: { input: WINDOW - 1, output: 20 } }
        : { finish: text.length / 4 > WINDOW - call.inputTokens ? 'length' : 'stop', text: text.slice(0, (WINDOW - call.inputTokens) * 4) },
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
    'no-such-model',
    'ollama/ollama#8470',
    'Ollama',
    /model|404/i,
    refuse(404, "model 'qwen3:8b' not found", { type: 'not_found_error' }),
  ),
];
