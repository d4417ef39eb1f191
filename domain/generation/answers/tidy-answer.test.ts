import { buildOutline, buildOutlineLesson } from '#domain/generation/runs/run.factory.ts';
import { describe, expect, it } from 'vitest';
import { sameText } from '#domain/generation/checks/same-text.ts';
import { storedCourseSchema } from '#contract/courses/stored-course.ts';
import { buildContent, buildLesson } from '#domain/courses/content/course.factory.ts';
import { tidyExercises, tidyLesson, tidyOutline, tidyQuiz, tidyResearch } from './tidy-answer.ts';

const PLACE = { purpose: 'check' as const, after: -1, feedback: [] };

const content = (text: string) => tidyLesson({ content: text, objectives: [], key_takeaways: [] }).content;
const options = (...all: string[]) =>
  tidyQuiz(
    { questions: [{ ...PLACE, kind: 'single', question: 'Who?', options: all, correct_options: [0], explanation: 'So.', rubric: [] }] },
    3,
  ).questions[0]!.options;

describe('the text of a lesson', () => {
  it.each([
    [
      'is taken out of a fence around all of it',
      '```markdown\n## Bees\n\n```js\nlet a;\n```\n\nThey dance.\n```',
      '## Bees\n\n```js\nlet a;\n```\n\nThey dance.',
    ],
    [
      'is taken out of a fence without a language',
      '```\n## Bees\n\nThey dance for each other.\n```',
      '## Bees\n\nThey dance for each other.',
    ],
    [
      'is taken out of such a fence with its own code',
      '````\nRead this first.\n\n```js\nlet a;\n```\n\nThey dance.\n````\n',
      'Read this first.\n\n```js\nlet a;\n```\n\nThey dance.',
    ],
    ['is taken out of such a fence in any script', '~~~\n蜜蜂用舞蹈说明花的位置。\n~~~', '蜜蜂用舞蹈说明花的位置。'],
    ['stays in a fence of code without a language', '```\nlet a = 1;\nb.c(a)\n```', '```\nlet a = 1;\nb.c(a)\n```'],
    [
      'stays between two fences',
      '```\nlet a;\n```\n\nThey dance for each other.\n\n```\nlet b;\n```',
      '```\nlet a;\n```\n\nThey dance for each other.\n\n```\nlet b;\n```',
    ],
    ['stays in the fence of its own code', '```js\nlet a;\n```', '```js\nlet a;\n```'],
    ['gets its line breaks when they were escaped twice', '## Bees\\n\\nThey \\"dance\\".\\n- round', '## Bees\n\nThey "dance".\n- round'],
    ['may speak of line breaks', 'End it with `\\n\\n`.\nThen go on.', 'End it with `\\n\\n`.\nThen go on.'],
    ['breaks lines where HTML would', 'One<br>two<br />three', 'One  \ntwo  \nthree'],
    ['breaks no line in a row of a table', '| a<br>b | c |\n|---|---|', '| a b | c |\n|---|---|'],
    ['shows type parameters and places to be filled', 'A List<String> of <your name>', 'A List\\<String> of \\<your name>'],
    [
      'leaves code and links as they are',
      '`List<T>` and <https://example.org>\n\n```\n<br>\n```',
      '`List<T>` and <https://example.org>\n\n```\n<br>\n```',
    ],
  ])('%s', (_, given, shown) => expect(content(given)).toBe(shown));
});

it('lists have no blank or repeated entries, and no markers of their own', () => {
  const list = ['', '- Watch the hive', '2. Watch the hive.', ' ', 'Note 3 things', '-5 degrees'];
  const tidy = ['Watch the hive', 'Note 3 things', '-5 degrees'];
  expect(tidyLesson({ content: '', objectives: list, key_takeaways: list })).toMatchObject({ objectives: tidy, key_takeaways: tidy });
  const lesson = buildOutlineLesson(' All about\n queens ', { objectives: list });
  const module = { title: 'A\tB', summary: '', lessons: [lesson] };
  expect(tidyOutline(buildOutline(0, 0, { title: 'A\n\nB', learning_objectives: list, modules: [module] }))).toMatchObject({
    title: 'A B',
    learning_objectives: tidy,
    modules: [{ title: 'A B', lessons: [{ title: 'All about queens', objectives: tidy }] }],
  });
});

