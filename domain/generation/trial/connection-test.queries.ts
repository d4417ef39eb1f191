import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { courseFormSchema, type CourseForm } from '#contract/generation/course-form.contract.ts';
import type { ServiceConnections } from '#contract/operator/service-connections.contract.ts';
import { mayKeep, type AnswerProblem } from '#domain/generation/answers/answer-problem.ts';
import { chosenFields } from '#domain/generation/prompts/chosen-fields.ts';
import { tidyLesson, tidyQuiz } from '#domain/generation/answers/tidy-answer.ts';
import { checkLeaks } from '#domain/generation/checks/check-leaks.ts';
import { checkLesson } from '#domain/generation/checks/check-lesson.ts';
import { lessonTokens } from '#domain/generation/lessons/lesson.commands.ts';
import { UNKNOWN_SERVER } from '#domain/generation/outline/context-need.ts';
import { courseDocument } from '#domain/generation/outline/course-document.ts';
import { courseSize } from '#domain/generation/outline/course-size.ts';
import { checkQuiz } from '#domain/generation/practice/practice.commands.ts';
import { practiceFor } from '#contract/generation/course-size.ts';
import { orderQuiz, quizVariables } from '#domain/generation/practice/quiz-rules.ts';
import { isUsableQuestion } from '#domain/generation/practice/question-validity.ts';
import { lessonDocument, quizDocument, type LessonDocument, type QuizDocument } from '#domain/generation/prompts/documents.ts';
import { renderPrompt, type PromptName } from '#domain/generation/prompts/render-prompt.ts';
import { database } from '#domain/platform/database.ts';
import { countWords, plainProse, textsOf } from '#domain/platform/prose/plain-prose.ts';
import { formInWords } from '#domain/vendors/llm/call-model.ts';
import { tokensIn } from '#domain/vendors/llm/compatible/fit-context.ts';
import { CONNECTION_TEST_KIND, type ConnectionTestRequest } from './connection-test.kind.ts';

/** The form of a one-week course, of which one lesson is written. */
const FORM: CourseForm = courseFormSchema.parse({
  age: 30,
  topic: 'Honey bees',
  learning_goals: 'Understand how a colony of honey bees lives',
  difficulty: 'beginner',
  duration: '1 week intensive',
  content_depth: 'detailed',
  interactive_elements: 'minimal',
  assessment_type: 'quizzes',
  language_preference: 'english',
});
const BRIEF = { ...chosenFields(FORM), course_size: courseSize(FORM) };
const LESSON = {
  module: 0,
  lesson: 0,
  module_title: 'A colony of honey bees',
  title: 'How a bee finds her way home',
  summary: 'Foragers fly kilometres from the hive and come back by the sun, by landmarks and by smell.',
  objectives: ['Name what a forager finds her way by', 'Explain what she does on a cloudy day'],
};
const COURSE = courseDocument({
  title: 'Honey bees',
  modules: [
    {
      title: LESSON.module_title,
      lessons: [
        { lesson_id: 'a', title: 'Who lives in a hive', summary: 'The queen, her workers and the drones, and what each of them does.' },
        { lesson_id: 'b', title: LESSON.title, summary: LESSON.summary },
        {
          lesson_id: 'c',
          title: 'How bees tell each other',
          summary: 'A dance on the comb says how far the flowers are, and in which direction.',
        },
      ],
    },
  ],
});
const WORDS = courseSize(FORM).lesson_words;
const QUESTIONS = practiceFor(FORM).count;
const QUIZ_TOKENS = 6_000;

/** The questions for a model, in the same form as for courses. */
const asked = (prompt: PromptName, variables: Record<string, unknown>, problems: readonly string[]) =>
  renderPrompt(prompt, { brief: BRIEF, lesson: LESSON, ...variables, problems });

/** Returns the question for a trial's lesson. @param problems the faults of the previous answer */
export const trialLesson = (problems: readonly string[] = []) => ({
  purpose: 'lesson' as const,
  ...asked('write-lesson', { course: COURSE, research: {}, written: [], passages: [] }, problems),
  schema: lessonDocument,
  maxOutputTokens: lessonTokens(WORDS),
});

