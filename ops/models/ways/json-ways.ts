import type { Way } from './way.ts';

const pretty = (answer: string): string => JSON.stringify(JSON.parse(answer), null, 2);
const json = (id: string, source: string, servers: string, text: NonNullable<Way['text']>, rest: Partial<Way> = {}): Way => ({
  id: `json-${id}`,
  kind: 'near-fit JSON',
  source,
  servers,
  must: 'right',
  text,
  ...rest,
});
const MATH =
  '\n\nThe rule is $\\frac{a}{b} \\times \\theta = \\nu$ and $$\\begin{aligned} x &= \\tau \\\\ y &= \\beta \\end{aligned}$$ as above.\n';

/** Answers that are almost JSON, or JSON and more. */
export const JSON_WAYS: readonly Way[] = [
  json('in-a-fence', 'virattt/ai-hedge-fund#279', 'any', (answer) => `\`\`\`json\n${pretty(answer)}\n\`\`\``, {
    isTested: true,
    purposes: ['course', 'mentor', 'cards'],
  }),
  json('after-words', 'pydantic/pydantic-ai#877', 'any', (answer) => `Sure! Here is the JSON object you asked for:\n\n${answer}`),
  json('before-words', 'agent0ai/agent-zero#679', 'any', (answer) => `${answer}\n\nNote: I kept the language simple. {Hope this helps}`),
  json('twice', 'mangiucugna/json_repair#49', 'any', (answer) => `${answer}\n${answer}`),
  json('as-lines', 'https://jsonlines.org', 'any', (answer) => answer.replaceAll('},{', '},\n{')),
  json('single-quotes', 'mangiucugna/json_repair#10', 'small models', (answer) =>
    pretty(answer).replaceAll(/"((?:[^"\\]|\\.)*)"/g, (_, text: string) => `'${text.replaceAll("'", "\\'").replaceAll('\\"', '"')}'`),
  ),
  json('trailing-commas', 'ducroo/SICTIC-AI#37', 'any', (answer) => pretty(answer).replaceAll(/([}\]"0-9])\n(\s*[}\]])/g, '$1,\n$2')),
  json('of-python', 'hherb/bmlibrarian#151', 'small models', (answer) =>
    answer.replaceAll(':true', ': True').replaceAll(':false', ': False').replaceAll(':null', ': None'),
  ),
  json('comments', 'mangiucugna/json_repair#49', 'small models', (answer) =>
    pretty(answer).replace('{\n', '{\n  // the answer\n').replace(/,\n/, ', /* more */\n'),
  ),
  json('bare-keys', 'hherb/bmlibrarian#151', 'small models', (answer) => answer.replaceAll(/"([a-z_]+)":/g, '$1:')),
  json('raw-line-feeds', 'letta-ai/letta#341', 'small models', (answer) => answer.replaceAll('\\n', '\n')),
  json('byte-order-mark', 'https://datatracker.ietf.org/doc/html/rfc8259#section-8.1', 'proxies', (answer) => `\uFEFF${answer}`),
  json('last-brace-missing', 'Qarj/fix-busted-json#5', 'Llama 3', (answer) => answer.slice(0, -1)),
  json('as-a-text', 'langchain-ai/langchain#30158', 'Claude through tools', (answer) => JSON.stringify(answer)),
  {
    ...json('maths-not-escaped', 'HKUDS/LightRAG#3238', 'any', (answer) => answer.replaceAll('\\\\', '\\')),
    isTested: true,
    befalls: ['lesson'],
    prose: (text) => text + MATH,
    meant: (text) => text + MATH,
  },
  {
    ...json('maths-escaped', 'iDiagoValeta/localOllamaRAG#153', 'any', (answer) => answer),
    befalls: ['lesson'],
    prose: (text) => text + MATH,
    meant: (text) => text + MATH,
  },
  {
    ...json('text-escaped-twice', 'wttwins/wrong-notebook#3', 'small models', (answer) => answer),
    befalls: ['lesson'],
    prose: (text) => text.replaceAll('\n', '\\n'),
  },
  {
    ...json('text-is-json', 'langchain-ai/langchain#30158', 'small models', (answer) => answer),
    befalls: ['lesson'],
    prose: (text) => JSON.stringify({ content: text }),
  },
];
