import * as z from 'zod';
import { aiService, serviceOf, type MentorEngine } from '#contract/platform/ai-services.ts';
import { inEnglish } from '#contract/platform/sentence.contract.ts';
import { promptsIn, type RenderedPrompt } from '#domain/platform/prompt-templates.ts';
import { declareAnswer, hinted } from '#domain/vendors/llm/answer-schema.ts';
import type { LearningContext, Turn } from '#domain/mentor/answers/learning-context.queries.ts';

const render = promptsIn(new URL('./', import.meta.url));

/** About 350 words in any script, including thinking tokens. */
export const MOST_ANSWER_TOKENS = 4_000;
const LESSON_CHARACTERS = 24_000;
const EARLIER_LESSONS = 40;
const NOTE_CHARACTERS = 600;
const TURN_CHARACTERS = 1_500;

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
  readonly history: readonly Turn[];
  readonly context: LearningContext | null;
}

/**
 * Builds the prompt. All user texts are data in tags (`promptsIn`).
 * @param problem the flaw of an earlier answer, or null
 * @returns `stable`: number of characters with which the next prompt will also begin
 */
export function mentorPrompt(
  engine: MentorEngine,
  { text, passage, socratic, isTutor, isMinor, history, context }: MentorQuestion,
  problem: string | null = null,
): RenderedPrompt & { readonly stable: number } {
  const rendered = render('answer-question', {
    manner: {
      role: inEnglish(aiService(serviceOf(engine)).mentor.role),
      socratic,
      tutor: isTutor,
      is_minor: isMinor,
      age_group: context?.ageGroup ?? null,
      ...(problem !== null && { problem }),
    },
    brief: { topic: context?.courseTitle ?? text.slice(0, 120), language_preference: context?.language ?? null },
    lesson: context && {
      title: context.lessonTitle,
      module: context.module,
      lesson: context.lesson,
      text: context.content.slice(0, LESSON_CHARACTERS),
      key_takeaways: context.keyTakeaways,
      earlier_lessons: context.earlierLessons.slice(-EARLIER_LESSONS),
    },
    passage,
    notes: (context?.notes ?? []).map((note) => ({
      passage: note.passage?.slice(0, NOTE_CHARACTERS) ?? null,
      text: note.text.slice(0, NOTE_CHARACTERS),
    })),
    mistakes: context?.mistakes ?? [],
    history: history.map((turn) => ({ question: turn.question.slice(0, TURN_CHARACTERS), answer: turn.answer.slice(0, TURN_CHARACTERS) })),
    question: text,
  });
  // a conversation about a lesson continues: the next question comes with the same lesson
  const goesOn = context !== null && problem === null && (isTutor || history.length > 0);
  return { ...rendered, stable: goesOn ? rendered.prompt.indexOf('<passage>') : 0 };
}
