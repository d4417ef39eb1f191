import { toJSONSchema, type ZodType } from 'zod';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lessonDocument, outlineDocument, quizDocument, lessonCheckDocument } from '#domain/generation/prompts/documents.ts';
import { patience } from '#ops/testing/slowness.ts';
import * as z from 'zod';
import type { JsonObject } from '../../sandbox/wire/wire.ts';
import type { Format } from '../stand-in/call.ts';
import { startStandIn, type StandIn } from '../stand-in/stand-in.ts';
import { KINDS, type Way } from './way.ts';
import { WAYS } from './ways.ts';

let standIn: StandIn;
beforeAll(async () => {
  standIn = await startStandIn();
});
afterAll(() => standIn.close());

const tag = (name: string, value: unknown) => `<${name}>${JSON.stringify(value)}</${name}>`;
const brief = tag('brief', {
  topic: 'Keeping bees',
  learning_goals: 'Look after one hive',
  age: 35,
  course_size: { modules: 3, lessons_per_module: 3, lesson_words: 550 },
});
const text = 'A colony swarms when it has no room left. You see it by the cells of new queens, which hang at the edge of a comb.';

const QUIZ = [
  {
    id: 'q1',
    kind: 'single',
    question: 'Why does it swarm?',
    options: [
      { id: 'A', text: 'Room' },
      { id: 'B', text: 'Rain' },
    ],
  },
];

/** Shortened forms of the product's requests: each way shows an effect on one of them. */
const ASKED: readonly (readonly [form: ZodType, user: string])[] = [
  [lessonDocument, `${brief}${tag('lesson', { module: 0, lesson: 0, title: 'What swarming is' })}`],
  [outlineDocument, brief],
  [
    quizDocument,
    `${brief}${tag('lesson', { module: 0, lesson: 0, title: 'What swarming is' })}${tag('lesson_text', { content: text })}${tag('practice', { count: 20, kinds: Array.from({ length: 20 }, () => 'short') })}`,
  ],
  [
    lessonCheckDocument,
    `${brief}${tag('lesson', { module: 0, lesson: 0 })}${tag('lesson_text', { content: text })}${tag('practice_text', { quiz: QUIZ })}`,
  ],
  [
    z.object({ translations: z.array(z.object({ id: z.string(), text: z.string() })) }),
    `${tag('wanted', { language: 'french' })}${tag(
      'texts',
      [0, 1, 2, 3].map((id) => ({ id: String(id), text: `${text} ${id} times ⟦0⟧.` })),
    )}`,
  ],
  [z.object({ is_faithful: z.boolean(), problems: z.array(z.string()) }), tag('pairs', [{ original: text, translation: text }])],
  [
    z.object({ graded_points: z.array(z.object({ point: z.string(), is_met: z.boolean(), reason: z.string() })), feedback: z.string() }),
    `${tag('asked', { question: 'Why?', rubric: ['It has no room left.'] })}${tag('given_answer', { text })}`,
  ],
  // longer than small windows
  [
    lessonDocument,
    `${brief}${tag('research', { current_practice: Array.from({ length: 400 }, () => text) })}${tag('lesson', { module: 0, lesson: 0, title: 'What swarming is' })}`,
  ],
];

const PATHS: Readonly<Record<Format, string>> = {
  chat: '/a/v1/chat/completions',
  messages: '/claude/v1/messages',
  responses: '/openai/v1/responses',
  gemini: '/gemini/v1/models/gemini-3.8-flash:streamGenerateContent',
};
/** Requests with every parameter that any server refuses. */
function bodies(format: Format, form: ZodType, user: string): JsonObject[] {
  const schema = toJSONSchema(form) as JsonObject;
  const system = `You write courses. It fits this JSON Schema: ${JSON.stringify(schema)}`;
  const model = 'qwen3:8b';
  if (format === 'messages')
    return [
      {
        model,
        stream: true,
        max_tokens: 16_000,
        system,
        messages: [{ role: 'user', content: user }],
        thinking: { type: 'adaptive' },
        output_config: { effort: 'low', format: { type: 'json_schema', schema } },
      },
    ];
  if (format === 'responses')
    return [
      {
        model,
        stream: true,
        max_output_tokens: 16_000,
        input: [
          { role: 'system', content: system },
          { role: 'user', content: user },
        ],
        reasoning: { effort: 'low', summary: 'detailed' },
        text: { format: { type: 'json_schema', schema } },
      },
    ];
  if (format === 'gemini')
    return [
      {
        systemInstruction: { parts: [{ text: system }] },
        contents: [{ role: 'user', parts: [{ text: user }] }],
        generationConfig: { maxOutputTokens: 16_000, responseJsonSchema: schema, thinkingConfig: {} },
      },
    ];
  const messages = [
    { role: 'system', content: system },
    { role: 'user', content: user },
  ];
  const asked = { model, stream: true, stream_options: { include_usage: true }, temperature: 0, reasoning_effort: 'low', messages };
  const withoutTheWord = [{ role: 'user', content: user.replaceAll(/json/gi, '') }];
  return [
    { ...asked, max_tokens: 16_000, response_format: { type: 'json_schema', json_schema: { name: 'answer', schema } } },
    { ...asked, max_completion_tokens: 2_600, response_format: { type: 'json_object' } },
    { ...asked, messages: withoutTheWord, max_tokens: 16_000, response_format: { type: 'json_object' } },
  ];
}

/** Returns everything that arrives, and how the connection ended. */
async function ask(format: Format, body: JsonObject): Promise<string> {
  try {
    const response = await fetch(`${standIn.url}${PATHS[format]}`, { method: 'POST', body: JSON.stringify(body) });
    return `${response.status} ${response.headers.get('content-type')} ${await response.text()}`;
  } catch {
    return 'broken off';
  }
}

it('each way has its own name, a source, and an expected outcome', () => {
  expect(WAYS.map(({ id }) => id).filter((id, at, all) => all.indexOf(id) !== at)).toEqual([]);
  const isSource = /^([\w.-]+\/[\w.-]+#\d+|https:\/\/[^\s]+)$/;
  expect(WAYS.filter(({ source, servers }) => !isSource.test(source) || servers === '').map(({ id }) => id)).toEqual([]);
  expect(KINDS.filter((kind) => !WAYS.some((way) => way.kind === kind))).toEqual([]);
  expect(WAYS.length).toBeGreaterThan(150);
});

it('the stand-in behaves as each row says', { timeout: patience(240_000) }, async () => {
  const quiet = new Map<JsonObject, string>();
  const samples = new Map<Format, JsonObject[]>();
  for (const format of Object.keys(PATHS) as Format[])
    samples.set(
      format,
      ASKED.flatMap(([form, user]) => bodies(format, form, user)),
    );
  standIn.change({ ways: [], seed: 1 });
  for (const [format, list] of samples) for (const body of list) quiet.set(body, await ask(format, body));
  const differs = async (way: Way) => {
    for (const body of samples.get(way.format ?? 'chat')!) {
      standIn.change({ ways: [way], seed: 1, rate: 1 });
      // ways that change only timing, or that depend on several calls, are not awaited
      if ((await ask(way.format ?? 'chat', body)) !== quiet.get(body)) return true;
    }
    return false;
  };
  const silent: string[] = [];
  for (const way of WAYS)
    if (way.kind !== 'slow' && !/^four-protocols|^one-text-for-all$/.test(way.id) && !(await differs(way))) silent.push(way.id);
  expect(silent).toEqual([]);
});
