import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { FEEDBACK, IN_ORDER, metIn, placedLesson } from '#contract/courses/placed-lesson.factory.ts';
import type { Course } from '#contract/courses/courses.contract.ts';
import type { QuizItem } from '#contract/courses/quiz.contract.ts';
import { lessonText } from '#api/mcp/tools/course-tools.ts';
import { useTestApi, type Person } from '#api/testing/test-api.ts';
import { buildContent, buildLesson, givenCompleted, givenCourse } from '#domain/courses/content/course.factory.ts';
import { blindQuiz } from '#domain/generation/practice/blind-quiz.ts';
import { database } from '#domain/platform/database.ts';

const api = useTestApi();
let person: Person;
let courseId: string;
const lesson = buildLesson(placedLesson(randomUUID()));
/** One question of each kind that has wrong options. */
const [single] = lesson.quiz as [QuizItem];
const quiz: QuizItem[] = [
  ...lesson.quiz,
  { ...single, kind: 'true_false', id: 'either', options: 'options' in single ? single.options.slice(0, 2) : [] } as QuizItem,
  { ...single, kind: 'multiple', id: 'several', answer_ids: ['a'] } as QuizItem,
];
const call = (target: string, method = 'GET', body?: unknown) =>
  api.call(target, { method, bearer: person.accessToken, ...(body === undefined ? {} : { body }) });
const answer = (questionId: string, chosen: string) =>
  call('/api/practice/answers', 'POST', {
    answer_id: randomUUID(),
    course_id: courseId,
    lesson_id: '0_0',
    question_id: questionId,
    chosen_ids: [chosen],
  });

beforeAll(async () => {
  person = await api.givenPerson('withheld@example.com', { birthYear: 1990 });
  const { modules } = buildContent();
  courseId = await givenCourse(person.userId, {
    form: { assessment_type: 'certification' },
    document: { modules: [{ ...modules[0]!, lessons: [{ ...lesson, quiz }] }] },
  });
  await givenCompleted(courseId);
  for (const { id } of quiz) await answer(id, 'a');
  await database()('review_card')
    .where({ course_id: courseId })
    .update({ due_at: new Date(0) });
});

/** Everywhere a question is shown before it is answered. */
const SEEN: Readonly<Record<string, () => Promise<unknown>>> = {
  'the review': async () => (await call('/api/review')).json,
  'the final test': async () => (await call(`/api/courses/${courseId}/final-test`, 'POST')).json,
  'the final test that is open': async () => (await call(`/api/courses/${courseId}/final-test`)).json,
  'a lesson as agents read it': async () => {
    const { course } = (await call(`/api/courses/${person.userId}/${courseId}`)).json as { course: Course };
    return lessonText(course, '0_0');
  },
  'the check by another service': async () => blindQuiz(quiz),
  'the link to a shared course': async () => {
    const { path } = (await call(`/api/course-shares/${courseId}`, 'PUT')).json as { path: string };
    return (await api.call(`/api${path}`)).json;
  },
};

describe('feedback of wrong options', () => {
  it.each(Object.entries(SEEN))('is not in %s: it would reveal the answer', async (_, see) => {
    const seen = JSON.stringify(await see());
    expect(seen.length).toBeGreaterThan(200);
    expect(seen).not.toContain(FEEDBACK);
    expect(seen).not.toContain('It cools them');
  });

  it('is left out of a lesson that agents read, whose questions are at the places where readers see them', async () => {
    expect(metIn(String(await SEEN['a lesson as agents read it']!()))).toEqual(IN_ORDER);
  });

  it('is returned for the chosen wrong option, after the answer, and for no other', async () => {
    expect((await answer('read', 'b')).json.feedback).toEqual([{ option_id: 'b', text: `${FEEDBACK} (read).` }]);
    for (const chosen of ['a', 'c']) expect((await answer('read', chosen)).json.feedback).toEqual([]);
  });
});
