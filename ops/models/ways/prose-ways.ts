import type { JsonObject } from '../../sandbox/wire/wire.ts';
import { listIn, prose, whole, type Way } from './way.ts';

/** Enough sentences that the text is in the wrong language but is not a loop. */
const SPANISH = [
  'Las notas muestran un patrón después de una semana, porque los pequeños cambios se suman.',
  'Cada mañana conviene mirar primero lo que ha cambiado desde el día anterior.',
  'Quien escribe una sola línea por la noche recuerda mejor lo que ha visto.',
  'El tiempo, la luz y el viento cuentan tanto como lo que se hace con las manos.',
  'No hace falta entenderlo todo de una vez para empezar con algo sencillo.',
  'Los errores de los primeros días enseñan más que las reglas de un libro.',
  'Después de un mes se nota qué pasos sobran y cuáles faltan todavía.',
  'Una pregunta concreta a un vecino con experiencia ahorra muchas horas.',
  'Lo que parece un problema suele ser la señal de otra cosa más antigua.',
  'Cuando algo funciona, merece la pena anotar también por qué ha funcionado.',
  'El resto es paciencia, y la paciencia se aprende igual que lo demás.',
];
const chinese = '笔记会在一周之后显示出规律，因为每天的小变化会慢慢积累起来，所以最好每天晚上写下一行。';
/** Returns a text of about the same length, line by line, so that only the language differs. */
const inOther = (said: readonly string[]) => (text: string) => {
  let place = text.length;
  const next = (length: number): string => {
    const sentence = said[(place += 1) % said.length]!;
    return length > sentence.length * 1.5 ? `${sentence} ${next(length - sentence.length)}` : sentence;
  };
  return text
    .split('\n')
    .map((line) => (line.trim() === '' || line.startsWith('#') ? line : next(line.length)))
    .join('\n');
};
const sentences = (text: string): string[] => text.split(/(?<=[.!?])\s+/);
const share = (text: string, part: number): string => text.slice(0, Math.floor(text.length * part));

/** If a model's every answer is faulty, the work may end, stating the reason. */
const otherLanguage = { must: { cause: /language|English/i } } as const;
const looping = { must: { cause: /repeat|loop|again|same/i } } as const;
const unfinished = {
  must: { cause: /cut|broke off|middle of a sentence|short|unfinished|ends? in|complete|length|closed|heading|fence|formula/i },
} as const;
const copied = { must: { cause: /same|another lesson|other lesson|twice|repeat/i } } as const;
const echoed = { must: { cause: /instruction|prompt|brief|rules|leak/i } } as const;
const invented = { must: { cause: /stud|source|link|invent|html|tags?|statistic/i } } as const;
/** The text of the first lesson requested from each server, as a faulty cache would return it. */
const firsts = new Map<string, unknown>();

