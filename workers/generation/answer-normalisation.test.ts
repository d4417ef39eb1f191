import { optionsOf } from '#contract/courses/quiz.contract.ts';
import { expect, it } from 'vitest';
import { courseSchema } from '#contract/courses/courses.contract.ts';
import { courseFormSchema } from '#contract/generation/course-form.contract.ts';
import { lessonsOf } from '#domain/courses/content/course-content.queries.ts';
import { givenOwner } from '#domain/courses/content/course.factory.ts';
import { getCourse } from '#domain/courses/content/course.queries.ts';
import type { ExercisesDocument, LessonDocument, OutlineDocument, QuizDocument } from '#domain/generation/prompts/documents.ts';
import { practiceFor } from '#contract/generation/course-size.ts';
import { sameText } from '#domain/generation/checks/same-text.ts';
import { SHORT, usePipeline, type Outcome } from './pipeline.factory.ts';

/** Changes to an answer that still fits its schema, so that only our own checks detect them. */
type Habit = Partial<{
  outline: (document: OutlineDocument) => OutlineDocument;
  lesson: (document: LessonDocument) => LessonDocument;
  practice: (document: QuizDocument & Partial<ExercisesDocument>) => unknown;
}>;

const FORM = courseFormSchema.parse({ age: 30, topic: 'Insect hotels', learning_goals: 'Keep one colony' });
let habit: Habit = {};
let isStubborn = false;
const asked = new Set<string>();
const { database, write } = usePipeline({
  answer(call, whole) {
    const change = habit[call.purpose as keyof Habit] as ((document: unknown) => unknown) | undefined;
    const isFirst = !asked.has(call.key);
    asked.add(call.key);
    return change && (isFirst || isStubborn) ? JSON.stringify(change(JSON.parse(whole))) : whole;
  },
});

const hintsOf = async ({ runId }: Outcome): Promise<string[]> => {
  const steps = await database.knex('step').where({ run_id: runId }).select('tried');
  return steps.flatMap(({ tried }) => (tried as { hint?: string }[]).map(({ hint }) => hint ?? ''));
};
const content = (change: (text: string) => string): Habit => ({ lesson: (lesson) => ({ ...lesson, content: change(lesson.content) }) });

it.each<[string, Habit]>([
  ['the whole lesson in a fence', content((text) => `\`\`\`markdown\n${text}\n\`\`\``)],
  [
    'blank, repeated and marked entries',
    {
      lesson: (lesson) => ({ ...lesson, objectives: ['', ...lesson.objectives.map((one) => `- ${one}`), ...lesson.objectives, ' '] }),
      outline: (outline) => ({ ...outline, learning_objectives: ['', ...outline.learning_objectives, ...outline.learning_objectives] }),
    },
  ],
  [
    'options with letters',
    {
      practice: (quiz) => ({
        questions: quiz.questions.map((one) => ({ ...one, options: one.options.map((text, i) => `${'ABCDEF'[i]}) ${text}`) })),
      }),
    },
  ],
  [
    'five times the questions',
    {
      practice: ({ questions }) => ({
        questions: Array.from({ length: 5 }, (_, n) => questions.map((one) => ({ ...one, question: `${one.question} (${n})` }))).flat(),
      }),
    },
  ],
])('what anybody would put right is put right, without another call: %s', async (_, untidy) => {
  [habit, isStubborn] = [untidy, true];
  asked.clear();
  const accountId = await givenOwner();
  const outcome = await write({ ...SHORT, topic: 'Insect hotels' }, accountId);
  expect(await hintsOf(outcome)).toEqual([]);
  expect(outcome.content).toMatchObject({ quality_level: 'high', missing_lessons: 0, title: expect.not.stringMatching(/\n/) });
  const { course_id: courseId } = await database
    .knex('run')
    .join('course_run', 'run_id', 'id')
    .where({ id: outcome.runId })
    .first('course_id');
  expect(courseSchema.safeParse(await getCourse({ accountId, courseId })).error).toBeUndefined();
  for (const lesson of lessonsOf(outcome.content!)) {
    expect(lesson.content).not.toMatch(/^```markdown|\\n|<br>/);
    for (const list of [lesson.objectives, lesson.key_takeaways, outcome.content!.learning_objectives]) {
      expect(list.filter((entry) => !entry.trim() || /^[-*] /.test(entry))).toEqual([]);
      expect(new Set(list.map(sameText)).size).toBe(list.length);
    }
    expect(lesson.quiz.length).toBeLessThanOrEqual(practiceFor(FORM).count);
    for (const item of lesson.quiz) expect(optionsOf(item).filter(({ text }) => /^[A-F]\)/.test(text))).toEqual([]);
  }
});

it.each<[string, Habit, string]>([
  [
    'a lesson in a table of HTML, which is no Markdown',
    content((text) => `<table><tr><td>${text.replaceAll('\n\n', '</td></tr><tr><td>')}</td></tr></table>`),
    'HTML',
  ],
  [
    'questions whose options are the same but for their quotes',
    {
      practice: ({ questions }) => ({
        questions: questions.map((one) => ({
          ...one,
          kind: 'single' as const,
          rubric: [],
          options: [...one.options.slice(0, 3), `“${one.options[0]}.”`],
        })),
      }),
    },
    'distinct',
  ],
])('what cannot be repaired is requested again, and is not stored: %s', async (_, untidy, words) => {
  [habit, isStubborn] = [untidy, false];
  asked.clear();
  const outcome = await write({ ...SHORT, topic: 'Insect hotels' });
  const hints = await hintsOf(outcome);
  expect(hints).toHaveLength(3);
  for (const hint of hints) expect(hint).toContain(words);
  expect(outcome.content).toMatchObject({ quality_level: 'high', missing_lessons: 0 });
});
