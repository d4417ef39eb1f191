import { checkGeminiSchema } from './schemas.ts';
import { isObject, readTokenLimit, Refusal, refuseUnknownFields, sse, type JsonObject, type Wire, type WireReply } from './wire.ts';

const FIELDS = [
  'contents',
  'systemInstruction',
  'generationConfig',
  'safetySettings',
  'tools',
  'toolConfig',
  'cachedContent',
  'labels',
  'serviceTier',
];
const CONFIG_FIELDS = [
  'temperature',
  'topP',
  'topK',
  'maxOutputTokens',
  'stopSequences',
  'responseMimeType',
  'responseSchema',
  'responseJsonSchema',
  'candidateCount',
  'seed',
  'presencePenalty',
  'frequencyPenalty',
  'thinkingConfig',
  'responseModalities',
  'mediaResolution',
  'responseLogprobs',
  'logprobs',
];
const STATUS: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  404: 'NOT_FOUND',
  413: 'INVALID_ARGUMENT',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  529: 'UNAVAILABLE',
};
const ROUTE = /\/models\/([^/:]+):(generateContent|streamGenerateContent)$/;

/** Tells whether a path is one of Gemini's two text methods. */
export const isGeminiPath = (path: string): boolean => ROUTE.test(path);

function readContent(content: unknown, at: string): string {
  if (!isObject(content) || !Array.isArray(content.parts) || content.parts.length === 0) {
    throw new Refusal(400, `* ${at}.parts: contents is not specified`);
  }
  return content.parts
    .map((part: unknown, i) => {
      if (!isObject(part)) throw new Refusal(400, `Invalid value at '${at}.parts[${i}]'`);
      if (isObject(part.inlineData) || isObject(part.fileData)) return '';
      if (typeof part.text !== 'string')
        throw new Refusal(400, `* ${at}.parts[${i}].data: required oneof field 'data' must have one initialized field`);
      return part.text;
    })
    .join('\n');
}

function readUserText(contents: unknown): string {
  if (!Array.isArray(contents) || contents.length === 0)
    throw new Refusal(400, '* GenerateContentRequest.contents: contents is not specified');
  const texts = contents.map((content: unknown, i) => {
    const role = isObject(content) ? (content.role ?? 'user') : undefined;
    if (role !== 'user' && role !== 'model') throw new Refusal(400, 'Please use a valid role: user, model.');
    const text = readContent(content, `contents[${i}]`);
    return role === 'user' ? text : '';
  });
  return texts.filter(Boolean).join('\n');
}

function readSchema(config: JsonObject): JsonObject | null {
  const schema = config.responseJsonSchema ?? config.responseSchema;
  if (schema === undefined) return null;
  if (!isObject(schema)) throw new Refusal(400, "Invalid value at 'generation_config.response_json_schema'");
  if (config.responseMimeType !== 'application/json') {
    throw new Refusal(400, "Function calling or a response schema requires 'responseMimeType: application/json'");
  }
  checkGeminiSchema(schema);
  return schema;
}

const body = (reply: WireReply, text: string, last: boolean): JsonObject => ({
  candidates: [
    {
      content: { role: 'model', parts: [{ text }] },
      index: 0,
      ...(last ? { finishReason: reply.finish === 'length' ? 'MAX_TOKENS' : 'STOP' } : {}),
    },
  ],
  ...(last
    ? {
        usageMetadata: {
          promptTokenCount: reply.inputTokens,
          candidatesTokenCount: reply.outputTokens,
          totalTokenCount: reply.inputTokens + reply.outputTokens,
        },
      }
    : {}),
  modelVersion: reply.model,
  responseId: reply.id,
});

/** `POST /gemini/v1beta/models/{id}:generateContent` and `:streamGenerateContent?alt=sse`. */
export const geminiWire: Wire = {
  service: 'gemini',
  isAuthenticated: (headers, url) => Boolean(headers['x-goog-api-key'] ?? url.searchParams.get('key')),
  read(request, url) {
    const [, model = '', method] = ROUTE.exec(url.pathname) ?? [];
    const say = (field: string): string => `Invalid JSON payload received. Unknown name "${field}": Cannot find field.`;
    refuseUnknownFields(request, FIELDS, say);
    const config = request.generationConfig ?? {};
    if (!isObject(config)) throw new Refusal(400, "Invalid value at 'generation_config'");
    refuseUnknownFields(config, CONFIG_FIELDS, (field) => say(`generationConfig.${field}`));
    const stream = method === 'streamGenerateContent';
    if (stream && url.searchParams.get('alt') !== 'sse') throw new Refusal(400, 'streamGenerateContent is spoken here with alt=sse only');
    return {
      model: decodeURIComponent(model),
      stream,
      schema: readSchema(config),
      system: request.systemInstruction === undefined ? '' : readContent(request.systemInstruction, 'system_instruction'),
      user: readUserText(request.contents),
      maxTokens: readTokenLimit(config, 'maxOutputTokens'),
    };
  },
  error: (status, message) => ({ error: { code: status, message, status: STATUS[status] ?? 'UNKNOWN' } }),
  json: (reply) => body(reply, reply.text, true),
  opening: () => '',
  delta: (reply, text) => sse(body(reply, text, false)),
  ending: (reply) => sse(body(reply, '', true)),
};
