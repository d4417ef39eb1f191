import * as z from 'zod';
import { mannerWords } from '#contract/platform/ai-services.ts';
import type { QuizItem } from '#contract/courses/quiz.contract.ts';
import { inEnglish } from '#contract/platform/sentence.contract.ts';
import { promptsIn, type RenderedPrompt } from '#domain/platform/prompt-templates.ts';
import { declareAnswer, hinted } from '#domain/vendors/llm/answer-schema.ts';
import type { LearningContext, Turn } from '#domain/mentor/answers/learning-context.queries.ts';

const render = promptsIn(new URL('./', import.meta.url));

/** About 350 words in any script, including thinking tokens. */
export const MOST_ANSWER_TOKENS = 4_000;
const LESSON_CHARACTERS = 24_000;
const LESSON_TITLES = 40;
const NOTE_CHARACTERS = 600;
const TURN_CHARACTERS = 1_500;
const TASK_CHARACTERS = 600;
/** Parts of a course's plan that are told, at most. */
const FACTS = 20;
const TERMS = 30;

/** The output of an engine. The text comes first, because it is shown while it streams. */
export const answerSchema = declareAnswer(
  'mentor',
  z.object({ answer: z.string().trim().min(1), quotes: hinted(z.array(z.string()), { absent: [] }) }),
  { answer: 'Let the water **cool** first: boiling water makes green tea bitter.', quotes: ['Boiling water makes green tea bitter.'] },
);

export interface MentorQuestion {
  readonly text: string;
  readonly passage: string | null;
  readonly socratic: boolean;
  /** A tutor session, which leads through the lesson. */
  readonly isTutor: boolean;
  readonly isMinor: boolean;
  /** Name of the manner of the answer (`MENTOR_MANNERS`), whichever engine writes it. */
  readonly manner: string;
  readonly history: readonly Turn[];
  readonly context: LearningContext | null;
  /** Questions of final tests that the learner has begun and not handed in. */
  readonly inTest: readonly QuizItem[];
}

/**
 * Returns what helps the mentor of the plan that a course's authors follow (`courseDocument`): not what later lessons say, and nothing of the
 * final task's solution.
 */
function courseOf({ plan, objectives, earlierLessons, laterLessons, lessonId, readIds, hasHandedIn }: LearningContext) {
  const { assumes, adds, leaves } = plan?.lessons.find((part) => part.lesson_id === lessonId) ?? {};
  const { thread, final_task: task } = plan ?? {};
  return {
    objectives,
    earlier_lessons: earlierLessons.slice(-LESSON_TITLES),
    later_lessons: laterLessons.slice(0, LESSON_TITLES),
    ...(thread && {
      thread: {
        name: thread.name,
        summary: thread.summary,
        facts: thread.facts.slice(0, FACTS).map(({ name, value }) => `${name}: ${value}`),
      },
    }),
    ...(plan && {
      conventions: plan.conventions,
      terms: plan.terms
        .filter(({ lesson_id: id }) => readIds.includes(id))
        .slice(-TERMS)
        .map(({ term, meaning }) => `${term}: ${meaning}`),
    }),
    ...(adds && { this_lesson: { assumes, adds, leaves } }),
    ...(task && {
      final_task: { title: task.title, handed_in: hasHandedIn, ...(!hasHandedIn && { task: task.task.slice(0, TASK_CHARACTERS) }) },
    }),
  };
}

/**
 * Builds the prompt. All user texts are data in tags (`promptsIn`). While guiding, the right answers of mistakes are left out.
 * @param problem the flaw of an earlier answer, or null
 * @returns `stable`: number of characters with which the next prompt will also begin
 */
export function mentorPrompt(
  { text, passage, socratic, isTutor, isMinor, manner, history, context, inTest }: MentorQuestion,
  problem: string | null = null,
): RenderedPrompt & { readonly stable: number } {
  const rendered = render('answer-question', {
    manner: {
      role: inEnglish(mannerWords(manner).role),
      socratic,
      tutor: isTutor,
      is_minor: isMinor,
      age_group: context?.ageGroup ?? null,
      ...(problem !== null && { problem }),
    },
    brief: {
      topic: context?.courseTitle ?? text.slice(0, 120),
      language_preference: context?.language ?? null,
      ...(context && { level: context.level }),
      ...(context?.wish && {
        goal: context.wish.goal,
        knowledge_before: context.wish.knowledge,
        teaching_style: context.wish.teachingStyle,
      }),
    },
    course: context && courseOf(context),
    lesson: context && {
      title: context.lessonTitle,
      module: context.module,
      lesson: context.lesson,
      text: context.content.slice(0, LESSON_CHARACTERS),
      key_takeaways: context.keyTakeaways,
    },
    passage,
    notes: (context?.notes ?? []).map((note) => ({
      passage: note.passage?.slice(0, NOTE_CHARACTERS) ?? null,
      text: note.text.slice(0, NOTE_CHARACTERS),
    })),
    mistakes: (context?.mistakes ?? []).map(({ right, ...mistake }) => (socratic ? mistake : { ...mistake, right })),
    test: inTest.map(({ question }) => question),
    history: history.map((turn) => ({ question: turn.question.slice(0, TURN_CHARACTERS), answer: turn.answer.slice(0, TURN_CHARACTERS) })),
    question: text,
  });
  // a conversation about a lesson continues: the next question comes with the same lesson
  const goesOn = context !== null && problem === null && (isTutor || history.length > 0);
  return { ...rendered, stable: goesOn ? rendered.prompt.indexOf('<passage>') : 0 };
}
