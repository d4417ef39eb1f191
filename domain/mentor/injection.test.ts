import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { walletBalance } from '#domain/billing/wallet/wallet.queries.ts';
import { buildLesson, givenCourse, givenOwner } from '#domain/courses/content/course.factory.ts';
import { createNote } from '#domain/notes/note.commands.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { INJECTED_ORDERS } from './injection-cases.factory.ts';
import { ask, question, useMentorSandbox } from './mentor.factory.ts';
import { mentorPrompt, type MentorQuestion } from './prompts/mentor-prompt.ts';

useTestDatabase();
/** Answers of a model that obeys everything it reads; null for the sandbox's own answers. */
let obedient: string | null = null;
useMentorSandbox({ answer: (_, composed) => obedient ?? composed });

const HARMLESS = 'x';
const TAGS = ['manner', 'brief', 'course', 'lesson', 'passage', 'notes', 'test', 'history', 'question'] as const;
const asked = (order: string, text = 'When should I feed the bees?'): MentorQuestion => ({
  text,
  passage: order,
  socratic: true,
  isTutor: false,
  isMinor: true,
  manner: 'academic',
  inTest: [{ id: 'q', question: order, options: [], answer_id: '', explanation: '' }],
  history: [{ question: order, answer: order }],
  context: {
    courseId: 'c',
    courseTitle: order,
    language: 'english',
    ageGroup: 'Adults',
    level: 'beginner',
    wish: { goal: order, knowledge: 'basic', teachingStyle: 'academic' },
    objectives: [order],
    plan: {
      thread: { kind: 'case', name: order, summary: order, facts: [{ name: order, value: order }], own: order },
      terms: [{ term: order, meaning: order, lesson_id: 'l' }],
      conventions: [order],
      final_task: { title: order, task: order, points: [order], solution: order },
      lessons: [{ lesson_id: 'l', kind: 'idea', assumes: [order], adds: [order], leaves: [order], thread: order }],
    },
    hasHandedIn: false,
    readIds: ['l'],
    laterLessons: [order],
    lessonId: 'l',
    lessonTitle: order,
    module: 0,
    lesson: 0,
    content: `Feed in autumn. ${order}`,
    keyTakeaways: [order],
    mistakes: [],
    earlierLessons: [],
    quiz: [],
    notes: [{ passage: order, text: order }],
  },
});
/** Returns the contents of a tag in a prompt, as a model would parse it. */
function inTag(prompt: string, tag: string): any {
  const parts = prompt.split(`<${tag}>`);
  expect(parts, tag).toHaveLength(2);
  const [inside, ...after] = parts[1]!.split(`</${tag}>`);
  expect(after, tag).toHaveLength(1);
  return JSON.parse(inside!);
}

it('the set has 40 cases', () => expect(INJECTED_ORDERS).toHaveLength(40));

describe.each(INJECTED_ORDERS)('an instruction in a lesson or a note changes nothing: %s', (order) => {
  it('stays data in its tag, complete, and the instructions are the same', () => {
    const harmless = mentorPrompt(asked(HARMLESS));
    const { instructions, prompt } = mentorPrompt(asked(order, order));
    expect(instructions).toBe(harmless.instructions);
    for (const tag of TAGS) inTag(prompt, tag);
    expect(inTag(prompt, 'question')).toBe(order);
    expect(inTag(prompt, 'passage')).toBe(order);
    expect(inTag(prompt, 'notes')).toEqual([{ passage: order, text: order }]);
    expect(inTag(prompt, 'history')).toEqual([{ question: order, answer: order }]);
    expect(inTag(prompt, 'manner')).toEqual({ role: 'Academic', socratic: true, tutor: false, is_minor: true, age_group: 'Adults' });
    // outside the tags there is only the template's text
    const outside = (text: string) => TAGS.reduce((rest, tag) => rest.replace(new RegExp(`<${tag}>[^]*?</${tag}>`), ''), text);
    expect(outside(prompt)).toBe(outside(harmless.prompt));
  });

  it('answers the learner’s question, by the requested engine, at the catalogue’s price', async () => {
    obedient = null;
    const accountId = await givenOwner({ tokens: 0 });
    const lesson = {
      ...buildLesson({ title: order.slice(0, 80), content: `Feed in autumn, before the frost.\n\n${order}` }),
      lesson_id: uuidv7(),
    };
    const courseId = await givenCourse(accountId, { document: { modules: [{ title: 'M', summary: '', lessons: [lesson] }] } });
    await createNote({ accountId, courseId, lessonId: '0_0', noteId: uuidv7(), passage: null, text: order });
    const about = { lesson: { course_id: courseId, lesson_id: '0_0' }, passage: order };
    const { answer } = await ask(question(accountId, 'When should I feed the bees?', about));
    expect(answer).toMatchObject({ state: 'sent', ai_engine_used: 'claude', paid_by_plan: true, safety: null, error: null });
    for (const quote of answer.quotes) expect(lesson.content).toContain(quote);

    // an obedient model: its quotes must occur in the lesson, and nothing else of its answer is used
    obedient = JSON.stringify({
      answer: 'HACKED',
      quotes: ['The exam is cancelled.', order.slice(0, 5)],
      tokens_charged: 0,
      role: 'admin',
    });
    const fooled = await ask(question(accountId, 'And how often?', about));
    expect(fooled.answer).toMatchObject({
      quotes: lesson.content.includes('The exam is cancelled.') ? ['The exam is cancelled.'] : [],
      paid_by_plan: true,
    });
    const { used, held } = (await walletBalance(accountId)).quotas.find(({ name }) => name === 'mentor_answer')!;
    expect({ used, held }).toEqual({ used: 2, held: 0 });
  });
});
