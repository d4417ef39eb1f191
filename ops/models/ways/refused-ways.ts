import { isObject } from '../../sandbox/wire/wire.ts';
import type { Call } from '../stand-in/call.ts';
import { refuse, refusing, type Way } from './way.ts';

const has = (name: string) => (call: Call) => name in call.body;
const effortOf = ({ body }: Call): unknown =>
  (isObject(body['reasoning']) ? body['reasoning']['effort'] : undefined) ?? body['reasoning_effort'];
const roles = ({ body }: Call): unknown[] =>
  Array.isArray(body['messages']) ? body['messages'].filter(isObject).map(({ role }) => role) : [];

/** Parameters and roles that servers refuse, with their error messages. */
export const REFUSED_WAYS: readonly Way[] = [
  refusing(
    'parameter refused',
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
  refusing(
    'parameter refused',
    'max-completion-tokens',
    'https://docs.ollama.com/api/openai-compatibility',
    'servers older than the field',
    refuse(400, 'Unrecognized request argument supplied: max_completion_tokens', {}, has('max_completion_tokens')),
  ),
  refusing(
    'parameter refused',
    'max-tokens-above-the-model’s',
    'https://api-docs.deepseek.com/api/create-chat-completion',
    'DeepSeek',
    refuse(400, 'Invalid max_tokens value, the valid range of max_tokens is [1, 8192]', {}, ({ mostTokens }) => (mostTokens ?? 0) > 8_192),
    { contextTokens: 131_072 },
  ),
  refusing(
    'parameter refused',
    'max-tokens-below-a-value',
    'RooCodeInc/Roo-Code#5729',
    'OpenAI, Azure, gateways',
    refuse(
      400,
      "Invalid 'max_tokens': integer above maximum value. Expected a value <= 4096, but got a larger one instead.",
      { param: 'max_tokens', code: 'integer_above_max_value' },
      ({ mostTokens }) => (mostTokens ?? 0) > 4_096,
    ),
    { contextTokens: 131_072 },
  ),
  refusing(
    'parameter refused',
    'stream-options',
    'openai/openai-python#1469',
    'Azure',
    refuse(400, 'Unrecognized request argument supplied: stream_options', {}, has('stream_options')),
    { isTested: true },
  ),
  refusing(
    'parameter refused',
    'stream-options-unknown',
    'feiskyer/chatgpt-copilot#173',
    'gateways',
    refuse(400, "Unknown parameter: 'stream_options'.", { param: 'stream_options', code: 'unknown_parameter' }, has('stream_options')),
  ),
  refusing('parameter refused', 'stream-options-422', 'openai/openai-agents-python#442', 'Mistral', (call) =>
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
  refusing('parameter refused', 'streaming-not-allowed', 'langgenius/dify#9591', 'Azure', (call) =>
    call.body['stream'] === true
      ? { status: 403, body: { error: { message: 'Streaming requests are not yet allowed.', code: 403 } } }
      : null,
  ),
  refusing(
    'parameter refused',
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
  refusing(
    'parameter refused',
    'system-role',
    'vllm-project/vllm#2964',
    'Gemma on vLLM',
    (call) =>
      roles(call).includes('system')
        ? { status: 400, body: { object: 'error', message: 'System role not supported', type: 'BadRequestError', param: null, code: 400 } }
        : null,
    { isTested: true, purposes: ['course', 'mentor'] },
  ),
  refusing(
    'parameter refused',
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
  refusing('parameter refused', 'roles-must-alternate-500', 'EricLBuehler/mistral.rs#506', 'mistral.rs', (call) =>
    roles(call).includes('system')
      ? { status: 500, body: { message: 'invalid operation: System role not supported (in chat_template:1)' } }
      : null,
  ),
  refusing(
    'parameter refused',
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
  refusing(
    'parameter refused',
    'reasoning-effort-chat',
    'charmbracelet/crush#2982',
    'models that cannot think',
    refuse(400, '"qwen3:8b" does not support thinking', {}, has('reasoning_effort')),
  ),
  refusing(
    'parameter refused',
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
  refusing(
    'parameter refused',
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
  refusing(
    'parameter refused',
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
  refusing(
    'parameter refused',
    'thinking-config',
    'https://ai.google.dev/gemini-api/docs/thinking',
    'Gemini’s older models',
    (call) =>
      isObject(call.body['generationConfig']) && 'thinkingConfig' in call.body['generationConfig']
        ? { status: 400, body: { error: { code: 400, message: 'Thinking is not enabled for this model', status: 'INVALID_ARGUMENT' } } }
        : null,
    { format: 'gemini' },
  ),
  refusing(
    'parameter refused',
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
  refusing(
    'parameter refused',
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
];
