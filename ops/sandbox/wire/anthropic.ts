import { checkAnthropicSchema } from './schemas.ts';
import {
  isObject,
  readParts,
  readTokenLimit,
  Refusal,
  refuseUnknownFields,
  sse,
  type JsonObject,
  type Wire,
  type WireReply,
} from './wire.ts';

const FIELDS = [
  'model',
  'max_tokens',
  'messages',
  'system',
  'stream',
  'temperature',
  'top_p',
  'top_k',
  'stop_sequences',
  'metadata',
  'tools',
  'tool_choice',
  'thinking',
  'output_config',
  'service_tier',
  'cache_control',
  'container',
  'context_management',
  'mcp_servers',
  'inference_geo',
  'speed',
];
const OUTPUT_CONFIG_FIELDS = ['format', 'effort', 'task_budget'];
const MAX_TOKENS = 128_000;
const OTHER_PARTS = ['image', 'document', 'thinking', 'redacted_thinking', 'tool_use', 'tool_result'];
const ERROR_TYPES: Record<number, string> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  529: 'overloaded_error',
};

function readSchema(body: JsonObject): JsonObject | null {
  const config = body.output_config;
  if (config === undefined) return null;
  if (!isObject(config)) throw new Refusal(400, 'output_config: Input should be an object');
  refuseUnknownFields(config, OUTPUT_CONFIG_FIELDS, (field) => `output_config.${field}: Extra inputs are not permitted`);
  if (config.format === undefined || config.format === null) return null;
  if (!isObject(config.format) || config.format.type !== 'json_schema' || !isObject(config.format.schema)) {
    throw new Refusal(400, "output_config.format: Input should be {type: 'json_schema', schema}");
  }
  checkAnthropicSchema(config.format.schema, 'output_config.format.schema');
  return config.format.schema;
}

function readUserText(messages: unknown): string {
  if (!Array.isArray(messages) || messages.length === 0) throw new Refusal(400, 'messages: at least one message is required');
  const texts = messages.map((message: unknown, i) => {
    if (!isObject(message)) throw new Refusal(400, `messages.${i}: Input should be an object`);
    refuseUnknownFields(message, ['role', 'content'], (field) => `messages.${i}.${field}: Extra inputs are not permitted`);
    if (message.role !== 'user' && message.role !== 'assistant') {
      throw new Refusal(
        400,
        `messages.${i}.role: Unexpected role ${JSON.stringify(message.role)}. Allowed roles are "user" or "assistant"`,
      );
    }
    const text = readParts(message.content, `messages.${i}`, ['text'], OTHER_PARTS);
    return message.role === 'user' ? text : '';
  });
  if (isObject(messages[0]) && messages[0].role !== 'user') throw new Refusal(400, 'messages: first message must use the "user" role');
  return texts.filter(Boolean).join('\n');
}

const message = (reply: WireReply, content: unknown[], stop: string | null, outputTokens: number): JsonObject => ({
  id: `msg_${reply.id}`,
  type: 'message',
  role: 'assistant',
  model: reply.model,
  content,
  stop_reason: stop,
  stop_sequence: null,
  usage: { input_tokens: reply.inputTokens, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: outputTokens },
});
const stopReason = (reply: WireReply): string => (reply.finish === 'length' ? 'max_tokens' : 'end_turn');
const event = (data: JsonObject & { type: string }): string => sse(data, data.type);

/** `POST /anthropic/v1/messages` */
export const anthropicWire: Wire = {
  service: 'claude',
  isAuthenticated: (headers) => Boolean(headers['x-api-key'] ?? headers.authorization?.startsWith('Bearer ')),
  read(body, _url, headers) {
    if (headers['anthropic-version'] === undefined) throw new Refusal(400, 'anthropic-version: header is required');
    refuseUnknownFields(body, FIELDS, (field) => `${field}: Extra inputs are not permitted`);
    if (typeof body.model !== 'string') throw new Refusal(400, 'model: Field required');
    const maxTokens = readTokenLimit(body, 'max_tokens');
    if (maxTokens === null) throw new Refusal(400, 'max_tokens: Field required');
    if (maxTokens > MAX_TOKENS) throw new Refusal(400, `max_tokens: ${maxTokens} > ${MAX_TOKENS}, the maximum for ${body.model}`);
    if (typeof body.temperature === 'number' && (body.temperature < 0 || body.temperature > 1)) {
      throw new Refusal(400, 'temperature: range: 0..1');
    }
    return {
      model: body.model,
      stream: body.stream === true,
      schema: readSchema(body),
      system: body.system === undefined ? '' : readParts(body.system, 'system', ['text']),
      user: readUserText(body.messages),
      maxTokens,
    };
  },
  error: (status, text) => ({ type: 'error', error: { type: ERROR_TYPES[status] ?? 'api_error', message: text } }),
  json: (reply) => message(reply, [{ type: 'text', text: reply.text }], stopReason(reply), reply.outputTokens),
  opening: (reply) =>
    event({ type: 'message_start', message: message(reply, [], null, 1) }) +
    event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
  delta: (_reply, text) => event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }),
  ending: (reply) =>
    event({ type: 'content_block_stop', index: 0 }) +
    event({
      type: 'message_delta',
      delta: { stop_reason: stopReason(reply), stop_sequence: null },
      usage: { output_tokens: reply.outputTokens },
    }) +
    event({ type: 'message_stop' }),
};
