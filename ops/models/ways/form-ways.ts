import { isObject, type JsonObject } from '../../sandbox/wire/wire.ts';
import { lessonsIn, listIn, type Way } from './way.ts';

const JSON_MODE = 'https://docs.ollama.com/capabilities/structured-outputs';
const pretty = (answer: string): string => JSON.stringify(JSON.parse(answer), null, 2);

/** Changes every key, or every value that is no object and no list, at any depth. */
const mapKeys = (value: unknown, change: (key: string) => string): unknown =>
  Array.isArray(value)
    ? value.map((one) => mapKeys(one, change))
    : isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([key, one]) => [change(key), mapKeys(one, change)]))
      : value;
const mapLeaves = (value: unknown, change: (leaf: unknown) => unknown): unknown =>
  Array.isArray(value)
    ? value.map((one) => mapLeaves(one, change))
    : isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapLeaves(one, change)]))
      : change(value);
/** Does the same to every object of an answer, at any depth. */
function eachObject(value: unknown, act: (one: JsonObject) => void): void {
  if (Array.isArray(value)) for (const one of value) eachObject(one, act);
  if (!isObject(value)) return;
  for (const one of Object.values(value)) eachObject(one, act);
  act(value);
}

const json = (id: string, source: string, servers: string, text: NonNullable<Way['text']>, rest: Partial<Way> = {}): Way => ({
  id: `json-${id}`,
  kind: 'near-fit JSON',
  source,
  servers,
  must: 'right',
  text,
  ...rest,
});
const form = (id: string, source: string, servers: string, value: NonNullable<Way['value']>, rest: Partial<Way> = {}): Way => ({
  id: `form-${id}`,
  kind: 'near-fit form',
  source,
  servers,
  must: 'right',
  value,
  ...rest,
});
/** A change of each question of a quiz, with its options and its key. */
const question = (
  id: string,
  source: string,
  change: (one: JsonObject, options: string[], right: number[]) => void,
  rest: Partial<Way> = {},
): Way =>
  form(
    `question-${id}`,
    source,
    'small models',
    (answer) => {
      for (const one of listIn(answer, 'questions')) {
        const options = Array.isArray(one['options']) ? one['options'].map(String) : [];
        change(one, options, Array.isArray(one['correct_options']) ? one['correct_options'].map(Number) : []);
      }
    },
    rest,
  );
const lesson = (id: string, change: (one: JsonObject) => void, rest: Partial<Way> = {}): Way =>
  form(`outline-${id}`, JSON_MODE, 'small models', (answer) => lessonsIn(answer).forEach(change), rest);
const verdict = (id: string, source: string, change: (one: JsonObject) => void, rest: Partial<Way> = {}): Way => ({
  ...form(
    `verdict-${id}`,
    source,
    'small models',
    (answer) => {
      for (const name of ['question_verdicts', 'citation_verdicts', 'card_verdicts', 'graded_points']) listIn(answer, name).forEach(change);
      if ('verdict' in answer || 'is_faithful' in answer || 'script_verdict' in answer) change(answer);
    },
    { purposes: ['course', 'cards', 'grade'], ...rest },
  ),
  kind: 'verdict forms',
});

const LETTERS = 'ABCDEFGH';
const MATH =
  '\n\nThe rule is $\\frac{a}{b} \\times \\theta = \\nu$ and $$\\begin{aligned} x &= \\tau \\\\ y &= \\beta \\end{aligned}$$ as above.\n';
const camel = (key: string) => key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const KIND_WORDS: Readonly<Record<string, string>> = {
  single: 'single_choice',
  multiple: 'multiple_choice',
  true_false: 'true/false',
  order: 'ordering',
  short: 'short_answer',
};
const KIND_TITLES: Readonly<Record<string, string>> = {
  single: 'Single choice',
  multiple: 'Multiple Choice',
  true_false: 'True/False',
  order: 'Sequence',
  short: 'Open',
};

