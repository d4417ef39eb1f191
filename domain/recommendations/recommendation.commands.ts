import * as z from 'zod';
import { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import type { BodyOf } from '#contract/platform/endpoint.ts';
import type { recommendCourses, Recommendation } from '#contract/recommendations/recommendations.contract.ts';
import { completedAt } from '#domain/courses/content/live-lesson.queries.ts';
import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { promptsIn } from '#domain/platform/prompt-templates.ts';
import { acceptRun } from '#domain/platform/runs/accept-run.command.ts';
import { completeRun } from '#domain/platform/runs/complete-run.command.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { askServices, type Work } from '#domain/vendors/llm/ask-services.ts';
import { declareAnswer } from '#domain/vendors/llm/answer-schema.ts';
import { RECOMMENDATIONS_KIND, type RecommendationsRequest } from './recommendations.kind.ts';

interface Start {
  readonly accountId: string;
  readonly requestId: string;
  readonly options: BodyOf<typeof recommendCourses>;
}

/**
 * Starts choosing courses for a learner. One request at a time: a repeat meanwhile returns the same run.
 * @returns id of its run
 * @throws ProductError spend.user_cap, spend.install_cap
 */
export async function startRecommendations({ accountId, requestId, options }: Start): Promise<string> {
  const { runId } = await acceptRun({
    kind: RECOMMENDATIONS_KIND,
    accountId,
    request: {
      context: options.user_context,
      count: options.recommendation_count,
      insights: options.include_insights,
      language: options.language,
    },
    subject: 'Recommendations',
    requestId,
    fingerprint: null,
    dedupeKey: `${RECOMMENDATIONS_KIND}:${accountId}`,
  });
  return runId;
}

const render = promptsIn(new URL('./prompts/', import.meta.url));
const MOST_ANSWER_TOKENS = 4_000;

const answerSchema = declareAnswer(
  'recommendations',
  z.object({
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
  }),
);
type Answer = z.infer<typeof answerSchema>;

/**
 * Lets a service choose courses; others take over when it fails, or recommends courses that the learner has. The answer is stored on the
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
    failure: () => new ProductError('vendors.failed', 'No AI service could recommend courses right now. Please try again later.'),
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

/** Facts about a learner for a service: their own statements, and their activity here. */
interface Learner {
  readonly stated: Readonly<Record<string, unknown>>;
  readonly completed: readonly string[];
  readonly in_progress: readonly string[];
  readonly saved: readonly string[];
  /** Questions whose latest answer was wrong. */
  readonly weak_spots: readonly { readonly course: string; readonly question: string }[];
}

const TITLES_TOLD = 60;
const WEAK_SPOTS_TOLD = 12;
/** Fields of the stated context that are passed on; courses are looked up here instead (REC-01). */
const STATED = [
  'industry_focus',
  'career_level',
  'learning_style',
  'current_knowledge',
  'preferred_duration',
  'preferred_difficulty',
  'age',
];

/** Reads the facts about a learner, in one statement. */
async function learnerOf(accountId: string, context: Readonly<Record<string, unknown>>): Promise<Learner> {
  const [row] = await rowsOf<Pick<Learner, 'weak_spots'> & { courses: { title: string; is_done: boolean; is_saved: boolean }[] }>(
    database(),
    sql`with own as (
       select course.id, course.title, ${completedAt(sql`course`)} is not null as is_done, saved.course_id is not null as is_saved
         from course
         left join saved_course saved on saved.course_id = course.id and saved.account_id = course.account_id
        where course.account_id = ${accountId} order by course.created_at desc limit ${TITLES_TOLD}),
     latest as (
       select distinct on (course_id, lesson_id, question_id) course_id, lesson_id, question_id, is_right, answered_at
         from question_answer where account_id = ${accountId} order by course_id, lesson_id, question_id, answered_at desc),
     weak as (select * from latest where not is_right order by answered_at desc limit ${WEAK_SPOTS_TOLD})
     select (select coalesce(jsonb_agg(jsonb_build_object('title', title, 'is_done', is_done, 'is_saved', is_saved)), '[]') from own) as courses,
            (select coalesce(jsonb_agg(jsonb_build_object('course', course.title, 'question', item->>'question')), '[]')
               from weak join course on course.id = weak.course_id
               join course_version live on live.course_id = course.id and live.number = course.current_version,
                    jsonb_path_query(live.content, '$.modules[*].lessons[*]') lesson, jsonb_array_elements(lesson->'quiz') item
              where lesson->>'lesson_id' = weak.lesson_id::text and item->>'id' = weak.question_id) as weak_spots`,
  );
  const { courses, weak_spots } = row!;
  const titles = (which: (course: (typeof courses)[number]) => boolean) => courses.filter(which).map(({ title }) => title);
  return {
    stated: Object.fromEntries(STATED.flatMap((name) => (context[name] ? [[name, context[name]]] : []))),
    completed: titles(({ is_done }) => is_done),
    in_progress: titles(({ is_done }) => !is_done),
    saved: titles(({ is_saved }) => is_saved),
    weak_spots,
  };
}
