import { isObject } from '../../sandbox/wire/wire.ts';
import type { Call } from '../stand-in/call.ts';
import { refuse, refusing, type Way } from './way.ts';

const formatType = ({ body }: Call): unknown => (isObject(body['response_format']) ? body['response_format']['type'] : undefined);
const hasSchema = (call: Call): boolean => formatType(call) === 'json_schema';
const hasJson = (call: Call): boolean => formatType(call) === 'json_object';
const isDescribed = ({ system, user }: Call): boolean => /JSON Schema/.test(system + user);
const PROSE = 'A sparrow eats seeds, and insects while it has young ones.';
const has = (name: string) => (call: Call) => name in call.body;

/** Servers that accept no schema, or not this one, with their error messages. */
export const SCHEMA_WAYS: readonly Way[] = [
  refusing(
    'schema refused',
    'schema-unavailable',
    'llm-exe/llm-exe#662',
    'DeepSeek',
    refuse(400, 'This response_format type is unavailable now', { code: 'invalid_request_error' }, hasSchema),
    { isTested: true, purposes: ['course', 'mentor'] },
  ),
  refusing(
    'schema refused',
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
  refusing(
    'schema refused',
    'schema-unknown-variant',
    'browser-use/browser-use#215',
    'DeepSeek',
    refuse(422, 'response_format.type: unknown variant `json_schema`, expected `text` or `json_object`', {}, hasSchema),
  ),
  refusing(
    'schema refused',
    'schema-fails-in-grammar',
    'ggml-org/llama.cpp#22396',
    'llama.cpp',
    refuse(400, 'Failed to initialize samplers: failed to parse grammar', {}, hasSchema),
  ),
  refusing(
    'schema refused',
    'schema-fails-as-500',
    'ggml-org/llama.cpp#23775',
    'llama.cpp, Ollama',
    refuse(500, 'failed to load model vocabulary required for format: failed to parse grammar', { type: 'server_error' }, hasSchema),
  ),
  refusing('schema refused', 'json-mode-refused', 'lmstudio-ai/lmstudio-bug-tracker#189', 'LM Studio', (call) =>
    hasJson(call) ? { status: 400, body: { error: "'response_format.type' must be 'json_schema' or 'text'" } } : null,
  ),
  refusing(
    'schema refused',
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
  refusing(
    'schema refused',
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
  refusing(
    'schema refused',
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
  refusing('schema refused', 'schema-ignored', 'dottxt-ai/outlines#1221', 'Ollama before 0.5', undefined, {
    text: (answer) => `Here is the answer.\n\n\`\`\`json\n${JSON.stringify(JSON.parse(answer), null, 2)}\n\`\`\``,
  }),
  refusing('schema refused', 'schema-accepted-and-ignored', 'ROCm/FastFlowLM#554', 'FastFlowLM, proxies', undefined, {
    text: (answer, call) => (isDescribed(call) ? answer : PROSE),
    known: 'now',
    isTested: true,
    purposes: ['course', 'mentor'],
  }),
  refusing('schema refused', 'schema-enforced', 'guidance-ai/llguidance#164', 'vLLM, llama.cpp, Ollama, LM Studio', undefined, {
    // with the spaces that its grammar allows; a model that is held to nothing does not know the form
    text: (answer, call) => (hasSchema(call) ? JSON.stringify(JSON.parse(answer), null, 1) : isDescribed(call) ? answer : PROSE),
    known: 'now',
    isTested: true,
    purposes: ['course', 'mentor'],
  }),
  refusing('schema refused', 'schema-no-longer-enforced', 'ggml-org/llama.cpp#11988', 'llama.cpp after an update', undefined, {
    text: (answer, call) => (isDescribed(call) ? answer : PROSE),
    known: 'before',
    isTested: true,
  }),
  refusing(
    'schema refused',
    'schema-of-too-many-states',
    'flutter/genui#428',
    'Gemini',
    (call) =>
      isObject(call.body['generationConfig']) && 'responseJsonSchema' in call.body['generationConfig']
        ? {
            status: 400,
            body: {
              error: {
                code: 400,
                message:
                  'The specified schema produces a constraint that has too many states for serving. Typical causes of this error are schemas with lots of text.',
                status: 'INVALID_ARGUMENT',
              },
            },
          }
        : null,
    { format: 'gemini' },
  ),
  refusing(
    'schema refused',
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
];
