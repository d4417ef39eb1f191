import { openaiError } from './openai-responses.ts';
import { checkStrictSchema } from './schemas.ts';
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
  'messages',
  'response_format',
  'max_completion_tokens',
  'max_tokens',
  'temperature',
  'top_p',
  'stream',
  'stream_options',
  'n',
  'stop',
  'presence_penalty',
  'frequency_penalty',
  'logit_bias',
  'logprobs',
  'top_logprobs',
  'user',
  'seed',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'reasoning_effort',
  'verbosity',
  'store',
  'metadata',
  'service_tier',
  'prompt_cache_key',
  'safety_identifier',
];

function readSchema(body: JsonObject): JsonObject | null {
  const format = body.response_format;
  if (!isObject(format) || format.type === 'text') return null;
  const spec = format.json_schema;
  if (format.type !== 'json_schema' || !isObject(spec) || !isObject(spec.schema)) {
    throw new Refusal(400, "Invalid parameter: 'response_format' must be of type 'json_schema' with a schema.");
  }
  if (typeof spec.name !== 'string') throw new Refusal(400, "Missing required parameter: 'response_format.json_schema.name'.");
  if (spec.strict === true) checkStrictSchema(spec.schema, spec.name);
  return spec.schema;
}

function readMessages(messages: unknown): { system: string; user: string } {
  if (!Array.isArray(messages) || messages.length === 0) throw new Refusal(400, "Missing required parameter: 'messages'.");
  const system: string[] = [];
  const user: string[] = [];
  messages.forEach((message: unknown, i) => {
    if (!isObject(message)) throw new Refusal(400, `Invalid type for 'messages[${i}]'.`);
    const text = readParts(message.content, `messages[${i}]`, ['text'], ['image_url', 'file']);
    if (message.role === 'user') user.push(text);
    else if (message.role === 'system' || message.role === 'developer') system.push(text);
    else if (message.role !== 'assistant')
      throw new Refusal(400, `Invalid value: ${JSON.stringify(message.role)} for 'messages[${i}].role'.`);
  });
  return { system: system.join('\n'), user: user.join('\n') };
}

const usage = (reply: WireReply): JsonObject => ({
  prompt_tokens: reply.inputTokens,
  completion_tokens: reply.outputTokens,
  total_tokens: reply.inputTokens + reply.outputTokens,
  prompt_tokens_details: { cached_tokens: 0 },
  completion_tokens_details: { reasoning_tokens: 0 },
});
const body = (reply: WireReply, object: string, rest: JsonObject): JsonObject => ({
  id: `chatcmpl-${reply.id}`,
  object,
  created: reply.createdAt,
  model: reply.model,
  ...rest,
});
const chunk = (reply: WireReply, delta: JsonObject, finish: string | null): string =>
  sse(body(reply, 'chat.completion.chunk', { choices: [{ index: 0, delta, finish_reason: finish }] }));

/** `POST /openai/v1/chat/completions`; the usage chunk is always sent, as `stream_options.include_usage` requests. */
export const chatWire: Wire = {
  service: 'openai',
  isAuthenticated: (headers) => headers.authorization?.startsWith('Bearer ') === true && headers.authorization.length > 7,
  read(request) {
    refuseUnknownFields(request, FIELDS, (field) => `Unrecognized request argument supplied: ${field}`);
    if (typeof request.model !== 'string') throw new Refusal(400, 'you must provide a model parameter');
    return {
      model: request.model,
      stream: request.stream === true,
      schema: readSchema(request),
      ...readMessages(request.messages),
      maxTokens: readTokenLimit(request, 'max_completion_tokens') ?? readTokenLimit(request, 'max_tokens'),
    };
  },
  error: openaiError,
  json: (reply) =>
    body(reply, 'chat.completion', {
      choices: [{ index: 0, message: { role: 'assistant', content: reply.text, refusal: null }, finish_reason: reply.finish }],
      usage: usage(reply),
    }),
  opening: (reply) => chunk(reply, { role: 'assistant', content: '' }, null),
  delta: (reply, text) => chunk(reply, { content: text }, null),
  ending: (reply) =>
    chunk(reply, {}, reply.finish) + sse(body(reply, 'chat.completion.chunk', { choices: [], usage: usage(reply) })) + 'data: [DONE]\n\n',
};