/** Returns the question for the quiz on a trial's lesson. */
export const trialQuiz = (content: string, problems: readonly string[] = []) => ({
  purpose: 'practice' as const,
  ...asked(
    'write-quiz',
    {
      lesson_text: { content },
      ...quizVariables(orderQuiz(0, QUESTIONS, { hasEarlier: false }), content),
      instruction: '',
    },
    problems,
  ),
  schema: quizDocument,
  maxOutputTokens: QUIZ_TOKENS,
});

/** Room for a model that thinks before its few words. */
const FORM_TOKENS = 2_000;
/** A name that no model knows and no prompt contains. */
const newName = (): string => `f${randomBytes(4).toString('hex')}`;

/**
 * Returns a small question whose answer has a form that only the schema states, under names of this call: a server that ignores schemas
 * cannot meet it.
 */
export const trialForm = () => ({
  purpose: 'judgement' as const,
  instructions: 'You know birds.',
  prompt: 'Name a bird, and say in one sentence what it eats.',
  schema: z.object({ [newName()]: z.string(), [newName()]: z.boolean() }),
  maxOutputTokens: FORM_TOKENS,
});

/** An answer as a course would take it. */
export interface Judged {
  /** Its faults, in English; empty: none. */
  readonly problems: readonly string[];
  /** A course would use it if no other answer were better. */
  readonly isUsable: boolean;
  /** Number of a lesson's words, or of a quiz's sound questions. */
  readonly count: number;
}

const judged = (problems: readonly AnswerProblem[], count: number): Judged => ({
  problems: problems.map(({ text }) => text),
  isUsable: mayKeep(problems, { rejected: Infinity, last: true }),
  count,
});

/** Finds text that must not reach a reader, as in a step of a course. */
const leaksIn = (answer: unknown, { rules }: { readonly rules: string }): AnswerProblem[] =>
  checkLeaks(answer, rules, textsOf(FORM).join('\n'));

/** Judges a trial's lesson with the checks of courses. */
export function judgeTrialLesson(answer: LessonDocument): Judged & { readonly content: string } {
  const lesson = tidyLesson(answer);
  const problems = [...checkLesson(lesson, FORM), ...leaksIn(lesson, trialLesson())];
  return { ...judged(problems, countWords(plainProse(lesson.content))), content: lesson.content };
}

/** Judges a trial's quiz with the checks of courses. */
export function judgeTrialQuiz(answer: QuizDocument): Judged {
  const quiz = tidyQuiz(answer, QUESTIONS);
  return judged([...checkQuiz(quiz, FORM, QUESTIONS), ...leaksIn(quiz, trialQuiz(''))], quiz.questions.filter(isUsableQuestion).length);
}

/** Approximate tokens of a word in a lesson, including its markup, and of a question with its explanation. */
const TOKENS = { word: 1.5, question: 150, frame: 200 } as const;

/** Estimates the tokens of a trial: two calls, without repeated requests and without the few words of `trialForm`. */
export function trialTokens(): { calls: number; input: number; output: number } {
  const lesson = trialLesson();
  const quiz = trialQuiz('word '.repeat(WORDS));
  const input = [lesson, quiz].map(({ instructions, prompt, schema }) =>
    tokensIn(instructions + prompt + formInWords(schema, UNKNOWN_SERVER)),
  );
  return {
    calls: input.length,
    input: input.reduce((sum, tokens) => sum + tokens, 0),
    output: Math.ceil(WORDS * TOKENS.word + QUESTIONS * TOKENS.question + 2 * TOKENS.frame),
  };
}

/** Returns a person's test that has not ended. */
export async function runningTest(accountId: string): Promise<ServiceConnections['running_test']> {
  const run = await database()('run')
    .where({ account_id: accountId, kind: CONNECTION_TEST_KIND })
    .whereIn('status', ['queued', 'running'])
    .orderBy('created_at', 'desc')
    .first('id', 'request');
  return run ? { task_id: run.id, service: (run.request as ConnectionTestRequest).service } : null;
}