/** Texts that differ from the request: in another language, looping, truncated, repeated, too many, copied from the prompt, invented. */
export const PROSE_WAYS: readonly Way[] = [
  prose('language')('in-spanish', 'deepseek-ai/DeepSeek-V3#1443', 'small models', inOther(SPANISH), { ...otherLanguage, isTested: true }),
  prose('language')('in-chinese', 'QwenLM/Qwen#543', 'Qwen, DeepSeek', inOther([chinese]), {
    // its single sentence is repeated, which is an equally true cause
    must: { cause: /language|English|same (?:words|sentence)/i },
  }),
  prose('language')(
    'chinese-in-between',
    'vllm-project/vllm-ascend#10405',
    'Qwen',
    (text) => (text.length < 400 ? text : `${share(text, 0.5)}\n\n${chinese.repeat(3)}\n\n${text.slice(Math.floor(text.length * 0.5))}`),
    otherLanguage,
  ),
  prose('language')('chinese-word', 'QwenLM/Qwen#254', 'Qwen', (text) => text.replace(/\bthe ([a-z]{5,})\b/, 'the 相亲 $1'), otherLanguage),
  prose('loop')(
    'loop-of-a-sentence',
    'ollama/ollama#3354',
    'small models',
    (text) => `${text}\n\n${'It is important to practise every day. '.repeat(25)}`,
    { ...looping, isTested: true },
  ),
  prose('loop')('loop-of-a-word', 'ollama/ollama#10159', 'small models', (text) => `${text}\n\n${'the '.repeat(200)}`, looping),
  prose('loop')(
    'loop-of-an-item',
    'ollama/ollama#16179',
    'small models',
    (text) => `${text}\n\n${'- Let me check it\n'.repeat(60)}`,
    looping,
  ),
  prose('loop')('loop-of-the-last-words', 'ollama/ollama#2805', 'small models', (text) => `${text} ${'and so on, '.repeat(60)}`, looping),
  prose('loop')(
    'loop-of-sections',
    'google/adk-python#81',
    'small models',
    (text) => {
      const parts = text.split(/\n(?=#{2,4} )/);
      const last = parts.at(-1)!;
      return parts.length < 2 ? text : [...parts, last, last].join('\n');
    },
    looping,
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
    looping,
  ),
  prose('cut')('cut-but-closed', 'NousResearch/hermes-agent#43900', 'schemas that close what was cut', (text) => share(text, 0.8), {
    ...unfinished,
    isTested: true,
  }),
  prose('cut')('cut-short', 'NousResearch/hermes-agent#43900', 'schemas that close what was cut', (text) => share(text, 0.35), unfinished),
  prose('cut')(
    'cut-between-sentences',
    'BerriAI/litellm#32159',
    'schemas that close what was cut',
    (text) =>
      sentences(text)
        .slice(0, Math.ceil(sentences(text).length * 0.3))
        .join(' '),
    { ...unfinished, purposes: ['course'] },
  ),
  prose('cut')(
    'cut-in-a-fence',
    'acon96/home-llm#80',
    'small models',
    (text) => `${text}\n\n\`\`\`python\nprint(1)\nfor i in range(3):\n    do(`,
    { ...unfinished, purposes: ['course'] },
  ),
  prose('cut')('cut-in-bold', 'NousResearch/hermes-agent#43900', 'small models', (text) => `${text}\n\n**Remember: a firm base`, {
    ...unfinished,
    purposes: ['course'],
  }),
  prose('cut')('cut-in-a-formula', 'iDiagoValeta/localOllamaRAG#153', 'small models', (text) => `${text}\n\n$$x = \\frac{a}{b}`, {
    ...unfinished,
    purposes: ['course'],
  }),
  prose('cut')('cut-after-a-heading', 'NousResearch/hermes-agent#43900', 'small models', (text) => `${text}\n\n## Summary`, {
    ...unfinished,
    purposes: ['course'],
  }),
  {
    id: 'one-text-for-all',
    kind: 'duplicates',
    source: 'BerriAI/litellm#12234',
    servers: 'gateways with a cache by likeness',
    ...copied,
    isTested: true,
    befalls: ['lesson', 'rewrite'],
    value: (answer, { path }) => {
      if (!('content' in answer)) return;
      if (!firsts.has(path)) firsts.set(path, answer['content']);
      answer['content'] = firsts.get(path);
    },
  },
  {
    id: 'one-answer-for-all',
    kind: 'duplicates',
    source: 'headroomlabs-ai/headroom#3346',
    servers: 'gateways with a cache by likeness',
    ...copied,
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
    must: { cause: /fewer lessons/i },
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
    echoed,
  ),
  prose('prompt echo')(
    'rules-in-words',
    'ollama/ollama#1433',
    'small models',
    (text, call) => `${call.system.split('\n').find((line) => line.length > 60) ?? ''}\n\n${text}`,
    echoed,
  ),
  prose('invented')(
    'invented-study',
    'ItzCrazyKns/Vane#112',
    'any',
    (text) =>
      `${text}\n\nA 2019 study by Dr. Helen Carter at Stanford University showed that 87% of beginners improve within two weeks (Carter et al., 2019).`,
    { ...invented, purposes: ['course', 'mentor'] },
  ),
  prose('invented')(
    'invented-links',
    'epam/statgpt-backend#194',
    'any',
    (text) => `${text}\n\nSee [the guide](https://www.example-garden-shop.com/buy-now?ref=42) and https://bit.ly/3abcde for more.`,
    { ...invented, purposes: ['course', 'mentor'] },
  ),
  prose('invented')(
    'html-in-the-text',
    'https://developer.mozilla.org/docs/Web/HTML',
    'any',
    (text) => `<div class="lesson"><p>Hello</p></div>\n\n${text}\n<script>alert(1)</script>`,
    { ...invented, purposes: ['course', 'mentor'] },
  ),
];

/** Makes every lesson's quiz the same. */
function repeated(answer: JsonObject): JsonObject {
  const one = listIn(answer, 'questions')[0];
  return one ? { ...answer, questions: listIn(answer, 'questions').map(() => one) } : answer;
}
