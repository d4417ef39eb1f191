import { chatWire } from './openai-chat.ts';
import { isObject, readParts, readTokenLimit, Refusal, sse, type JsonObject, type Wire, type WireReply } from './wire.ts';

/**
 * An own server, as Ollama answers on `/v1/chat/completions` (https://docs.ollama.com/api/openai-compatibility): any key or none, unknown
 * fields ignored, `max_tokens` as the only limit, and a prompt beyond the context window silently cut from its beginning.
 */
const CONTEXT_TOKENS = 8_192;
const TOKEN_CHARACTERS = 4;

/** Listed models, with sizes in bytes; the last one writes no text. */
export const LOCAL_MODELS: Readonly<Record<string, number>> = {
  'qwen3:8b': 5_225_388_164,
  'gemma3:4b': 3_338_801_804,
  'llama3.2:3b': 2_019_393_189,
  'nomic-embed-text:latest': 274_302_450,
};

const ERROR_TYPES: Readonly<Record<number, string>> = { 400: 'invalid_request_error', 404: 'not_found_error' };

export const ollamaError = (status: number, message: string): JsonObject => ({
  error: { message, type: ERROR_TYPES[status] ?? 'api_error', param: null, code: null },
});

const event = (reply: WireReply, rest: JsonObject): string =>
  sse({
    id: `chatcmpl-${reply.id.slice(0, 3)}`,
    object: 'chat.completion.chunk',
    created: reply.createdAt,
    model: reply.model,
    system_fingerprint: 'fp_ollama',
    ...rest,
  });
const choice = (content: string, finish: string | null) => ({
  choices: [{ index: 0, delta: { role: 'assistant', content }, finish_reason: finish }],
});

function schemaOf({ response_format: format }: JsonObject): JsonObject | null {
  if (!isObject(format) || format.type !== 'json_schema') return null;
  const spec = format.json_schema;
  return isObject(spec) && isObject(spec.schema) ? spec.schema : null;
}

/** Without a schema for its grammar, the model has read it in its instructions, where ours comes last. */
function schemaInInstructions(system: string): JsonObject | null {
  const from = system.lastIndexOf('{"$schema"');
  return from < 0 ? null : (JSON.parse(system.slice(from)) as JsonObject);
}

export const ollamaWire: Wire = {
  service: 'local',
  isAuthenticated: () => true,
  read(request) {
    if (typeof request.model !== 'string' || request.model === '') throw new Refusal(400, 'model is required');
    if (!Array.isArray(request.messages) || request.messages.length === 0) throw new Refusal(400, "[] is too short - 'messages'");
    const text = (role: string) =>
      (request.messages as unknown[])
        .map((message, i) =>
          isObject(message) && message.role === role ? readParts(message.content, `messages[${i}]`, ['text'], ['image_url']) : '',
        )
        .filter(Boolean)
        .join('\n');
    const system = text('system');
    const user = text('user');
    const room = Math.max(0, CONTEXT_TOKENS * TOKEN_CHARACTERS - system.length);
    return {
      model: request.model,
      stream: request.stream === true,
      schema: schemaOf(request) ?? schemaInInstructions(system),
      system,
      user: user.slice(Math.max(0, user.length - room)),
      maxTokens: readTokenLimit(request, 'max_tokens'),
    };
  },
  error: ollamaError,
  json: (reply) => ({ ...chatWire.json(reply), system_fingerprint: 'fp_ollama' }),
  opening: () => '',
  delta: (reply, text) => event(reply, choice(text, null)),
  ending: (reply) => {
    const usage = {
      prompt_tokens: reply.inputTokens,
      completion_tokens: reply.outputTokens,
      total_tokens: reply.inputTokens + reply.outputTokens,
    };
    return `${event(reply, choice('', reply.finish))}${event(reply, { choices: [], usage })}data: [DONE]\n\n`;
  },
};

/** `GET /api/tags` and `GET /v1/models`: the installed models. */
export function listLocalModels(path: string): JsonObject | null {
  const names = Object.keys(LOCAL_MODELS);
  if (path === '/ollama/api/tags')
    return {
      models: names.map((name) => ({
        name,
        model: name,
        size: LOCAL_MODELS[name],
        details: { format: 'gguf', family: name.split(':')[0] },
      })),
    };
  if (path === '/ollama/v1/models')
    return { object: 'list', data: names.map((id) => ({ id, object: 'model', created: 0, owned_by: 'library' })) };
  return null;
}
