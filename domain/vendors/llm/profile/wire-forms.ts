import type { ModelProfile } from './model-profile.ts';

/**
 * The protocol of a request. `chat`: OpenAI's chat completions, which compatible servers speak; `responses`: OpenAI's and xAI's;
 * `messages`: Anthropic's; `gemini`: Google's.
 */
export type Protocol = 'chat' | 'responses' | 'messages' | 'gemini';
export type Json = Readonly<Record<string, unknown>>;

export const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isJson) : []);
const without = (body: Json, ...names: readonly string[]): Json =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));

/** A text that may be written as one, or as parts of it. */
export const plainText = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : listOf(content)
        .map(({ text }) => (typeof text === 'string' ? text : ''))
        .join('');

const FORM = 'Answer with one JSON object and nothing else. It fits this JSON Schema:';
/** The schema in words, for a prompt. */
export const inWords = (schema: unknown): string => `${FORM} ${JSON.stringify(schema)}`;
/** Tells whether a request describes its schema in words already. */
const saysSchema = (body: Json): boolean => JSON.stringify(body).includes(FORM);

/** How a protocol's request is adapted to a profile. Each method returns the request with one feature removed or written in another way. */
interface WireForm {
  /** Asks for the whole answer at once. */
  whole(body: Json): Json;
  /** Renames the output limit. */
  named(body: Json, limit: NonNullable<ModelProfile['limit']>): Json;
  bounded(body: Json, most: number): Json;
  /** Requires JSON, or nothing, and states a removed schema in the prompt unless it stands there. */
  loosened(body: Json, schema: 'json_object' | 'prompt'): Json;
  /** Moves the instructions before the question, into one message. */
  asUser(body: Json): Json;
  /** Removes the setting for thinking effort. */
  withoutEffort(body: Json): Json;
}

const least = (body: Json, name: string, most: number): Json =>
  name in body ? { ...body, [name]: Math.min(Number(body[name]), most) } : body;

/** Puts text before the first message of the user. */
function withFirst(messages: readonly Json[], text: string, part: string): Json[] {
  const at = messages.findIndex(({ role }) => role === 'user');
  return messages.map((message, index) => {
    if (index !== at) return message;
    const { content } = message;
    const parts = Array.isArray(content) ? [{ type: part, text }, ...content] : `${text}\n\n${plainText(content)}`;
    return { ...message, content: parts };
  });
}
const isInstruction = ({ role }: Json): boolean => role === 'system' || role === 'developer';
const merged = (messages: readonly Json[], part: string): Json[] => {
  const said = messages.filter(isInstruction).map(({ content }) => plainText(content));
  const others = messages.filter((message) => !isInstruction(message));
  return said.length === 0 ? [...messages] : withFirst(others, said.join('\n\n'), part);
};
const withSchemaWords = (body: Json, name: 'messages' | 'input', schema: unknown, part: string): Json[] => {
  const messages = listOf(body[name]);
  return schema === undefined || saysSchema(body) ? [...messages] : withFirst(messages, inWords(schema), part);
};

