import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import * as z from 'zod';
import { lessonDocument, outlineDocument, quizDocument, lessonCheckDocument } from '#domain/generation/prompts/documents.ts';
import { buildOutline, buildOutlineLesson } from '#domain/generation/runs/run.factory.ts';
import { ANSWER_SCHEMAS, exampleOf, hintOf } from './answer-schema.ts';
import { answersOf, emptied, NEAR_MISSES, NEAR_TEXTS } from './near-misses.factory.ts';
import { numberIn } from './near-values.ts';
import { parseAnswer } from './parse-answer.ts';

const DOMAIN = new URL('../../', import.meta.url);
/** Each of them makes every near miss of an answer. */
const SOME = { numRuns: 4, seed: 20261130 };

/** Loads every module that declares an answer, so that none has to be listed here. */
const declaring = readdirSync(DOMAIN, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/\.(?:test|factory)\.ts$/.test(file) && !file.endsWith('answer-schema.ts'))
  .filter((file) => /\bdeclareAnswer\(/.test(readFileSync(new URL(file, DOMAIN), 'utf8')));
for (const file of declaring) await import(new URL(file, DOMAIN).href);
const names = declaring.flatMap((file) =>
  [...readFileSync(new URL(file, DOMAIN), 'utf8').matchAll(/\bdeclareAnswer\(\s*'([^']+)'/g)].map(([, name]) => name!),
);
// tests of the same process declare some of their own
const schemas = [...ANSWER_SCHEMAS].filter(([name]) => names.includes(name));

const read = <T>(schema: z.core.$ZodType<T>, value: unknown) => parseAnswer(JSON.stringify(value), schema);

/** Every object of a schema, with its path. */
function shapesIn(schema: z.core.$ZodType, path = ''): { path: string; shape: Record<string, z.core.$ZodType> }[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'array') return shapesIn(def.element, `${path}[]`);
  if (def.type !== 'object') return [];
  return [{ path, shape: def.shape }, ...Object.entries(def.shape).flatMap(([key, one]) => shapesIn(one, `${path}.${key}`))];
}

describe('every document that a model is asked for', () => {
  it('is declared once', () => {
    expect(new Set(names).size).toBe(names.length);
    expect(schemas.length).toBe(names.length);
    expect(schemas.length).toBeGreaterThan(20);
  });

  it('has a worked example if a course is written with it, each of which fits', () => {
    const shown = schemas.filter(([, schema]) => exampleOf(schema) !== undefined);
    for (const [name, schema] of shown) expect(read(schema, exampleOf(schema)), name).toMatchObject({ ok: true, value: exampleOf(schema) });
    const written = [
      ...readFileSync(new URL('generation/prompts/documents.ts', DOMAIN), 'utf8').matchAll(/\bdeclareAnswer\(\s*'([^']+)'/g),
    ];
    expect(shown.map(([name]) => name)).toEqual(expect.arrayContaining(written.map(([, name]) => name)));
  });

  it.each(schemas)('%s: reasons come before verdicts, and explanations before keys', (_, schema) => {
    for (const { path, shape } of shapesIn(schema)) {
      const names = Object.keys(shape);
      const reasons = names.flatMap((name, at) => (/^(?:reasons?|findings|problems|explanation)$/.test(name) ? [at] : []));
      const verdicts = names.flatMap((name, at) =>
        /verdict$|^ok$|^is_|^preferred$|^answerable$/.test(name) || hintOf(shape[name]!).placesOf ? [at] : [],
      );
      for (const verdict of verdicts) for (const reason of reasons) expect(reason, `${path}: ${names.join()}`).toBeLessThan(verdict);
    }
  });

  it.each(schemas)('%s: is read unchanged if it fits, and exactly the same if it nearly does', (_, schema) => {
    fc.assert(
      fc.property(answersOf(schema), (value) => {
        expect(read(schema, value)).toEqual({ ok: true, value, repaired: false });
        for (const [name, miss] of Object.entries(NEAR_MISSES)) {
          for (const meant of [value, emptied(schema, value)]) {
            if (!z.safeParse(schema, meant).success) continue;
            const written = miss(schema, meant);
            expect(read(schema, written), `${name}: ${JSON.stringify(written)}`).toMatchObject({ ok: true, value: meant });
          }
        }
      }),
      SOME,
    );
  });

  it.each(schemas)('%s: is also read if it is not JSON, or lacks its last brace', (_, schema) => {
    fc.assert(
      fc.property(answersOf(schema), (value) => {
        const end = Object.values(value as object).at(-1) as unknown;
        for (const [name, write] of Object.entries(NEAR_TEXTS)) {
          const written = write(value);
          const answer = parseAnswer(written, schema, { hasEnded: true });
          // a text that does not end like a sentence may have been cut
          const last = name.endsWith('bracket') && Array.isArray(end) ? (end.at(-1) as unknown) : end;
          if (name.startsWith('without') && !answer.ok && (typeof last !== 'object' || last === null))
            expect(answer.flaw).toBe('truncated');
          else expect(answer, `${name}: ${written}`).toEqual({ ok: true, value, repaired: true });
        }
      }),
      SOME,
    );
  });

  it.each(schemas)('%s: two different answers are rejected', (_, schema) => {
    fc.assert(
      fc.property(answersOf(schema), answersOf(schema), (one, other) => {
        fc.pre(JSON.stringify(one) !== JSON.stringify(other));
        expect(read(schema, { draft: one, final: other }).ok).toBe(false);
      }),
      SOME,
    );
  });
});

describe('an ambiguous value is asked again', () => {
  const ask = { kind: 'single', question: 'Who dances?', options: ['Bees', 'Wasps', 'Ants', 'Flies'], explanation: 'So.', rubric: [] };
  const quiz = (...questions: object[]) => read(quizDocument, { questions: questions.map((one) => ({ ...ask, ...one })) });

  it.each<[string, object[]]>([
    ['letters in one question and numbers in another', [{ correct_options: ['B'] }, { correct_options: [1] }]],
    ['texts in one question and numbers in another', [{ correct_options: ['Wasps'] }, { correct_options: [1] }]],
    ['a letter that is another option’s text', [{ options: ['B', 'A'], correct_options: ['A'] }]],
    ['a number that is called otherwise', [{ options: { 1: 'Bees', 2: 'Wasps', 3: 'Ants' }, correct_options: [1] }]],
    ['a number that reads otherwise', [{ options: ['1', '2', '3'], correct_options: ['2'] }]],
    ['a number that another option begins with', [{ options: ['1. Bees', '2. Wasps', '3. Ants'], correct_options: [2] }]],
    ['a letter of one option with the text of another', [{ correct_options: ['A) Wasps'] }]],
    ['a letter of one option with the text of another, after a dash', [{ correct_options: ['A - Wasps'] }]],
    ['truth values of what is no option', [{ correct_options: { first: true, second: false } }]],
    ['a letter beyond the options', [{ correct_options: ['F'] }]],
    ['a truth value that two options may be', [{ options: ['Yes', 'True', 'No'], correct_options: [true] }]],
    ['a truth value that no option is', [{ correct_options: [true] }]],
    [
      'a key against the marks in the options',
      [
        {
          options: [
            { text: 'Bees', correct: true },
            { text: 'Wasps', correct: false },
          ],
          correct_options: [1],
        },
      ],
    ],
    ['a number under another name', [{ answer: 1 }]],
    ['a key under two other names', [{ answer: 'B', correct: 'C' }]],
    ['a kind that may be two', [{ kind: 'multiple choice', correct_options: [] }]],
    ['a field twice', [{ Explanation: 'x', EXPLANATION: 'y', explanation: undefined, correct_options: [1] }]],
  ])('%s', (_, questions) => expect(quiz(...questions)).toMatchObject({ ok: false, flaw: 'schema' }));

  it('but not if the rest of the document decides', () => {
    const places = (...questions: object[]) => {
      const answer = quiz(...questions);
      return answer.ok ? answer.value.questions.map(({ kind, correct_options: keys }) => [kind, keys]) : answer.repairHint;
    };
    // a fourth position of four is valid only when they are counted from one
    expect(places({ correct_options: [1] }, { correct_options: [4] })).toEqual([
      ['single', [0]],
      ['single', [3]],
    ]);
    expect(places({ kind: 'multiple_choice', correct_options: ['B'] })).toEqual([['single', [1]]]);
    expect(places({ kind: 'multiple_choice', correct_options: 'A, C' })).toEqual([['multiple', [0, 2]]]);
    expect(places({ kind: 'multiple', correct_options: '0, 2' })).toEqual([['multiple', [0, 2]]]);
    expect(places({ kind: 'multiple', correct_options: 'A und C' })).toEqual([['multiple', [0, 2]]]);
    expect(places({ kind: 'multiple', correct_options: [true, false, true, false] })).toEqual([['multiple', [0, 2]]]);
    expect(
      places({ kind: 'multiple', correct_options: [true, false, true, false] }, { kind: 'order', correct_options: [1, 0, 3, 2] }),
    ).toEqual([
      ['multiple', [0, 2]],
      ['order', [1, 0, 3, 2]],
    ]);
    expect(places({ options: ['1,5', '2,5'], correct_options: '1,5' })).toEqual([['single', [0]]]);
    expect(places({ correct_options: 'The correct answer is B' })).toEqual([['single', [1]]]);
    expect(places({ kind: 'multiple', correct_options: 'B/C' })).toEqual([['multiple', [1, 2]]]);
    expect(places({ correct_options: { A: false, B: true, C: false, D: false } })).toEqual([['single', [1]]]);
    expect(places({ correct_options: ['option_b'] }, { correct_options: 'C - Ants' })).toEqual([
      ['single', [1]],
      ['single', [2]],
    ]);
    expect(places({ options: ['b - a', 'a - b'], correct_options: ['a - b'] })).toEqual([['single', [1]]]);
    expect(places({ options: ['А) Bees', 'Б) Wasps'], correct_options: ['Б'] })).toEqual([['single', [1]]]);
    for (const key of [true, [true], 'Yes', ['true']])
      expect(places({ kind: 'true_false', options: ['True', 'False'], correct_options: key })).toEqual([['true_false', [0]]]);
    const marked = [true, false].map((correct, at) => ({ text: `Bee ${at}`, is_correct: String(correct) }));
    expect(places({ options: marked, correct_options: undefined })).toEqual([['single', [0]]]);
    expect(places({ kind: 'fill_in_the_blank', options: [], correct_options: [], rubric: ['Bees'] })).toEqual([['short', []]]);
    expect(places({ kind: 'short_answer', options: null, correct_options: null, rubric: ['Bees'] })).toEqual([['short', []]]);
    const short = { kind: 'short', options: {}, correct_options: [], rubric: 'It dances\nIt hums' };
    expect(places({ options: { A: 'Bees', B: 'Wasps' }, correct_options: 'B', rubric: '' }, short)).toEqual([
      ['single', [1]],
      ['short', []],
    ]);
    expect(places({ ...short, options: '', correct_options: '' })).toEqual([['short', []]]);
    expect(places({ options: { A: 'Bees', B: 'Wasps' }, answer: 'B' }, { ...short, correct_options: undefined, answer: [] })).toEqual([
      ['single', [1]],
      ['short', []],
    ]);
    for (const name of ['correct_answer', 'Answer Key', 'correct']) expect(places({ [name]: 'C' })).toEqual([['single', [2]]]);
  });
});

it('an optional number is missing if its words name none', () => {
  const question = { kind: 'short', question: 'Why?', options: [], correct_options: [], explanation: 'So.', rubric: ['So.'] };
  const place = (after: unknown) => {
    const answer = read(quizDocument, { questions: [{ ...question, after }] });
    return answer.ok ? answer.value.questions[0]!.after : answer.repairHint;
  };
  for (const said of ['2-3', 'n/a', 'TBD', '', 'the second', { value: 2, unit: 'sections' }]) expect(place(said)).toBe(-1);
  expect(place('2')).toBe(2);
});

const outlineLesson = outlineDocument.shape.modules.element.shape.lessons.element.shape;
/** Fields in the order of their schema, some under another name. */
function inOrder(fields: Readonly<Record<string, unknown>>, shape: Readonly<Record<string, unknown>>): unknown {
  const names: Readonly<Record<string, string>> = { title: 'titulo', modules: 'modulos' };
  return Object.fromEntries(Object.keys(shape).map((key) => [names[key] ?? key, fields[names[key] ?? key]]));
}

it('fields with other names are recognised by their places, if nothing else is missing', () => {
  const text = 'Bees dance to say where the flowers are.';
  const meant = { content: text, objectives: ['a'], key_takeaways: ['b'] };
  expect(read(lessonDocument, { contenido: text, objetivos: ['a'], key_takeaways: ['b'] })).toMatchObject({ value: meant });
  const lesson = inOrder({ ...buildOutlineLesson('Bees', { summary: 'What they do.' }), titulo: 'Bees' }, outlineLesson);
  const outline = {
    ...buildOutline(0, 0),
    titulo: 'Bees',
    modulos: [{ titulo: 'One', resumen: 'First.', lecciones: [lesson] }],
  };
  expect(read(outlineDocument, inOrder(outline, outlineDocument.shape))).toMatchObject({
    value: { title: 'Bees', modules: [{ title: 'One', lessons: [{ title: 'Bees', summary: 'What they do.' }] }] },
  });
  // what an answer may do without is left out
  const { work_minutes: _, ...short } = lesson as { work_minutes: number };
  const less = { ...outline, modulos: [{ titulo: 'One', resumen: 'First.', lecciones: [short] }] };
  expect(read(outlineDocument, inOrder(less, outlineDocument.shape))).toMatchObject({
    value: { modules: [{ lessons: [{ title: 'Bees', work_minutes: 0 }] }] },
  });
  for (const other of [
    // a field is missing, and an unknown one is there
    { thoughts: text, objectives: ['a'], key_takeaways: ['b'] },
    { objectives: ['a'], contenido: text, key_takeaways: ['b'] },
    { contenido: text, objectives: ['a'], key_takeaways: ['b'], notes: 'c' },
    { contenido: [text], objectives: ['a'], key_takeaways: ['b'] },
    { contenido: text, objetivos: ['a'], puntos: ['b'] },
  ])
    expect(read(lessonDocument, other)).toMatchObject({ ok: false });
});

it('fields are recognised by a word of their names, if it can be no other', () => {
  const text = 'Bees dance to say where the flowers are.';
  const meant = { content: text, objectives: ['a'], key_takeaways: ['b'] };
  for (const written of [
    { lesson_content: text, learning_objectives: ['a'], takeaways: ['b'] },
    { lessonContent: text, lessonObjectives: ['a'], lessonKeyTakeaways: ['b'] },
    { title: 'Bees', content: text, takeaways: ['b'], 'Learning objectives': ['a'] },
    { lesson: { lesson_content: text, learning_objectives: ['a'], takeaways: ['b'] } },
  ])
    expect(read(lessonDocument, written), JSON.stringify(written)).toMatchObject({ ok: true, value: meant });
  for (const written of [
    // two candidates for the field, one of another type, and a missing one
    { first_content: text, second_content: text, objectives: ['a'], key_takeaways: ['b'] },
    { lesson_content: 3, learning_objectives: ['a'], takeaways: ['b'] },
    { lesson_content: text, takeaways: ['b'] },
  ])
    expect(read(lessonDocument, written), JSON.stringify(written)).toMatchObject({ ok: false });
});

it('points with a headline become the headline and its text', () => {
  const points = [
    { title: 'Brood', description: 'Eggs and larvae.' },
    { name: 'Why do they dance?', text: 'To tell the way.' },
    { heading: 'Wax', details: 'Made by young bees.' },
  ];
  const answer = read(lessonDocument, { content: 'Bees dance.', objectives: ['a'], key_takeaways: points });
  expect(answer).toMatchObject({
    value: { key_takeaways: ['Brood: Eggs and larvae.', 'Why do they dance? To tell the way.', 'Wax: Made by young bees.'] },
  });
  expect(read(lessonDocument, { content: 'Bees.', objectives: ['a'], key_takeaways: [{ first: 'a', second: 'b' }] }).ok).toBe(false);
});

it('a verdict may have a remark that does not change it', () => {
  const verdict = (said: string) => {
    const answer = read(lessonCheckDocument, { findings: [], question_answers: [], verdict: said });
    return answer.ok ? answer.value.verdict : null;
  };
  for (const said of ['accept with minor changes', 'Accept.', 'accept - it is sound', 'ACCEPT: it is sound', 'accept because it is sound'])
    expect(verdict(said), said).toBe('accept');
  expect(verdict('revise (the second paragraph is untrue)')).toBe('revise');
  for (const said of [
    'accept, but only once it is mended',
    'accept or revise',
    'accept / revise',
    'accept: needs revision',
    'accept with changes',
  ])
    expect(verdict(said), said).toBeNull();
});

it('references to options by letter get their positions', () => {
  const ask = { purpose: 'check', after: 1, kind: 'single', question: 'Who?', options: ['Bees', 'Wasps', 'Ants'], explanation: 'So.' };
  const feedback = (said: unknown) => {
    const answer = read(quizDocument, { questions: [{ ...ask, correct_options: [1], rubric: [], feedback: said }] });
    return answer.ok ? answer.value.questions[0]!.feedback : null;
  };
  const meant = ['They dance.', '', 'They walk.'];
  expect(feedback({ A: 'They dance.', C: 'They walk.' })).toEqual(meant);
  expect(feedback({ option_c: 'They walk.', option_a: 'They dance.' })).toEqual(meant);
  expect(feedback({ Bees: 'They dance.', Ants: 'They walk.' })).toEqual(meant);
  expect(
    feedback([
      { option: 'A', text: 'They dance.' },
      { option: 'C', text: 'They walk.' },
    ]),
  ).toEqual(meant);
  expect(feedback({ A: 'They dance.', B: '', C: 'They walk.' })).toEqual(meant);
  // counted from nought or from one; a letter that is no option's; one option twice
  for (const said of [
    { 1: 'They dance.', 3: 'They walk.' },
    { A: 'They dance.', F: 'They walk.' },
    { A: 'x', Bees: 'y' },
  ])
    expect(feedback(said), JSON.stringify(said)).toBeNull();
});

it('of independent entries, those that do not fit are left out', () => {
  const cards = ANSWER_SCHEMAS.get('cards')!;
  const card = (n: number) => ({ front: `Front ${n}`, back: `Back ${n}`, passage: `Passage ${n}` });
  const fifteen = Array.from({ length: 15 }, (_, n) => card(n));
  const kept = (list: readonly unknown[]) => read(cards, { flash_cards: list });
  expect(kept([...fifteen, card(15), card(16)])).toMatchObject({ ok: true, value: { flash_cards: fifteen } });
  expect(kept([card(1), { ...card(2), back: 'x'.repeat(5_000) }, card(3)])).toMatchObject({
    value: { flash_cards: [card(1), card(3)] },
  });
  expect(kept([{ ...card(2), back: 'x'.repeat(5_000) }]).ok).toBe(false);
});

it('a text in sections is that text, with their headlines', () => {
  const parts = [
    { heading: 'Why', body: 'Bees dance.' },
    { heading: '## How', body: ['They run.', 'They turn.'] },
  ];
  const content = '## Why\n\nBees dance.\n\n## How\n\nThey run.\n\nThey turn.';
  const rest = { objectives: ['a'], key_takeaways: ['b'] };
  expect(read(lessonDocument, { content: parts, ...rest })).toMatchObject({ value: { content } });
  expect(read(lessonDocument, { sections: parts, ...rest })).toMatchObject({ value: { content } });
  expect(read(lessonDocument, { content: [{ title: 'Warum', text: 'Bienen tanzen.' }], ...rest })).toMatchObject({
    value: { content: '## Warum\n\nBienen tanzen.' },
  });
  // nothing tells which of the texts is meant
  for (const part of [
    { heading: 'Why', body: 'a', summary: 'b' },
    { a: 'Why', b: 'Bees dance.' },
    { heading: 'Why', body: { text: 'a' } },
  ])
    expect(read(lessonDocument, { content: [part], ...rest })).toMatchObject({ ok: false });
});

it('a text whose parts have their own fields becomes those parts', () => {
  const rest = { objectives: ['a'], key_takeaways: ['b'] };
  const parts = { introduction: 'Bees dance.', main: ['They run.', 'They turn.'], conclusion: 'So they tell.' };
  const content = 'Bees dance.\n\nThey run.\n\nThey turn.\n\nSo they tell.';
  for (const written of [
    { ...parts, ...rest },
    { content: parts, ...rest },
    { ...parts, Objectives: ['a'], takeaways: ['b'] },
  ])
    expect(read(lessonDocument, written), JSON.stringify(written)).toMatchObject({ value: { content, ...rest } });
  // a single part may be all that is left of a cut answer; an unknown part may be anything
  for (const written of [
    { introduction: 'Bees dance.', ...rest },
    { ...parts, translation: 'x', ...rest },
    { ...parts, content: 'Wasps.', ...rest },
  ])
    expect(read(lessonDocument, written), JSON.stringify(written)).not.toMatchObject({ value: { content } });
});

it('a lesson in Markdown, each field under its headline, becomes that lesson', () => {
  const written =
    '# Content\n\n## Why\n\nBees dance.\n\n# Objectives\n\n- Name them\n- Tell them apart\n\n# Key Takeaways\n1. They dance.\n';
  expect(parseAnswer(written, lessonDocument)).toMatchObject({
    value: { content: '## Why\n\nBees dance.', objectives: ['Name them', 'Tell them apart'], key_takeaways: ['They dance.'] },
  });
  for (const other of [
    written.slice(0, written.indexOf('# Key')),
    `Here it is.\n\n${written}`,
    `${written}\n# Content\n\nWasps.`,
    written.replace('They dance.', '').replace('1. ', ''),
  ])
    expect(parseAnswer(other, lessonDocument), other).toMatchObject({ ok: false });
});

it('lessons given as titles only are lessons', () => {
  const outline = (lessons: unknown) =>
    read(outlineDocument, {
      title: 'Bees',
      description: 'All of them.',
      learning_objectives: ['Name them'],
      modules: [{ title: 'One', summary: 'First.', lessons }],
    });
  expect(outline(['The hive', 'The queen'])).toMatchObject({
    value: { modules: [{ lessons: [{ title: 'The hive', objectives: [], kind: 'idea' }, { title: 'The queen' }] }] },
  });
  expect(outline(['The hive', { title: 3 }])).toMatchObject({ ok: false });
});

it('a finding in several fields becomes all of their text', () => {
  const findings = (written: unknown) => {
    const answer = read(lessonCheckDocument, { findings: written, question_answers: [], verdict: 'revise' });
    return answer.ok ? answer.value.findings : null;
  };
  expect(findings([{ place: 'second paragraph', problem: 'Bees are no wasps.', severity: 2 }, 'Too long.'])).toEqual([
    'place: second paragraph; problem: Bees are no wasps.; severity: 2',
    'Too long.',
  ]);
  expect(findings([{ problem: 'Bees are no wasps.' }])).toEqual(['Bees are no wasps.']);
  expect(findings([{ problem: { text: 'a', place: 'b' }, place: 'c' }])).toBeNull();
});

it.each([
  ['partially', false],
  ['teilweise', false],
  ['2/2', true],
  ['1 of 2', false],
  ['3/2', null],
  ['maybe', null],
])('a truth value of %s', (said, meant) => {
  const schema = z.object({ is_met: z.boolean() });
  const answer = read(schema, { is_met: said });
  expect(answer.ok ? answer.value.is_met : null).toBe(meant);
});

it('a text in a list of its lines keeps its tables, its lists and its code', () => {
  const content = (parts: readonly unknown[]) => {
    const answer = read(lessonDocument, { content: parts, objectives: ['a'], key_takeaways: ['b'] });
    return answer.ok ? answer.value.content : null;
  };
  const table = ['| a | b |', '|---|---|', '| 1 | 2 |'];
  const code = ['```js', 'let a = 1;', 'return a;', '```'];
  expect(content(['Look:', ...table, 'That is all.'])).toBe(`Look:\n\n${table.join('\n')}\n\nThat is all.`);
  expect(content(['Run:', ...code, 'It says 1.'])).toBe(`Run:\n\n${code.join('\n')}\n\nIt says 1.`);
  expect(content(['Take:', '- a frame', '  - of wood', '- wax', 'Go on.'])).toBe('Take:\n\n- a frame\n  - of wood\n- wax\n\nGo on.');
  expect(content(['## Bees', '', 'They dance', 'at noon.', '', '1. Look', '2. Wait'])).toBe(
    '## Bees\n\nThey dance\nat noon.\n\n1. Look\n2. Wait',
  );
  expect(content([code.join('\n'), 'One.', 'Two.'])).toBe(`${code.join('\n')}\n\nOne.\n\nTwo.`);
});

it('a text in labelled parts becomes that text', () => {
  const parts = ['Bees dance.', 'They mean it.'].map((text) => ({ type: 'text', text }));
  expect(read(lessonDocument, { content: parts, objectives: ['a'], key_takeaways: ['b'] })).toMatchObject({
    value: { content: 'Bees dance.\n\nThey mean it.' },
  });
});

describe('numbers', () => {
  it.each<[unknown, number | undefined]>([
    ['20 minutes', 20],
    ['~ 20 min.', 20],
    [22.5, 23],
    ['22,5', 23],
    ['1 h 30', 90],
    ['1h30m', 90],
    ['1.5 hours', 90],
    ['PT1H30M', 90],
    ['٢٠ دقيقة', 20],
    ['20分钟', 20],
    ['20-25 minutes', undefined],
    ['1:30', undefined],
    ['20 lessons', undefined],
    ['1,500', undefined],
    ['soon', undefined],
    [0.3, undefined],
  ])('a duration of %s', (value, minutes) => expect(numberIn(value, 'duration_minutes', true)).toBe(minutes));

  it.each<[unknown, string, number | undefined]>([
    ['[^3]', 'marker', 3],
    ['Card 3', 'place', 3],
    ['3 of 10', 'place', undefined],
    [1.5, 'place', undefined],
    ['-3', 'place', -3],
    ['85 %', 'personalization_score', 85],
    [0.85, 'personalization_score', undefined],
  ])('%s for %s', (value, name, number) => expect(numberIn(value, name, true)).toBe(number));
});
