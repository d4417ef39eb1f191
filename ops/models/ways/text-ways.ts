import type { JsonObject } from '../../sandbox/wire/wire.ts';
import { everywhere, listIn, type Way } from './way.ts';

const DOCS_OF_CHOICE = 'https://docs.ollama.com/capabilities/thinking';
const REFUSAL = "I'm sorry, but I can't help with that.";
const spanish =
  'Las notas muestran un patrón después de una semana, porque los pequeños cambios se suman cada día y la atención no se pierde. ';
const chinese = '笔记会在一周之后显示出规律，因为每天的小变化会慢慢积累起来，所以最好每天晚上写下一行。';
/** About as long as the text was, line by line, so that only the language is another. */
const inOther = (sentence: string) => (text: string) =>
  text
    .split('\n')
    .map((line) =>
      line.trim() === '' || line.startsWith('#') ? line : sentence.repeat(Math.max(1, Math.round(line.length / sentence.length))),
    )
    .join('\n');
const sentences = (text: string): string[] => text.split(/(?<=[.!?])\s+/);
const share = (text: string, part: number): string => text.slice(0, Math.floor(text.length * part));

const prose =
  (kind: Way['kind']) =>
  (id: string, source: string, servers: string, change: NonNullable<Way['prose']>, rest: Partial<Way> = {}): Way => ({
    id,
    kind,
    source,
    servers,
    must: 'right',
    purposes: everywhere,
    prose: change,
    ...rest,
  });
const whole =
  (kind: Way['kind']) =>
  (id: string, source: string, servers: string, text: NonNullable<Way['text']>, rest: Partial<Way> = {}): Way => ({
    id,
    kind,
    source,
    servers,
    must: 'right',
    text,
    ...rest,
  });
/** Where the model is at fault in every answer, the work may end; then it says why. */
const declined = { must: { cause: /declin|refus|help|answer|usable|language|problem|quality/i } } as const;
const mark = prose('template marks');
const thinking = whole('thinking');

/** The text of the first lesson that each server was asked for, as a cache of the wrong kind has it. */
const firsts = new Map<string, unknown>();