const FORMS: Readonly<Record<Protocol, WireForm>> = {
  chat: {
    whole: (body) => ({ ...without(body, 'stream_options'), stream: false }),
    named: (body, limit) => {
      const bound = body['max_tokens'] ?? body['max_completion_tokens'];
      return bound === undefined ? body : { ...without(body, 'max_tokens', 'max_completion_tokens'), [limit]: bound };
    },
    bounded: (body, most) => least(least(body, 'max_tokens', most), 'max_completion_tokens', most),
    loosened: (body, schema) => {
      const format = body['response_format'];
      const held = isJson(format) && isJson(format['json_schema']) ? format['json_schema']['schema'] : undefined;
      const said = { ...body, messages: withSchemaWords(body, 'messages', held, 'text') };
      return schema === 'json_object' && format ? { ...said, response_format: { type: 'json_object' } } : without(said, 'response_format');
    },
    asUser: (body) => ({ ...body, messages: merged(listOf(body['messages']), 'text') }),
    withoutEffort: (body) => without(body, 'reasoning_effort', 'reasoning'),
  },
  responses: {
    whole: (body) => ({ ...body, stream: false }),
    named: (body) => body,
    bounded: (body, most) => least(body, 'max_output_tokens', most),
    loosened: (body, schema) => {
      const text = isJson(body['text']) ? body['text'] : {};
      const { schema: held } = isJson(text['format']) ? text['format'] : {};
      const input = withSchemaWords(body, 'input', held, 'input_text');
      if (schema === 'json_object') return { ...body, input, text: { ...text, format: { type: 'json_object' } } };
      const rest = without(text, 'format');
      return { ...without(body, 'text'), input, ...(Object.keys(rest).length > 0 && { text: rest }) };
    },
    asUser: (body) => ({ ...body, input: merged(listOf(body['input']), 'input_text') }),
    withoutEffort: (body) => without(body, 'reasoning'),
  },
  messages: {
    whole: (body) => ({ ...body, stream: false }),
    named: (body) => body,
    bounded: (body, most) => least(body, 'max_tokens', most),
    loosened: (body) => {
      const output = isJson(body['output_config']) ? body['output_config'] : {};
      const format = output['format'] ?? body['output_format'];
      // older models are held to a schema by a tool that they must call
      const held = isJson(format) ? format['schema'] : listOf(body['tools'])[0]?.['input_schema'];
      const rest = without(output, 'format');
      return {
        ...without(body, 'output_config', 'output_format', 'tools', 'tool_choice'),
        messages: withSchemaWords(body, 'messages', held, 'text'),
        ...(Object.keys(rest).length > 0 && { output_config: rest }),
      };
    },
    asUser: (body) => ({ ...without(body, 'system'), messages: withFirst(listOf(body['messages']), plainText(body['system']), 'text') }),
    withoutEffort: (body) => {
      const rest = without(isJson(body['output_config']) ? body['output_config'] : {}, 'effort');
      return { ...without(body, 'thinking', 'output_config'), ...(Object.keys(rest).length > 0 && { output_config: rest }) };
    },
  },
  gemini: {
    // the stream is requested by the address
    whole: (body) => body,
    named: (body) => body,
    bounded: (body, most) => ({ ...body, generationConfig: least(configOf(body), 'maxOutputTokens', most) }),
    loosened: (body, schema) => {
      const settings = configOf(body);
      const held = settings['responseJsonSchema'] ?? settings['responseSchema'];
      const names = ['responseJsonSchema', 'responseSchema', ...(schema === 'prompt' ? ['responseMimeType'] : [])];
      return {
        ...body,
        generationConfig: without(settings, ...names),
        contents: held === undefined || saysSchema(body) ? body['contents'] : beforeParts(body, inWords(held)),
      };
    },
    asUser: (body) => {
      const instruction = body['systemInstruction'];
      const text = isJson(instruction) ? plainText(instruction['parts']) : '';
      return { ...without(body, 'systemInstruction'), contents: beforeParts(body, text) };
    },
    withoutEffort: (body) => ({ ...body, generationConfig: without(configOf(body), 'thinkingConfig') }),
  },
};

const configOf = (body: Json): Json => (isJson(body['generationConfig']) ? body['generationConfig'] : {});
const beforeParts = (body: Json, text: string): Json[] =>
  listOf(body['contents']).map((content, at) =>
    at > 0 || text === '' ? content : { ...content, parts: [{ text }, ...listOf(content['parts'])] },
  );

/** Returns a request adapted to a model's profile. Everything the profile does not mention stays as the SDK wrote it. */
export function saidFor(protocol: Protocol, request: Json, profile: ModelProfile): Json {
  const form = FORMS[protocol];
  let body = request;
  if (profile.schema === 'json_object' || profile.schema === 'prompt') body = form.loosened(body, profile.schema);
  if (profile.effort === false) body = form.withoutEffort(body);
  if (profile.system === 'user') body = form.asUser(body);
  if (profile.limit) body = form.named(body, profile.limit);
  if (profile.most_output) body = form.bounded(body, profile.most_output);
  if (profile.stream_options === false) body = without(body, 'stream_options');
  if (profile.stream === 'whole') body = form.whole(body);
  return body;
}