describe('options', () => {
  it.each([
    [
      ['A) queen', 'B) drone', 'C) worker'],
      ['queen', 'drone', 'worker'],
    ],
    [
      ['a. queen', 'b. drone', 'c. worker'],
      ['queen', 'drone', 'worker'],
    ],
    [
      ['(1) queen', '(2) drone', '(3) worker'],
      ['queen', 'drone', 'worker'],
    ],
  ])('lose their letters: %j', (given, kept) => expect(options(...given)).toEqual(kept));
  it.each([[['A) queen', 'drone', 'C) worker']], [['1. FC Köln', '2. Liga', '1. Liga']], [['A', 'B', 'C']]])(
    'keep letters that are not markers: %j',
    (given) => expect(options(...given)).toEqual(given),
  );
});

it('keeps no more questions or exercises than requested', () => {
  const question = { ...PLACE, kind: 'single' as const, question: 'Who?', options: [], correct_options: [0], explanation: '', rubric: [] };
  expect(tidyQuiz({ questions: Array.from({ length: 40 }, () => question) }, 3).questions).toHaveLength(3);
  expect(
    tidyExercises({ exercises: Array.from({ length: 40 }, () => ({ title: 'Go', instructions: 'Do it', solution: '' })) }, 2).exercises,
  ).toHaveLength(2);
});

it('cuts texts that are longer than a course may contain, and leaves such a question out', () => {
  const long = (n: number) => 'word '.repeat(n);
  const many = Array.from({ length: 200 }, (_, n) => `${n} ${long(400)}`);
  const research = tidyResearch({ current_practice: many, expert_insights: many, industry_relevance: many });
  const outline = tidyOutline(
    buildOutline(0, 0, {
      description: long(3_000),
      learning_objectives: many,
      modules: [{ title: 'Spring', summary: long(3_000), lessons: [buildOutlineLesson('Hive', { objectives: many })] }],
    }),
  );
  const lesson = tidyLesson({ content: 'Text', objectives: many, key_takeaways: many });
  const question = {
    ...PLACE,
    kind: 'single' as const,
    question: 'Who?',
    options: ['a', 'b'],
    correct_options: [0],
    explanation: 'So.',
    rubric: [],
  };
  const { questions } = tidyQuiz({ questions: [{ ...question, question: long(500) }, { ...question, options: many }, question] }, 3);
  const { exercises } = tidyExercises({ exercises: [{ title: long(100), instructions: long(5_000), solution: '' }] }, 1);
  const content = {
    ...buildContent(),
    description: outline.description,
    learning_objectives: outline.learning_objectives,
    expert_insights: research.expert_insights,
    industry_relevance: research.industry_relevance,
    modules: [
      {
        title: 'Spring',
        summary: outline.modules[0]!.summary,
        lessons: [buildLesson({ ...lesson, exercises: exercises.map((one) => ({ ...one, id: 'e1' })) })],
      },
    ],
  };
  expect(storedCourseSchema.safeParse(content).error).toBeUndefined();
  expect(questions).toEqual([question]);
});

describe('two texts', () => {
  it.each([
    ['The queen', ' the  QUEEN. '],
    ['The queen', '“The queen”'],
    ['The queen', 'The queen?'],
    ['The queen', 'The\u00a0queen'],
    ['The queen', 'The\u200b queen'],
    ['The queen', 'Ｔｈｅ queen'],
    ['Zángano', 'Za\u0301ngano'],
    ['女王蜂', '女王蜂。'],
    ['...', '…'],
  ])('say the same: %s, %s', (one, other) => expect(sameText(one)).toBe(sameText(other)));
  it.each([
    ['-5', '5'],
    ['"5"', '5'],
    ['C', 'C#'],
    ['save', 'save!'],
    ['x++', '++x'],
    ['a == b', 'a = b'],
    ['esta', 'está'],
  ])('differ: %s, %s', (one, other) => expect(sameText(one)).not.toBe(sameText(other)));
});
