import { beforeAll, describe, expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import type { QuizItem } from '#contract/courses/quiz.contract.ts';
import { buildLesson, givenCourse, givenOwner, givenRun } from '#domain/courses/content/course.factory.ts';
import { getCourse } from '#domain/courses/content/course.queries.ts';
import { editLesson } from '#domain/courses/content/lesson.commands.ts';
import { database, transact } from '#domain/platform/database.ts';
import { answerQuestion } from '#domain/practice/answer-question.command.ts';
import { buildWorkshop } from '#contract/courses/workshop.factory.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { restoreVersion } from './restore-version.command.ts';
import { replaceLessons } from './version.commands.ts';

useTestDatabase();
let accountId: string;
beforeAll(async () => {
  accountId = await givenOwner();
});

const ask = (id: string, question: string, more: Partial<QuizItem> = {}) =>
  ({
    kind: 'single',
    id,
    question,
    options: ['a', 'b', 'c'].map((option) => ({ id: option, text: `Option ${option}` })),
    answer_id: 'a',
    explanation: 'So it is.',
    ...more,
  }) as QuizItem;

/** A course whose first lesson has two questions, both answered right. */
async function answered() {
  const lesson = buildLesson({ quiz: [ask('q1', 'When may a hive be opened?'), ask('q2', 'What does a drone do?')] });
  const courseId = await givenCourse(accountId, { document: { modules: [{ title: 'Spring', summary: '', lessons: [lesson] }] } });
  for (const questionId of ['q1', 'q2'])
    await answerQuestion({ accountId, answerId: uuidv7(), courseId, lessonId: lesson.lesson_id, questionId, chosenIds: ['a'] });
  return { courseId, lesson, before: await cardsOf(courseId) };
}
type Given = Awaited<ReturnType<typeof answered>>;

const cardsOf = (courseId: string) =>
  database()('review_card').where({ account_id: accountId, course_id: courseId }).orderBy('question_id').select('question_id', 'due_at');
const quizIn = async (courseId: string) => (await getCourse({ accountId, courseId })).modules[0]!.lessons[0]!.quiz;
const rewrite = async ({ courseId, lesson }: Given, quiz: QuizItem[]) => {
  const runId = await givenRun(accountId);
  await transact((trx) =>
    replaceLessons(trx, { accountId, courseId, runId, lessons: [{ ...lesson, content: 'Anew.', quiz }], order: [], kind: 'regenerated' }),
  );
  return quizIn(courseId);
};

it('the workshop of a rewritten lesson stays, unless the new text brings one: it is of the whole module', async () => {
  const workshop = buildWorkshop();
  const lesson = buildLesson({ workshop });
  const courseId = await givenCourse(accountId, { document: { modules: [{ title: 'Spring', summary: '', lessons: [lesson] }] } });
  const { workshop: _, ...anew } = { ...lesson, content: 'Anew.' };
  const replace = async (part: Partial<typeof lesson>) => {
    const runId = await givenRun(accountId);
    const lessons = [{ ...anew, ...part }];
    await transact((trx) => replaceLessons(trx, { accountId, courseId, runId, lessons, order: [], kind: 'regenerated' }));
    return (await getCourse({ accountId, courseId })).modules[0]!.lessons[0]!;
  };
  expect(await replace({})).toMatchObject({ content: 'Anew.', workshop });
  const other = buildWorkshop({ title: 'Another' });
  expect((await replace({ workshop: other })).workshop).toEqual(other);
});

describe('the questions of a rewritten lesson', () => {
  it('keep their ids, and those of their options, if they are asked as before', async () => {
    const given = await answered();
    const options = ['c', 'b', 'a'].map((text, at) => ({ id: 'abc'[at]!, text: `Option ${text}` }));
    const [moved] = await rewrite(given, [
      ask('q1', 'what does a drone do', { options, answer_id: 'c' } as object),
      ask('q2', 'What is wax?'),
    ]);
    expect(moved).toMatchObject({ id: 'q2', answer_id: 'a' });
    expect((moved as { options: object[] }).options.map((one) => Object.values(one))).toEqual([
      ['c', 'Option c'],
      ['b', 'Option b'],
      ['a', 'Option a'],
    ]);
  });

  it('that are new are never mistaken for answered ones, and are repeated if those were due', async () => {
    const given = await answered();
    const quiz = await rewrite(given, [ask('q1', 'What is wax?'), ask('q2', 'What is honey?'), ask('q3', 'What is pollen?')]);
    const ids = quiz.map(({ id }) => id);
    expect(ids).not.toEqual(expect.arrayContaining(['q1']));
    const after = await cardsOf(given.courseId);
    expect(after.map(({ question_id: id }) => id).toSorted()).toEqual(ids.slice(0, 2).toSorted());
    const dues = (cards: Given['before']) => cards.map(({ due_at: due }) => due.getTime()).toSorted();
    expect(dues(after)).toEqual(dues(given.before));
    // the answers still belong to the questions that were answered
    const kept = await database()('question_answer').where({ course_id: given.courseId }).pluck('question_id');
    expect(kept.toSorted()).toEqual(['q1', 'q2']);
  });

  it('return with their review when the earlier version does', async () => {
    const given = await answered();
    await rewrite(given, [ask('q1', 'What is wax?'), ask('q2', 'What is honey?')]);
    await restoreVersion({ accountId, courseId: given.courseId, number: 1 });
    expect((await quizIn(given.courseId)).map(({ id }) => id)).toEqual(['q1', 'q2']);
    expect((await cardsOf(given.courseId)).map(({ question_id: id }) => id)).toEqual(['q1', 'q2']);
  });
});

describe('the questions of an edited lesson', () => {
  it('keep their cards when their words are corrected, and stay after a text that has fewer sections than before', async () => {
    const given = await answered();
    const { courseId, lesson } = given;
    const edit = async (changes: Parameters<typeof editLesson>[0]['changes'], baseVersion: number) =>
      (await editLesson({ accountId, courseId, lessonId: lesson.lesson_id, baseVersion, editSession: uuidv7(), changes })).lesson;
    await edit({ content: '## One\n\na\n\n## Two\n\nb\n\n## Three\n\nc' }, 1);
    await edit({ quiz: [ask('q1', 'When may the hive be opened?', { after: 1 }), ask('q2', 'What does a drone do?', { after: 3 })] }, 2);
    expect(await cardsOf(courseId)).toEqual(given.before);
    const { quiz } = await edit({ content: '## One\n\na\n\n## Two\n\nb' }, 3);
    expect(quiz.map(({ id, after }) => [id, after])).toEqual([
      ['q1', 1],
      ['q2', 2],
    ]);
  });
});
