import { expect, it } from 'vitest';
import { coursePlanSchema } from '#contract/courses/course-plan.contract.ts';
import type { OutlineDocument } from '#domain/generation/prompts/documents.ts';
import { buildOutline, buildOutlineLesson } from '#domain/generation/runs/run.factory.ts';
import { courseDocument, sharedFacts } from './course-document.ts';
import { lessonIdOf, planFromOutline, planFromPartial, recalledLesson, type CoursePlan } from './course-plan.ts';

const RUN = '019a0000-0000-7000-8000-000000000000';

it('an outline that streams in shows its modules and lessons as soon as they have titles', () => {
  const partial = { title: 'Bees', modules: [{ title: 'Queens', lessons: [{ title: 'Who she is' }, { summary: 'no title yet' }] }, {}] };
  expect(planFromPartial(RUN, partial)).toMatchObject({
    title: 'Bees',
    modules: [{ title: 'Queens', lessons: [{ title: 'Who she is', objectives: [], duration_minutes: 5 }] }],
  });
  expect(planFromPartial(RUN, { title: 'Bees' })).toBeNull();
});

it.each([
  undefined,
  null,
  7,
  [],
  { title: 7, modules: [] },
  { title: 'Bees', modules: { 0: { title: 'Queens' } } },
  { title: 'Bees', modules: 'Queens' },
  { title: ['Bees'], modules: [null] },
])('a streaming outline is unchecked and may be malformed: %j', (partial) => expect(planFromPartial(RUN, partial)).toBeNull());

it('parts of another type are not shown', () => {
  const modules = [
    null,
    'Queens',
    { title: 7 },
    { title: 'Drones', summary: [], lessons: { 0: {} } },
    { title: 'Wax', lessons: [null, { title: {} }] },
  ];
  expect(planFromPartial(RUN, { title: 'Bees', description: 5, learning_objectives: 'Watch', modules })).toMatchObject({
    description: '',
    learning_objectives: [],
    modules: [
      { title: 'Drones', summary: '', lessons: [] },
      { title: 'Wax', lessons: [] },
    ],
  });
});

it('authors get one line about each lesson of an outline, the same for every author', () => {
  const lessons = [
    { title: 'Who she is', summary: ' How a queen\n differs from workers. ' },
    { title: 'Swarming', summary: 'Why colonies split. '.repeat(20) },
    { title: 'Added by the learner', summary: '' },
    { title: 'Of an older release' },
  ];
  const document = courseDocument({
    title: 'Bees',
    modules: [{ title: 'Queens', lessons: lessons.map((one, at) => ({ lesson_id: `l${at}`, ...one })) }],
  });
  expect(document).toEqual({
    title: 'Bees',
    modules: [
      {
        title: 'Queens',
        lessons: [
          { number: '1.1', title: 'Who she is', summary: 'How a queen differs from workers.' },
          { number: '1.2', title: 'Swarming', summary: expect.stringMatching(/^Why colonies split\..{100,145} …$/) },
          { number: '1.3', title: 'Added by the learner' },
          { number: '1.4', title: 'Of an older release' },
        ],
      },
    ],
  });
});

it('authors get what all lessons share, with the lessons by number', () => {
  const outline = buildOutline(2, 2, {
    thread: { kind: 'case', name: 'Two Oaks', summary: 'Two hives.', facts: [{ name: 'Hives', value: '2' }], own: 'A hive of yours.' },
    terms: [{ term: 'brood', meaning: 'Young bees.', lesson: '2.1' }],
    conventions: ['Weights in kg.'],
    final_task: { title: 'A swarm', task: 'It hangs in a tree.', points: ['It is caught.'], solution: 'So.' },
  });
  outline.modules[1]!.lessons[0] = {
    ...outline.modules[1]!.lessons[0]!,
    kind: 'worked_case',
    adds: ['brood'],
    thread: 'Two Oaks is opened.',
  };
  const document = courseDocument(planFromOutline('run', outline, 10));
  expect(document).toMatchObject({
    description: outline.description,
    thread: { name: 'Two Oaks', facts: ['Hives: 2'], own: 'A hive of yours.' },
    terms: [{ term: 'brood', meaning: 'Young bees.', lesson: '2.1' }],
    conventions: ['Weights in kg.'],
    // its raw material and solution belong to the learner
    final_task: { title: 'A swarm', points: ['It is caught.'] },
  });
  expect(document['modules']).toMatchObject([
    {},
    { lessons: [{ number: '2.1', kind: 'worked_case', adds: ['brood'], thread: 'Two Oaks is opened.' }, {}] },
  ]);
});