/** Answers that are right in all but their form. */
export const FORM_WAYS: readonly Way[] = [
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

  form('wrapped', 'caribeedu/twin#57', 'Claude, small models', (answer) => ({ parameters: answer })),
  form('wrapped-as-response', 'caribeedu/twin#57', 'small models', (answer) => ({ response: answer }), {
    isTested: true,
    purposes: ['course', 'mentor', 'cards', 'grade'],
  }),
  form('wrapped-as-properties', 'langchain-ai/langchain#22189', 'small models', (answer) => ({ type: 'object', properties: answer })),
  form('in-a-list', 'pydantic/pydantic-ai#877', 'small models', (answer) => [answer] as unknown as JsonObject),
  form(
    'list-alone',
    'pydantic/pydantic-ai#877',
    'small models',
    (answer) => {
      const values = Object.values(answer).filter(Array.isArray);
      return Object.keys(answer).length === 1 && values.length === 1 ? (values[0] as unknown as JsonObject) : answer;
    },
    { isTested: true, purposes: ['course', 'cards'] },
  ),
  form('list-as-text', 'langchain-ai/langchain#30158', 'Claude through tools', (answer) =>
    Object.fromEntries(Object.entries(answer).map(([key, value]) => [key, Array.isArray(value) ? JSON.stringify(value) : value])),
  ),
  form('camel-case', JSON_MODE, 'small models', (answer) => mapKeys(answer, camel) as JsonObject, {
    purposes: ['course', 'cards', 'grade'],
  }),
  form('upper-case', JSON_MODE, 'small models', (answer) => mapKeys(answer, (key) => key.toUpperCase()) as JsonObject),
  form('keys-with-blanks', JSON_MODE, 'small models', (answer) => mapKeys(answer, (key) => key.replaceAll('_', ' ')) as JsonObject),
  form('keys-with-hyphens', JSON_MODE, 'small models', (answer) => mapKeys(answer, (key) => key.replaceAll('_', '-')) as JsonObject),
  form('more-keys', 'n8n-io/n8n#12911', 'any', (answer) => ({ thoughts: 'First I plan.', ...answer, confidence: 0.9, notes: null })),
  form(
    'numbers-as-texts',
    'pydantic/pydantic-ai#877',
    'small models',
    (answer) => mapLeaves(answer, (leaf) => (typeof leaf === 'number' ? String(leaf) : leaf)) as JsonObject,
  ),
  form(
    'booleans-as-texts',
    'TIGER-AI-Lab/ClawBench#295',
    'any',
    (answer) => mapLeaves(answer, (leaf) => (typeof leaf === 'boolean' ? String(leaf) : leaf)) as JsonObject,
    { isTested: true, purposes: ['course', 'grade'] },
  ),
  form('lists-of-one-as-value', 'whyhow-ai/knowledge-table#59', 'small models', (answer) => {
    eachObject(answer, (one) => {
      for (const [key, value] of Object.entries(one))
        if (Array.isArray(value) && value.length === 1 && !isObject(value[0])) one[key] = value[0];
    });
  }),
  form(
    'empty-lists-as-null',
    'whyhow-ai/knowledge-table#78',
    'small models',
    (answer) => {
      eachObject(answer, (one) => {
        for (const [key, value] of Object.entries(one)) if (Array.isArray(value) && value.length === 0) one[key] = null;
      });
    },
    { isTested: true, purposes: ['course', 'cards'] },
  ),
  form('empty-lists-missing', 'whyhow-ai/knowledge-table#78', 'small models', (answer) => {
    eachObject(answer, (one) => {
      for (const [key, value] of Object.entries(one)) if (Array.isArray(value) && value.length === 0) delete one[key];
    });
  }),
  form(
    'empty-texts-as-null',
    'whyhow-ai/knowledge-table#78',
    'small models',
    (answer) => mapLeaves(answer, (leaf) => (leaf === '' ? null : leaf)) as JsonObject,
  ),
  form(
    'empty-texts-missing',
    'whyhow-ai/knowledge-table#78',
    'small models',
    (answer) => {
      eachObject(answer, (one) => {
        for (const [key, value] of Object.entries(one)) if (value === '') delete one[key];
      });
    },
    { isTested: true },
  ),
  form(
    'texts-as-objects',
    JSON_MODE,
    'small models',
    (answer) => {
      for (const name of ['key_takeaways', 'objectives', 'learning_objectives', 'current_practice']) {
        const list = answer[name];
        if (Array.isArray(list)) answer[name] = list.map((text) => ({ point: text }));
      }
    },
    { isTested: true },
  ),
  form('list-as-lines', JSON_MODE, 'small models', (answer) => {
    for (const name of ['key_takeaways', 'objectives', 'learning_objectives']) {
      const list = answer[name];
      if (Array.isArray(list)) answer[name] = list.map((text) => `- ${String(text)}`).join('\n');
    }
  }),
  form('list-as-numbered-map', JSON_MODE, 'small models', (answer) => {
    for (const name of ['key_takeaways', 'objectives', 'learning_objectives']) {
      const list = answer[name];
      if (Array.isArray(list)) answer[name] = Object.fromEntries(list.map((text, at) => [String(at + 1), text]));
    }
  }),
  form('text-in-lines', JSON_MODE, 'small models', (answer) => {
    if (typeof answer['content'] === 'string') answer['content'] = answer['content'].split('\n\n');
  }),
  form(
    'key-misspelt',
    JSON_MODE,
    'small models',
    (answer) =>
      mapKeys(
        answer,
        (key) => ({ key_takeaways: 'keyTakeaways', content: 'lesson_content', answer: 'response' })[key] ?? key,
      ) as JsonObject,
    { must: { cause: /fit|schema|form|content|answer/i } },
  ),
  form('empty-object', JSON_MODE, 'small models', () => ({}), { rate: 0.2 }),

  lesson('minutes-as-text', (one) => (one['duration_minutes'] = '20 minutes'), { isTested: true }),
  lesson('minutes-with-a-half', (one) => (one['duration_minutes'] = 22.5)),
  lesson('minutes-as-range', (one) => (one['duration_minutes'] = '15-20 min')),
  lesson('minutes-null', (one) => (one['duration_minutes'] = null)),
  lesson('minutes-missing', (one) => delete one['duration_minutes'], { isTested: true }),
  lesson('minutes-as-hours', (one) => (one['duration_minutes'] = '0.5 hours')),
  lesson('summary-missing', (one) => delete one['summary']),
  lesson(
    'objectives-as-text',
    (one) => (one['objectives'] = Array.isArray(one['objectives']) ? one['objectives'].join('; ') : one['objectives']),
  ),
  lesson('as-numbered-titles', (one) => (one['title'] = `Lesson 3: ${String(one['title'])}`)),
  lesson('titles-in-bold', (one) => (one['title'] = `**${String(one['title'])}**`)),
  form('outline-module-numbers', JSON_MODE, 'any', (answer) => {
    listIn(answer, 'modules').forEach((module, at) => {
      module['title'] = `Module ${at + 1}: ${String(module['title'])}`;
      listIn(module, 'lessons').forEach((one, place) => (one['title'] = `Lesson ${at + 1}.${place + 1}: ${String(one['title'])}`));
    });
  }),
  form('outline-reason-missing', JSON_MODE, 'small models', (answer) => void delete answer['fewer_because']),
  form('outline-reason-null', JSON_MODE, 'small models', (answer) => {
    if ('fewer_because' in answer) answer['fewer_because'] = null;
  }),
  form('outline-modules-as-map', JSON_MODE, 'small models', (answer) => {
    const modules = listIn(answer, 'modules');
    if (modules.length > 0) answer['modules'] = Object.fromEntries(modules.map((module, at) => [`module_${at + 1}`, module]));
  }),
  form('lesson-title-as-heading', JSON_MODE, 'any', (answer, call) => {
    if (typeof answer['content'] === 'string') answer['content'] = `# ${call.title}\n\n${answer['content']}`;
  }),

  question('kind-in-words', 'gfargo/coco#281', (one) => (one['kind'] = KIND_WORDS[String(one['kind'])] ?? one['kind']), { isTested: true }),
  question('kind-as-title', 'presubmit/ai-reviewer#44', (one) => (one['kind'] = KIND_TITLES[String(one['kind'])] ?? one['kind'])),
  question('kind-in-capitals', 'margince/margince#417', (one) => (one['kind'] = String(one['kind']).toUpperCase())),
  question(
    'key-as-letters',
    'zeeyado/koassistant.koplugin#99',
    (one, _options, right) => (one['correct_options'] = right.map((at) => LETTERS[at])),
    { isTested: true },
  ),
  question(
    'key-as-small-letters',
    'cognitive-engineering-lab/quizicist#6',
    (one, _options, right) => (one['correct_options'] = right.map((at) => LETTERS[at]!.toLowerCase())),
  ),
  question('key-as-texts', 'THU-MAIC/OpenMAIC#1326', (one, options, right) => (one['correct_options'] = right.map((at) => options[at])), {
    isTested: true,
  }),
  question('key-as-numbers-in-texts', 'maxprain12/dome#338', (one, _options, right) => (one['correct_options'] = right.map(String))),
  question('key-alone', 'maxprain12/dome#338', (one, _options, right) => (one['correct_options'] = right.length === 1 ? right[0] : right)),
  question(
    'key-as-letter-alone',
    'zeeyado/koassistant.koplugin#99',
    (one, _options, right) => (one['correct_options'] = right.length === 1 ? LETTERS[right[0]!] : right.map((at) => LETTERS[at])),
  ),
  question(
    'key-as-one-text',
    'maxprain12/dome#338',
    (one, _options, right) => (one['correct_options'] = right.map((at) => LETTERS[at]).join(', ')),
  ),
  question(
    'key-with-a-bracket',
    'expectedparrot/edsl#1222',
    (one, options, right) => (one['correct_options'] = right.map((at) => `${LETTERS[at]}) ${options[at]}`)),
  ),
  question(
    'key-true-or-false',
    'maxprain12/dome#338',
    (one, _options, right) => (one['correct_options'] = one['kind'] === 'true_false' ? right[0] === 0 : right),
  ),
  question(
    'options-as-objects',
    'zeeyado/koassistant.koplugin#99',
    (one, options) => (one['options'] = options.map((text, at) => ({ id: LETTERS[at]!.toLowerCase(), text }))),
  ),
  question(
    'options-as-map',
    'zeeyado/koassistant.koplugin#99',
    (one, options) => (one['options'] = Object.fromEntries(options.map((text, at) => [LETTERS[at], text]))),
    { isTested: true },
  ),
  question('options-as-map-with-letters', 'zeeyado/koassistant.koplugin#99', (one, options, right) => {
    one['options'] = Object.fromEntries(options.map((text, at) => [LETTERS[at], text]));
    one['correct_options'] = right.map((at) => LETTERS[at]);
  }),
  question(
    'options-with-letters',
    'expectedparrot/edsl#1222',
    (one, options) => (one['options'] = options.map((text, at) => `${LETTERS[at]}) ${text}`)),
  ),
  question(
    'options-that-say-whether',
    'maxprain12/dome#338',
    (one, options, right) => (one['options'] = options.map((text, at) => ({ text, is_correct: right.includes(at) }))),
  ),
  question('options-null', 'whyhow-ai/knowledge-table#78', (one, options) => (one['options'] = options.length === 0 ? null : options)),
  question('rubric-missing', JSON_MODE, (one) => {
    if (Array.isArray(one['rubric']) && one['rubric'].length === 0) delete one['rubric'];
  }),
  question('rubric-as-text', JSON_MODE, (one) => {
    if (Array.isArray(one['rubric'])) one['rubric'] = one['rubric'].join('\n');
  }),
  question(
    'key-named-answer',
    'zeeyado/koassistant.koplugin#99',
    (one, _options, right) => {
      one['answer'] = right;
      delete one['correct_options'];
    },
    { must: { cause: /quiz|question|fit|form/i } },
  ),
  // what cannot be told apart is asked again, never guessed
  question(
    'key-mixed',
    'THU-MAIC/OpenMAIC#1326',
    (one, options, right) => (one['correct_options'] = right.map((at, n) => (n % 2 === 0 ? LETTERS[at] : options[at]))),
  ),

  verdict('yes', 'TIGER-AI-Lab/ClawBench#305', (one) => mapFlags(one, (flag) => (flag ? 'yes' : 'no')), { isTested: true }),
  verdict('pass', 'sundi133/wb-red-team#162', (one) => mapFlags(one, (flag) => (flag ? 'pass' : 'fail'))),
  verdict('one', 'TIGER-AI-Lab/ClawBench#295', (one) => mapFlags(one, (flag) => (flag ? 1 : 0))),
  verdict('capital', 'SREGym/SREGym#440', (one) => mapFlags(one, (flag) => (flag ? 'True' : 'False'))),
  verdict('reason-missing', JSON_MODE, (one) => void delete one['reason'], { isTested: true }),
  verdict('reason-null', JSON_MODE, (one) => {
    if ('reason' in one) one['reason'] = null;
  }),
  verdict('findings-null', JSON_MODE, (one) => {
    if (Array.isArray(one['findings']) && one['findings'].length === 0) one['findings'] = null;
  }),
  verdict('findings-missing', JSON_MODE, (one) => {
    if (Array.isArray(one['findings']) && one['findings'].length === 0) delete one['findings'];
  }),
  verdict('findings-none', JSON_MODE, (one) => {
    if (Array.isArray(one['findings']) && one['findings'].length === 0) one['findings'] = ['None.'];
  }),
  verdict('in-capitals', 'margince/margince#417', (one) => mapVerdicts(one, (word) => word.toUpperCase())),
  verdict(
    'accepted',
    'modelscope/evalscope#1588',
    (one) => mapVerdicts(one, (word) => ({ accept: 'accepted', revise: 'needs revision', keep: 'kept' })[word] ?? word),
    { isTested: true },
  ),
  verdict('with-a-full-stop', 'jaylfc/taosmd#176', (one) => mapVerdicts(one, (word) => `${word}.`)),
  form(
    'verdicts-missing',
    JSON_MODE,
    'small models',
    (answer) => {
      if (Array.isArray(answer['question_verdicts'])) delete answer['question_verdicts'];
    },
    { kind: 'verdict forms' },
  ),
  form(
    'verdicts-as-map',
    JSON_MODE,
    'small models',
    (answer) => {
      const verdicts = listIn(answer, 'question_verdicts');
      if (verdicts.length > 0)
        answer['question_verdicts'] = Object.fromEntries(verdicts.map(({ question_id: id, ...rest }) => [String(id), rest]));
    },
    { kind: 'verdict forms' },
  ),
];

/** Changes what says yes or no in one verdict. */
function mapFlags(one: JsonObject, change: (flag: boolean) => unknown): void {
  for (const [key, value] of Object.entries(one)) if (typeof value === 'boolean') one[key] = change(value);
}

function mapVerdicts(one: JsonObject, change: (word: string) => string): void {
  for (const key of ['verdict', 'script_verdict', 'scene_verdict']) if (typeof one[key] === 'string') one[key] = change(one[key]);
}
