import * as z from 'zod';
import { QUESTION_KINDS } from '#contract/courses/quiz.contract.ts';

/**
 * Documents that a language model must return, one small schema per stage. Rules shared by every vendor's strict mode: all fields required,
 * `.nullable()` instead of `.optional()`, no unions, property order = the order in which text is streamed (titles first). Lengths are
 * checked by us afterwards (`check-*.ts`), because vendors do not enforce them.
 */
/** `fewer_because`: why it has fewer lessons than asked for; '' for an outline of that size. */
export const outlineDocument = z.object({
  title: z.string(),
  description: z.string(),
  learning_objectives: z.array(z.string()),
  modules: z.array(
    z.object({
      title: z.string(),
      summary: z.string(),
      lessons: z.array(
        z.object({
          title: z.string(),
          summary: z.string(),
          objectives: z.array(z.string()),
          duration_minutes: z.int(),
        }),
      ),
    }),
  ),
  fewer_because: z.string(),
});
export type OutlineDocument = z.infer<typeof outlineDocument>;

export const researchDocument = z.object({
  current_practice: z.array(z.string()),
  expert_insights: z.array(z.string()),
  industry_relevance: z.array(z.string()),
});
export type ResearchDocument = z.infer<typeof researchDocument>;

/** `content` is Markdown. */
export const lessonDocument = z.object({
  content: z.string(),
  objectives: z.array(z.string()),
  key_takeaways: z.array(z.string()),
});
export type LessonDocument = z.infer<typeof lessonDocument>;

/** For a lesson written from passages: the source of each marker `[^1]` in its text. */
const citationAnswer = z.object({ marker: z.int(), passage_id: z.string(), quote: z.string() });
export type CitationAnswer = z.infer<typeof citationAnswer>;
export const citedLessonDocument = lessonDocument.extend({ citations: z.array(citationAnswer) });

/**
 * Answers to a quiz by somebody who sees neither its key nor its explanations (`blind-quiz.ts`). `reason`: why, from the lesson; `answer`: the
 * ids of the options chosen, for an order question in that order, for a text answer those of the points that the lesson says; `answerable`:
 * whether the lesson alone decides the question, with no other answer as good.
 */
const quizAnswers = z.array(
  z.object({ question_id: z.string(), reason: z.string(), answer: z.array(z.string()), answerable: z.boolean() }),
);
export type QuizAnswer = z.infer<typeof quizAnswers>[number];

/** `question_answers`: by the corrected text, like a review's by the text before. */
export const correctedDocument = lessonDocument.extend({ question_answers: quizAnswers });

export const quizDocument = z.object({
  questions: z.array(
    z.object({
      kind: z.enum(QUESTION_KINDS),
      question: z.string(),
      /** None for a text answer. */
      options: z.array(z.string()),
      /** Zero-based indexes into `options`: the right ones; for an order question all of them, in order. */
      correct_options: z.array(z.int()),
      explanation: z.string(),
      /** Points of a full text answer; none for other kinds. */
      rubric: z.array(z.string()),
    }),
  ),
});
export type QuizDocument = z.infer<typeof quizDocument>;

export const exercisesDocument = z.object({
  exercises: z.array(z.object({ title: z.string(), instructions: z.string() })),
});
export type ExercisesDocument = z.infer<typeof exercisesDocument>;

/** `question_answers`: one per question of the quiz. What was found comes before the verdict that follows from it. */
export const reviewDocument = z.object({
  findings: z.array(z.string()),
  question_answers: quizAnswers,
  verdict: z.enum(['accept', 'revise']),
});
export type ReviewDocument = z.infer<typeof reviewDocument>;

/** A quiz that is checked by itself. */
export const quizCheckDocument = z.object({ question_answers: quizAnswers });
export type QuizCheckDocument = z.infer<typeof quizCheckDocument>;

/** `citation_verdicts`: one per citation; `ok` only when its quote supports its sentence. */
const citationVerdict = z.object({ marker: z.int(), reason: z.string(), ok: z.boolean() });
export type CitationVerdict = z.infer<typeof citationVerdict>;
export const citedReviewDocument = reviewDocument.extend({ citation_verdicts: z.array(citationVerdict) });
export const citedQuizCheckDocument = quizCheckDocument.extend({ citation_verdicts: z.array(citationVerdict) });
