import * as z from 'zod';
import { QUESTION_KINDS } from '#contract/courses/quiz.contract.ts';

/**
 * What we ask a language model to answer, one small schema a stage. Rules that every vendor's strict mode shares: all fields
 * required, `.nullable()` instead of `.optional()`, no unions, property order = the order in which text is streamed (titles
 * first). Lengths are checked by us afterwards (`check-*.ts`), because vendors do not enforce them.
 */
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

/** Of a lesson that is written from passages: what stands behind each mark `[^1]` of its text. */
const citationAnswer = z.object({ marker: z.int(), passage_id: z.string(), quote: z.string() });
export type CitationAnswer = z.infer<typeof citationAnswer>;
export const citedLessonDocument = lessonDocument.extend({ citations: z.array(citationAnswer) });

const questionVerdicts = z.array(z.object({ question_id: z.string(), ok: z.boolean(), reason: z.string() }));

/** `question_verdicts`: as of a review, on the corrected text: the review's were on the text before. */
export const correctedDocument = lessonDocument.extend({ question_verdicts: questionVerdicts });

export const quizDocument = z.object({
  questions: z.array(
    z.object({
      kind: z.enum(QUESTION_KINDS),
      question: z.string(),
      /** None for an answer in words. */
      options: z.array(z.string()),
      /** Zero-based indexes into `options`: the right ones; for a question of order all of them, as they follow each other. */
      correct_options: z.array(z.int()),
      explanation: z.string(),
      /** What a full answer in words says, a point each; none for other kinds. */
      rubric: z.array(z.string()),
    }),
  ),
});
export type QuizDocument = z.infer<typeof quizDocument>;

export const exercisesDocument = z.object({
  exercises: z.array(z.object({ title: z.string(), instructions: z.string() })),
});
export type ExercisesDocument = z.infer<typeof exercisesDocument>;

/** `question_verdicts`: one for each question of the quiz; `ok` only when its key is right, and the only right option. */
export const reviewDocument = z.object({
  verdict: z.enum(['accept', 'revise']),
  findings: z.array(z.string()),
  question_verdicts: questionVerdicts,
});
export type ReviewDocument = z.infer<typeof reviewDocument>;

/** `citation_verdicts`: one for each citation; `ok` only when its quote bears its sentence out. */
const citationVerdict = z.object({ marker: z.int(), ok: z.boolean(), reason: z.string() });
export type CitationVerdict = z.infer<typeof citationVerdict>;
export const citedReviewDocument = reviewDocument.extend({ citation_verdicts: z.array(citationVerdict) });
