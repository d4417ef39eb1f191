import { checkStrictSchema } from './schemas.ts';
import {
  isObject,
  readParts,
  readTokenLimit,
  Refusal,
  refuseUnknownFields,
  sse,
  type JsonObject,
  type Service,
  type Wire,
  type WireReply,
} from './wire.ts';

const ERROR_TYPES: Record<number, string> = {
  401: 'authentication_error',
  429: 'rate_limit_error',
  500: 'server_error',
  529: 'server_error',
};
const ERROR_CODES: Record<number, string> = { 401: 'invalid_api_key', 404: 'model_not_found', 429: 'rate_limit_exceeded' };

/** Returns OpenAI's error body, which xAI has copied. */
export function openaiError(status: number, message: string): JsonObject {
  return { error: { message, type: ERROR_TYPES[status] ?? 'invalid_request_error', param: null, code: ERROR_CODES[status] ?? null } };
}

const FIELDS = [
  'model',
  'input',
  'instructions',
  'max_output_tokens',
  'temperature',
  'top_p',
  'text',
  'stream',
  'stream_options',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'metadata',
  'store',
  'user',
  'reasoning',
  'include',
  'previous_response_id',
  'conversation',
  'truncation',
  'service_tier',
  'prompt_cache_key',
  'prompt_cache_retention',
  'safety_identifier',
  'top_logprobs',
  'max_tool_calls',
  'background',
  'prompt',
];
/** OpenAI's `developer` role is xAI's `system`; OpenAI accepts both. */
const SYSTEM_ROLES = { responses: ['developer', 'system'], 'xai-responses': ['system'] } as const;
/** Reasoning models reject sampling settings. */
const REASONING_MODEL = /^(gpt-[5-9]|o\d)/;

function readSchema(body: JsonObject): JsonObject | null {
  const format = isObject(body.text) ? body.text.format : undefined;
  if (!isObject(format) || format.type === 'text') return null;
  if (format.type !== 'json_schema' || !isObject(format.schema)) throw new Refusal(400, `Invalid value for 'text.format.type'.`);
  if (typeof format.name !== 'string' || !/^[\w-]{1,64}$/.test(format.name)) {
    throw new Refusal(400, "Missing or invalid parameter: 'text.format.name'.");
  }
  if (format.strict === true) checkStrictSchema(format.schema, format.name);
  return format.schema;
}

function readInput(body: JsonObject, roles: readonly string[]): { system: string; user: string } {
  const system = typeof body.instructions === 'string' ? [body.instructions] : [];
  if (typeof body.input === 'string' && body.input !== '') return { system: system.join('\n'), user: body.input };
  if (!Array.isArray(body.input) || body.input.length === 0) throw new Refusal(400, "Missing required parameter: 'input'.");
  const user: string[] = [];
  body.input.forEach((item: unknown, i) => {
    if (!isObject(item) || (item.type !== undefined && item.type !== 'message')) throw new Refusal(400, `Invalid value: 'input[${i}]'.`);
    const text = readParts(item.content, `input[${i}]`, ['input_text', 'output_text'], ['input_image', 'input_file']);
    if (item.role === 'user') user.push(text);
    else if (roles.includes(String(item.role))) system.push(text);
    else if (item.role !== 'assistant') throw new Refusal(400, `Invalid value: ${JSON.stringify(item.role)} for 'input[${i}].role'.`);
  });
  return { system: system.join('\n'), user: user.join('\n') };
}

const itemId = (reply: WireReply): string => `msg_${reply.id}`;
const item = (reply: WireReply, status: string, content: unknown[]): JsonObject => ({
  type: 'message',
  id: itemId(reply),
  status,
  role: 'assistant',
  content,
});
const part = (text: string): JsonObject => ({ type: 'output_text', text, annotations: [], logprobs: [] });
const usage = (reply: WireReply): JsonObject => ({
  input_tokens: reply.inputTokens,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: reply.outputTokens,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: reply.inputTokens + reply.outputTokens,
});
const response = (reply: WireReply, status: string, output: unknown[], spent: JsonObject | null): JsonObject => ({
  id: `resp_${reply.id}`,
  object: 'response',
  created_at: reply.createdAt,
  status,
  error: null,
  incomplete_details: status === 'incomplete' ? { reason: 'max_output_tokens' } : null,
  model: reply.model,
  output,
  usage: spent,
});
const finalStatus = (reply: WireReply): string => (reply.finish === 'length' ? 'incomplete' : 'completed');
const finalResponse = (reply: WireReply): JsonObject =>
  response(reply, finalStatus(reply), [item(reply, finalStatus(reply), [part(reply.text)])], usage(reply));

/** `POST /openai/v1/responses` and `POST /xai/v1/responses`. */
export function responsesWire(service: Service, dialect: keyof typeof SYSTEM_ROLES): Wire {
  // The sequence number of an event is its position in the stream; one counter per answer.
  const counters = new WeakMap<WireReply, number>();
  const event = (reply: WireReply, type: string, rest: JsonObject): string => {
    const sequence = counters.get(reply) ?? 0;
    counters.set(reply, sequence + 1);
    return sse({ type, sequence_number: sequence, ...rest }, type);
  };
  const at = (reply: WireReply): JsonObject => ({ item_id: itemId(reply), output_index: 0, content_index: 0 });
  return {
    service,
    isAuthenticated: (headers) => headers.authorization?.startsWith('Bearer ') === true && headers.authorization.length > 7,
    read(body) {
      refuseUnknownFields(body, FIELDS, (field) => `Unknown parameter: '${field}'.`);
      if (typeof body.model !== 'string') throw new Refusal(400, "Missing required parameter: 'model'.");
      if (REASONING_MODEL.test(body.model) && typeof body.temperature === 'number' && body.temperature !== 1) {
        throw new Refusal(400, "Unsupported parameter: 'temperature' is not supported with this model.");
      }
      return {
        model: body.model,
        stream: body.stream === true,
        schema: readSchema(body),
        ...readInput(body, SYSTEM_ROLES[dialect]),
        maxTokens: readTokenLimit(body, 'max_output_tokens'),
      };
    },
    error: openaiError,
    json: finalResponse,
    opening: (reply) =>
      event(reply, 'response.created', { response: response(reply, 'in_progress', [], null) }) +
      event(reply, 'response.in_progress', { response: response(reply, 'in_progress', [], null) }) +
      event(reply, 'response.output_item.added', { output_index: 0, item: item(reply, 'in_progress', []) }) +
      event(reply, 'response.content_part.added', { ...at(reply), part: part('') }),
    delta: (reply, text) => event(reply, 'response.output_text.delta', { ...at(reply), delta: text, logprobs: [] }),
    ending: (reply) =>
      event(reply, 'response.output_text.done', { ...at(reply), text: reply.text, logprobs: [] }) +
      event(reply, 'response.content_part.done', { ...at(reply), part: part(reply.text) }) +
      event(reply, 'response.output_item.done', { output_index: 0, item: item(reply, finalStatus(reply), [part(reply.text)]) }) +
      event(reply, reply.finish === 'length' ? 'response.incomplete' : 'response.completed', { response: finalResponse(reply) }),
  };
}