/** What models say beside, around and instead of an answer. */
export const TEXT_WAYS: readonly Way[] = [
  thinking(
    'think-tags',
    'admonstrator/zettelrobbe#74',
    'Qwen3, DeepSeek-R1',
    (answer) => `<think>\nOkay, the user wants {"title": "draft"} something. Step by step.\n</think>\n\n${answer}`,
    { isTested: true, purposes: ['course', 'mentor', 'cards'] },
  ),
  thinking('think-tags-empty', 'coze-dev/coze-studio#452', 'Qwen3', (answer) => `<think>\n\n</think>\n\n${answer}`),
  thinking(
    'think-end-only',
    'vllm-project/vllm#21130',
    'templates that open the tag themselves',
    (answer) => `Okay, let me plan {the answer}.\n</think>\n\n${answer}`,
  ),
  thinking(
    'think-never-ends',
    'lmstudio-ai/lmstudio-bug-tracker#1589',
    'small models',
    (answer) => `<think>\nOkay, so first I need to think about ${answer.slice(0, 400)}`,
    { rate: 0.3 },
  ),
  thinking(
    'thought-tags',
    'virattt/ai-hedge-fund#279',
    'several models',
    (answer) => `<thought>Plan: {"a": 1}</thought>\n<reasoning>More</reasoning>\n${answer}`,
  ),
  thinking(
    'think-brackets',
    'https://docs.mistral.ai/capabilities/reasoning',
    'Magistral',
    (answer) => `[THINK]Let me plan {this}.[/THINK]${answer}`,
  ),
  thinking(
    'think-in-lozenges',
    'https://huggingface.co/moonshotai/Kimi-VL-A3B-Thinking',
    'Kimi',
    (answer) => `◁think▷Let me plan {this}.◁/think▷${answer}`,
  ),
  thinking(
    'harmony-channels',
    'NVIDIA/TensorRT-LLM#9256',
    'gpt-oss',
    (answer) => `<|channel|>analysis<|message|>We need to answer with {JSON}.<|end|><|start|>assistant<|channel|>final<|message|>${answer}`,
  ),
  thinking(
    'harmony-words',
    'Augustas11/macprovider#743',
    'gpt-oss',
    (answer) => `analysisWe need to answer in JSON.assistantfinal${answer}`,
  ),
  {
    id: 'thinking-first',
    kind: 'thinking',
    source: DOCS_OF_CHOICE,
    servers: 'Ollama',
    must: 'right',
    isTested: true,
    delivery: () => ({ thinking: { field: 'reasoning', text: 'Let me consider {the request} carefully. '.repeat(20) } }),
  },
  {
    id: 'thinking-eats-the-limit',
    kind: 'thinking',
    source: 'anthropics/anthropic-sdk-python#1108',
    servers: 'models that think long',
    must: 'right',
    contextTokens: 32_768,
    delivery: ({ mostTokens }, text) => {
      const room = Math.max(0, (mostTokens ?? 100_000) - 2_500) * 4;
      return text.length > room
        ? { text: text.slice(0, room), finish: 'length', thinking: { field: 'reasoning', text: 'Hm. '.repeat(99) } }
        : {};
    },
  },
  mark('mark-im-end', 'moltis-org/moltis#306', 'MLX, Qwen', (text) => `${text}<|im_end|>`, { isTested: true }),
  mark(
    'mark-next-turn',
    'ggml-org/llama.cpp#3475',
    'templates of the wrong model',
    (text) =>
      `${text}<|im_end|>\n<|im_start|>user\nThanks! And what about the next one?<|im_end|>\n<|im_start|>assistant\nSure, here is more.`,
  ),
  mark('mark-eot', 'nomic-ai/gpt4all#2701', 'Llama 3', (text) => `${text}<|eot_id|>`),
  mark(
    'mark-header',
    'nomic-ai/gpt4all#2701',
    'Llama 3',
    (text) => `${text}<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\nIs there anything else?`,
  ),
  mark('mark-end-of-turn', 'huggingface/chat-ui#1386', 'Gemma', (text) => `${text}<end_of_turn>\n<start_of_turn>user\nMore`),
  mark('mark-eos', 'jundot/omlx#1087', 'Gemma on MLX', (text) => `${text}<eos>`),
  mark('mark-s', 'microsoft/autogen#1037', 'Llama 2, Mistral', (text) => `${text}</s>`),
  mark('mark-inst', 'mudler/LocalAI#1044', 'Llama 2, Mistral', (text) => `${text}\n[/INST] Sure! </s>`),
  mark('mark-end-of-text', 'nomic-ai/gpt4all#2701', 'GPT-2’s heirs, Phi', (text) => `${text}<|endoftext|>`),
  mark('mark-end-phi', 'ggml-org/llama.cpp#6807', 'Phi', (text) => `${text}<|end|><|user|>`),
  mark('mark-deepseek', 'vespa-engine/vespa#33327', 'DeepSeek', (text) => `${text}<｜end▁of▁sentence｜>`),
  mark('mark-reserved', 'utilityai/llama-cpp-rs#591', 'Llama 3', (text) => `${text}<|reserved_special_token_247|>`),
  mark('mark-instruction', 'nomic-ai/gpt4all#1985', 'Alpaca’s heirs', (text) => `${text}\n### Instruction:\nNo\n### Response:`),
  whole('template marks')('mark-after-the-json', 'moltis-org/moltis#306', 'any', (answer) => `${answer}<|im_end|>`),
  whole('template marks')('mark-before-the-json', 'ggml-org/llama.cpp#12743', 'any', (answer) => `<|assistant|>\n${answer}</s>`),
  whole('refusal')('refused-in-words', 'rockbenben/subtitle-translator#68', 'any', () => REFUSAL, {
    ...declined,
    rate: 1,
    isTested: true,
    purposes: ['course', 'mentor', 'cards'],
  }),
  whole('refusal')('refused-now-and-then', 'rockbenben/subtitle-translator#68', 'any', () => REFUSAL, { rate: 0.2 }),
  prose('refusal')('refused-in-the-form', 'rockbenben/subtitle-translator#68', 'any, where a schema is enforced', () => REFUSAL, {
    ...declined,
    isTested: true,
  }),
  prose('refusal')(
    'refused-in-spanish',
    'openai/openai-agents-python#3055',
    'any',
    () => 'Lo siento, pero no puedo ayudar con esa solicitud.',
    declined,
  ),
  prose('refusal')(
    'refused-in-german',
    'openai/openai-agents-python#3055',
    'any',
    () => 'Es tut mir leid, aber dabei kann ich nicht helfen.',
    declined,
  ),
  prose('refusal')(
    'refused-in-french',
    'openai/openai-agents-python#3055',
    'any',
    () => 'Je suis désolé, mais je ne peux pas répondre à cette demande.',
    declined,
  ),
  prose('refusal')(
    'refused-in-chinese',
    'openai/openai-agents-python#3055',
    'Qwen, DeepSeek',
    () => '抱歉，我无法协助完成这个请求。',
    declined,
  ),
  prose('refusal')(
    'as-an-ai',
    'machinewrapped/llm-subtrans#38',
    'any',
    (text) => `As an AI language model, I cannot see your course. ${text}`,
    declined,
  ),
  prose('refusal')(
    'apology-first',
    'machinewrapped/llm-subtrans#38',
    'any',
    (text) => `I apologize for the mistake. Here is the corrected text:\n\n${text}`,
  ),
  prose('refusal')(
    'certainly-first',
    'SubtitleEdit/subtitleedit#8293',
    'any',
    (text) => `Certainly! Here is the text you asked for:\n\n${text}\n\nLet me know if you would like me to expand any part!`,
    { isTested: true },
  ),
  {
    id: 'refusal-of-the-protocol',
    kind: 'refusal',
    source: 'langchain-ai/langchain#39746',
    servers: 'OpenAI',
    format: 'responses',
    ...declined,
    delivery: () => ({ refusal: REFUSAL }),
  },
  {
    id: 'refusal-on-chat',
    kind: 'refusal',
    source: 'davidmigloz/langchain_dart#560',
    servers: 'OpenAI behind gateways',
    ...declined,
    delivery: () => ({ refusal: REFUSAL, text: '' }),
  },
  {
    id: 'refusal-of-claude',
    kind: 'refusal',
    source: 'Oaklight/llm-rosetta#432',
    servers: 'Claude',
    format: 'messages',
    ...declined,
    delivery: () => ({ finish: 'content_filter', text: '' }),
  },
  {
    id: 'content-filter',
    kind: 'refusal',
    source: 'https://ai.google.dev/api/generate-content#FinishReason',
    servers: 'Gemini',
    format: 'gemini',
    ...declined,
    delivery: (_call, text) => ({ finish: 'content_filter', text: text.slice(0, 100) }),
  },
  {
    id: 'recitation',
    kind: 'refusal',
    source: 'https://ai.google.dev/api/generate-content#FinishReason',
    servers: 'Gemini',
    format: 'gemini',
    must: 'right',
    rate: 0.25,
    delivery: (_call, text) => ({ finish: 'RECITATION', text: text.slice(0, 100) }),
  },
  {
    id: 'content-filter-now-and-then',
    kind: 'refusal',
    source: 'https://learn.microsoft.com/azure/ai-services/openai/concepts/content-filter',
    servers: 'Azure',
    must: 'right',
    rate: 0.2,
    delivery: (_call, text) => ({ finish: 'content_filter', text: text.slice(0, 100) }),
  },
  prose('language')('in-spanish', 'deepseek-ai/DeepSeek-V3#1443', 'small models', inOther(spanish), { ...declined, isTested: true }),
  prose('language')('in-chinese', 'QwenLM/Qwen#543', 'Qwen, DeepSeek', inOther(chinese), declined),
  prose('language')(
    'chinese-in-between',
    'vllm-project/vllm-ascend#10405',
    'Qwen',
    (text) => (text.length < 400 ? text : `${share(text, 0.5)}\n\n${chinese.repeat(3)}\n\n${text.slice(Math.floor(text.length * 0.5))}`),
    declined,
  ),
  prose('language')('chinese-word', 'QwenLM/Qwen#254', 'Qwen', (text) => text.replace(/\bthe ([a-z]{5,})\b/, 'the 相亲 $1'), declined),
  prose('loop')(
    'loop-of-a-sentence',
    'ollama/ollama#3354',
    'small models',
    (text) => `${text}\n\n${'It is important to practise every day. '.repeat(25)}`,
    { ...declined, isTested: true },
  ),
  prose('loop')('loop-of-the-last-words', 'ollama/ollama#2805', 'small models', (text) => `${text} ${'and so on, '.repeat(60)}`, declined),
  prose('loop')(
    'loop-of-sections',
    'google/adk-python#81',
    'small models',
    (text) => {
      const parts = text.split(/\n(?=#{2,4} )/);
      const last = parts.at(-1)!;
      return parts.length < 2 ? text : [...parts, last, last].join('\n');
    },
    declined,
  ),
  prose('loop')(
    'loop-of-a-paragraph',
    'ollama/ollama#3354',
    'small models',
    (text) => {
      const parts = text.split('\n\n');
      const at = Math.floor(parts.length / 2);
      return text.length < 600 ? text : parts.toSpliced(at, 0, ...Array.from({ length: 4 }, () => parts[at]!)).join('\n\n');
    },
    declined,
  ),
  prose('cut')('cut-but-closed', 'NousResearch/hermes-agent#43900', 'schemas that close what was cut', (text) => share(text, 0.8), {
    ...declined,
    isTested: true,
  }),
  prose('cut')('cut-short', 'NousResearch/hermes-agent#43900', 'schemas that close what was cut', (text) => share(text, 0.35), declined),
  prose('cut')(
    'cut-between-sentences',
    'BerriAI/litellm#32159',
    'schemas that close what was cut',
    (text) =>
      sentences(text)
        .slice(0, Math.ceil(sentences(text).length * 0.3))
        .join(' '),
    { ...declined, purposes: ['course'] },
  ),
  prose('cut')(
    'cut-in-a-fence',
    'acon96/home-llm#80',
    'small models',
    (text) => `${text}\n\n\`\`\`python\nprint(1)\nfor i in range(3):\n    do(`,
    { ...declined, purposes: ['course'] },
  ),
  prose('cut')('cut-in-bold', 'NousResearch/hermes-agent#43900', 'small models', (text) => `${text}\n\n**Remember: a firm base`, {
    ...declined,
    purposes: ['course'],
  }),
  prose('cut')('cut-in-a-formula', 'iDiagoValeta/localOllamaRAG#153', 'small models', (text) => `${text}\n\n$$x = \\frac{a}{b}`, {
    ...declined,
    purposes: ['course'],
  }),
  prose('cut')('cut-after-a-heading', 'NousResearch/hermes-agent#43900', 'small models', (text) => `${text}\n\n## Summary`, {
    ...declined,
    purposes: ['course'],
  }),
  {
    id: 'one-text-for-all',
    kind: 'duplicates',
    source: 'BerriAI/litellm#12234',
    servers: 'gateways with a cache by likeness',
    ...declined,
    isTested: true,
    befalls: ['lesson', 'rewrite'],
    value: (answer, { path }) => {
      if (!firsts.has(path)) firsts.set(path, answer['content']);
      answer['content'] = firsts.get(path);
    },
  },
  {
    id: 'one-answer-for-all',
    kind: 'duplicates',
    source: 'headroomlabs-ai/headroom#3346',
    servers: 'gateways with a cache by likeness',
    ...declined,
    befalls: ['practice'],
    value: (answer) => (answer['questions'] ? repeated(answer) : undefined),
  },
  {
    id: 'more-lessons',
    kind: 'counts',
    source: 'run-llama/llama_index#13596',
    servers: 'any',
    must: 'right',
    isWhole: true,
    isTested: true,
    value: (answer) => {
      const modules = listIn(answer, 'modules');
      if (modules.length > 0)
        answer['modules'] = [
          ...modules,
          ...modules.map((module, at) => ({
            ...module,
            title: `${String(module['title'])} in depth`,
            lessons: listIn(module, 'lessons').map((lesson) => ({ ...lesson, title: `Advanced ${String(lesson['title'])} ${at + 1}` })),
          })),
        ];
    },
  },
  {
    id: 'fewer-lessons',
    kind: 'counts',
    source: 'huggingface/yourbench#124',
    servers: 'small models',
    must: 'right',
    isWhole: true,
    value: (answer) => {
      const modules = listIn(answer, 'modules');
      if (modules.length > 0)
        answer['modules'] = modules.slice(0, 2).map((module) => ({ ...module, lessons: listIn(module, 'lessons').slice(0, 2) }));
    },
  },
  {
    id: 'more-questions',
    kind: 'counts',
    source: 'run-llama/llama_index#13596',
    servers: 'any',
    must: 'right',
    value: (answer) => {
      const questions = listIn(answer, 'questions');
      if (questions.length > 0)
        answer['questions'] = [...questions, ...questions.map((one) => ({ ...one, question: `Once more: ${String(one['question'])}` }))];
    },
  },
  {
    id: 'fewer-questions',
    kind: 'counts',
    source: 'huggingface/yourbench#124',
    servers: 'any',
    must: 'right',
    value: (answer) => {
      const questions = listIn(answer, 'questions');
      if (questions.length > 0) answer['questions'] = questions.slice(0, 1);
    },
  },
  whole('prompt echo')(
    'prompt-first',
    'nomic-ai/gpt4all#1985',
    'templates of the wrong model',
    (answer, call) => `${call.user}\n\n${answer}`,
  ),
  whole('prompt echo')('prompt-only', 'ollama/ollama#1433', 'templates of the wrong model', (_answer, call) => call.user, { rate: 0.25 }),
  prose('prompt echo')(
    'rules-in-the-text',
    'ollama/ollama#1433',
    'small models',
    (text) => `The <brief> says language_preference is english, and course_size.lesson_words is 550.\n\n${text}`,
    declined,
  ),
  prose('prompt echo')(
    'rules-in-words',
    'ollama/ollama#1433',
    'small models',
    (text, call) => `${call.system.split('\n').find((line) => line.length > 60) ?? ''}\n\n${text}`,
    declined,
  ),
  prose('invented')(
    'invented-study',
    'ItzCrazyKns/Vane#112',
    'any',
    (text) =>
      `${text}\n\nA 2019 study by Dr. Helen Carter at Stanford University showed that 87% of beginners improve within two weeks (Carter et al., 2019).`,
    { ...declined, purposes: ['course', 'mentor'] },
  ),
  prose('invented')(
    'invented-links',
    'epam/statgpt-backend#194',
    'any',
    (text) => `${text}\n\nSee [the guide](https://www.example-garden-shop.com/buy-now?ref=42) and https://bit.ly/3abcde for more.`,
    { ...declined, purposes: ['course', 'mentor'] },
  ),
  prose('invented')(
    'html-in-the-text',
    'https://developer.mozilla.org/docs/Web/HTML',
    'any',
    (text) => `<div class="lesson"><p>Hello</p></div>\n\n${text}\n<script>alert(1)</script>`,
    { ...declined, purposes: ['course', 'mentor'] },
  ),
];

/** Every lesson's quiz says the same. */
function repeated(answer: JsonObject): JsonObject {
  const one = listIn(answer, 'questions')[0];
  return one ? { ...answer, questions: listIn(answer, 'questions').map(() => one) } : answer;
}
