import * as z from 'zod';
import { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import type { Recommendation } from '#contract/recommendations/recommendations.contract.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { promptsIn } from '#domain/platform/prompt-templates.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { completeRun } from '#domain/platform/runs/complete-run.command.ts';
import { askServices, type Work } from '#domain/vendors/llm/ask-services.ts';
import { learnerOf, type Learner } from './learner.queries.ts';
import type { RecommendationsRequest } from './recommendations.kind.ts';

const render = promptsIn(new URL('./prompts/', import.meta.url));
const MOST_ANSWER_TOKENS = 4_000;

const answerSchema = z.object({
  recommendations: z.array(
    z.object({
      title: z.string().trim().min(3).max(120),
      difficulty: z.enum(FORM_OPTIONS.difficulty),
      duration: z.enum(FORM_OPTIONS.duration),
      reason: z.string().trim().min(10).max(600),
      learning_goals: z.string().trim().min(10).max(600),
      estimated_hours: z.number().int().min(1).max(500),
      personalization_score: z.number().int().min(0).max(100),
    }),
  ),
  insights: z.array(z.string().trim().min(1).max(600)).max(6),
});
type Answer = z.infer<typeof answerSchema>;

/**
 * Asks one service to choose courses, the others in turn when it fails or recommends courses the learner has. The answer is stored on the
 * step before anything else, and becomes the run's result.
 * @throws ProductError vendors.failed when no service could; StepLost; CallAborted
 */
export async function makeRecommendations(work: Work<RecommendationsRequest>): Promise<void> {
  const { step } = work;
  const { count, insights, language, context } = step.request;
  const learner = await learnerOf(step.accountId!, context);
  const wanted = { count, with_insights: insights, language, difficulties: FORM_OPTIONS.difficulty, durations: FORM_OPTIONS.duration };
  const { value, ...answer } = await askServices(work, {
    purpose: 'recommendations',
    prompt: (problems) => render('recommend-courses', { wanted, learner, problems }),
    schema: answerSchema,
    maxOutputTokens: MOST_ANSWER_TOKENS,
    problemsOf: (one) => problemsOf(one, learner, count),
    failure: () => new ProductError('vendors.failed', 'No AI service could recommend courses now. Please try again later.'),
  });
  const result = {
    recommendations: value.recommendations.map((one, place) => toRecommendation(one, `${step.runId}-${place}`)),
    insights: value.insights,
  };
  await completeStep(step, { output: {}, ...answer, also: (trx) => completeRun(trx, { runId: step.runId, result }) });
}

const bare = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Returns the problems of an answer that fits its schema. */
function problemsOf({ recommendations }: Answer, learner: Learner, count: number): string[] {
  const known = new Set([...learner.completed, ...learner.in_progress, ...learner.saved].map(bare));
  const titles = recommendations.map(({ title }) => title);
  return [
    ...(titles.length === count ? [] : [`there are ${titles.length} recommendations instead of ${count}`]),
    ...titles.filter((title) => known.has(bare(title))).map((title) => `the learner has '${title}' already`),
    ...(new Set(titles.map(bare)).size < titles.length ? ['a course is recommended twice'] : []),
  ];
}

const toRecommendation = (one: Answer['recommendations'][number], id: string): Recommendation => ({
  id,
  ...one,
  // an unwritten course has no ratings (G38)
  rating: null,
  ai_components: [],
});
