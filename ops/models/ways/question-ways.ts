import type { JsonObject } from '../../sandbox/wire/wire.ts';
import { form, JSON_MODE, listIn, type Way } from './way.ts';

/** Creates a way that changes each question of a quiz, with its options and its key. */
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
const verdict = (id: string, source: string, change: (one: JsonObject) => void, rest: Partial<Way> = {}): Way => ({
  ...form(
    `verdict-${id}`,
    source,
    'small models',
    (answer) => {
      for (const name of ['question_answers', 'citation_verdicts', 'card_verdicts', 'graded_points']) listIn(answer, name).forEach(change);
      if ('verdict' in answer || 'is_faithful' in answer || 'script_verdict' in answer) change(answer);
    },
    { purposes: ['course', 'cards', 'grade'], ...rest },
  ),
  kind: 'verdict forms',
});

/** Creates a way that changes the answers of a quiz's checker. */
const answers = (id: string, source: string, change: (answer: JsonObject, list: JsonObject[]) => void, rest: Partial<Way> = {}): Way =>
  form(
    `answers-${id}`,
    source,
    'small models',
    (answer) => {
      const list = listIn(answer, 'question_answers');
      if (list.length > 0) change(answer, list);
    },
    { kind: 'verdict forms', ...rest },
  );
const answer = (id: string, source: string, change: (one: JsonObject, chosen: string[]) => void, rest: Partial<Way> = {}): Way =>
  answers(
    id,
    source,
    (_answer, list) => list.forEach((one) => change(one, Array.isArray(one['answer']) ? one['answer'].map(String) : [])),
    rest,
  );

const LETTERS = 'ABCDEFGH';
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

/** Forms in which models write questions, their keys, and verdicts. */
export const QUESTION_WAYS: readonly Way[] = [
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
  question('key-as-truth-values', 'bojieli/ai-agent-book#658', (one, options, right) => {
    if (options.length > 1 && one['kind'] !== 'order') one['correct_options'] = options.map((_, at) => right.includes(at));
  }),
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
  question('options-as-map-with-answer', 'zeeyado/koassistant.koplugin#99', (one, options, right) => {
    one['options'] = Object.fromEntries(options.map((text, at) => [LETTERS[at], text]));
    one['answer'] = right.length === 1 ? LETTERS[right[0]!] : right.map((at) => LETTERS[at]);
    delete one['correct_options'];
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
  // ambiguous answers are requested again, never guessed
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
  answers('missing', JSON_MODE, (answer) => void delete answer['question_answers']),
  answers('as-map', JSON_MODE, (answer, list) => {
    answer['question_answers'] = Object.fromEntries(list.map(({ question_id: id, ...rest }) => [String(id), rest]));
  }),
  answers('some-missing', 'huggingface/yourbench#124', (answer, list) => void (answer['question_answers'] = list.slice(0, -1)), {
    rate: 0.4,
  }),
  answer('alone', 'maxprain12/dome#338', (one, chosen) => (one['answer'] = chosen.length === 1 ? chosen[0] : chosen), { isTested: true }),
  answer('as-one-text', 'maxprain12/dome#338', (one, chosen) => (one['answer'] = chosen.join(', '))),
  answer(
    'in-small-letters',
    'cognitive-engineering-lab/quizicist#6',
    (one, chosen) => (one['answer'] = chosen.map((id) => id.toLowerCase())),
  ),
  answer('with-brackets', 'expectedparrot/edsl#1222', (one, chosen) => (one['answer'] = chosen.map((id) => `${id})`))),
  answer(
    'as-numbers',
    'maxprain12/dome#338',
    (one, chosen) => (one['answer'] = chosen.map((id) => (/^[A-Z]$/.test(id) ? LETTERS.indexOf(id) + 1 : id))),
  ),
  answer('as-objects', JSON_MODE, (one, chosen) => (one['answer'] = chosen.map((id) => ({ id })))),
];

/** Changes the yes/no values of a verdict. */
function mapFlags(one: JsonObject, change: (flag: boolean) => unknown): void {
  for (const [key, value] of Object.entries(one)) if (typeof value === 'boolean') one[key] = change(value);
}

function mapVerdicts(one: JsonObject, change: (word: string) => string): void {
  for (const key of ['verdict', 'script_verdict', 'scene_verdict']) if (typeof one[key] === 'string') one[key] = change(one[key]);
}