it('reviewers get the facts, terms and titles alone', () => {
  const thread = { kind: 'case' as const, name: 'Two Oaks', summary: 'Two hives.', facts: [{ name: 'Hives', value: '2' }], own: 'Yours.' };
  const outline = buildOutline(1, 1, { thread, terms: [{ term: 'brood', meaning: 'Young bees.', lesson: '1.1' }] });
  outline.modules[0]!.lessons[0] = { ...outline.modules[0]!.lessons[0]!, adds: ['brood'], thread: 'Two Oaks is opened.' };
  expect(sharedFacts(planFromOutline('run', outline, 10))).toEqual({
    thread: { name: 'Two Oaks', facts: ['Hives: 2'] },
    terms: [{ term: 'brood', meaning: 'Young bees.', lesson: '1.1' }],
    modules: [{ title: expect.any(String), lessons: [{ number: '1.1', title: expect.any(String) }] }],
  });
});

const lesson = (title: string, part: Parameters<typeof buildOutlineLesson>[1] = {}) => buildOutlineLesson(title, part);
const planned = (part: Partial<OutlineDocument>) => planFromOutline(RUN, buildOutline(0, 0, part), 20);

it('what all lessons share is stored with the ids of its lessons, without what is empty', () => {
  const thread = { kind: 'case' as const, name: ' Hollow Oak ', summary: 'Two hives.', facts: [{ name: 'Hives', value: '2' }], own: '' };
  const modules = [
    { title: 'Bees', summary: '', lessons: [lesson('Brood', { adds: ['brood', ' '], thread: 'They look in.', work_minutes: 30.4 })] },
  ];
  const terms = [
    { term: 'brood', meaning: 'Young bees.', lesson: '1.1' },
    { term: 'swarm', meaning: 'A colony that leaves.', lesson: '2.1' },
  ];
  const facts = [...thread.facts, { name: '', value: '3' }];
  const { shared } = planned({ modules, terms, thread: { ...thread, facts }, conventions: ['Weights in kg.', ''] });
  expect(shared).toEqual({
    thread: { ...thread, name: 'Hollow Oak' },
    terms: [{ term: 'brood', meaning: 'Young bees.', lesson_id: lessonIdOf(RUN, 0, 0) }],
    conventions: ['Weights in kg.'],
    final_task: null,
    lessons: [
      {
        lesson_id: lessonIdOf(RUN, 0, 0),
        kind: 'idea',
        assumes: [],
        adds: ['brood'],
        leaves: [],
        thread: 'They look in.',
        work_minutes: 30,
      },
    ],
  });
  expect(coursePlanSchema.safeParse(shared).success).toBe(true);
});

it('a lesson recalls the earliest of those that define a term it takes for granted, otherwise the previous one', () => {
  const modules = [
    { title: 'Bees', summary: '', lessons: [lesson('Brood'), lesson('Wax'), lesson('Swarms', { assumes: ['Wax, and brood from 1.1'] })] },
  ];
  const terms = ['brood', 'wax'].map((term, at) => ({ term, meaning: '', lesson: `1.${at + 1}` }));
  const titles = (plan: CoursePlan) => [0, 1, 2].map((number) => recalledLesson(plan, { number })?.title ?? null);
  expect(titles(planned({ modules, terms }))).toEqual([null, 'Brood', 'Brood']);
  const { shared: _, ...old } = planned({ modules, terms });
  expect(titles(old)).toEqual([null, 'Brood', 'Wax']);
});

it('a part of a plan that is too long ends with its last whole sentence, or else word', () => {
  const long = `He buys the debt of Pergamum. ${'It is told at length. '.repeat(60)}`;
  const thread = {
    kind: 'case' as const,
    name: 'Rome',
    summary: 'x',
    own: '',
    facts: [
      { name: 'Debt', value: long },
      { name: 'List', value: 'word '.repeat(300) },
    ],
  };
  const { facts } = planned({ thread }).shared!.thread!;
  expect(facts[0]!.value).toMatch(/at length\.$/);
  expect(facts[1]!.value).toMatch(/ word$/);
});
