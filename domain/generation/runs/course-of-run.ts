import type { Knex } from 'knex';
import type { StoredPlan } from '#contract/courses/course-plan.contract.ts';
import type { CourseForm } from '#contract/generation/course-form.contract.ts';
import { coursePace, type PaceForm } from '#contract/generation/course-pace.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { SERVICES, type Service } from '#contract/platform/status.contract.ts';
import type { CourseContent } from '#domain/courses/content/course-content.queries.ts';
import { qualityLevel } from '#domain/courses/content/quality-level.queries.ts';
import { assembleLesson, type Results } from '#domain/generation/lessons/assemble-lesson.ts';
import { placedLessons, type CoursePlan } from '#domain/generation/outline/course-plan.ts';
import type { ResearchDocument } from '#domain/generation/prompts/documents.ts';

/** Facts about a finished run besides its course (GEN-02). */
export interface Orchestration {
  readonly successful_services: Service[];
  readonly ai_services_used: Service[];
  readonly success_rate: number;
  readonly quality_level: CourseContent['quality_level'];
}

/** Everything a run has produced so far. */
export interface RunWork {
  readonly plan: CoursePlan;
  readonly research: ResearchDocument | null;
  /** Only of completed steps. */
  readonly results: Results;
  /** The demo library gives it. */
  readonly isOfLibrary: boolean;
}

/** Reads what a run has produced, in one query; null when it has no outline yet. */
export async function runWork(knex: Knex, runId: string): Promise<RunWork | null> {
  const [work] = await rowsOf<Pick<RunWork, 'research' | 'isOfLibrary'> & { plan: CoursePlan | null; results: Results | null }>(
    knex,
    sql`select own.plan, own.research, run.of_library as "isOfLibrary",
               (select jsonb_object_agg(key, jsonb_build_object('output', output - 'text', 'service', service))
                  from step where run_id = own.run_id and state = 'completed' and output is not null) as results
          from course_run own join run on run.id = own.run_id where own.run_id = ${runId}`,
  );
  const { plan, results, ...others } = work!;
  return plan && { plan, ...others, results: results ?? {} };
}

/** Builds the stored course. A module without any written lesson is omitted. */
export function courseContent(
  { plan, research, results }: Pick<RunWork, 'plan' | 'research' | 'results'>,
  form: Pick<CourseForm, 'language_preference'> & PaceForm,
): CourseContent {
  const { language_preference: language, general_course: isGeneral } = form;
  const modules = plan.modules
    .map((module) => ({
      title: module.title,
      summary: module.summary,
      lessons: module.lessons.flatMap((planned) => assembleLesson(planned, results) ?? []),
    }))
    .filter((module) => module.lessons.length > 0);
  const missing_lessons = placedLessons(plan).length - modules.flatMap((module) => module.lessons).length;
  return {
    title: plan.title,
    description: plan.description,
    language,
    learning_objectives: [...plan.learning_objectives],
    expert_insights: research?.expert_insights ?? [],
    industry_relevance: research?.industry_relevance ?? [],
    modules,
    quality_level: isGeneral ? 'unrated' : qualityLevel({ modules, missing_lessons }),
    missing_lessons,
    ...(plan.shared && { plan: withPace(plan.shared, plan.modules, form) }),
  };
}

/** Returns the plan of a course with the pace that its form promises, by the lessons that were planned. */
function withPace(shared: StoredPlan, modules: CoursePlan['modules'], form: PaceForm): StoredPlan {
  const pace = coursePace(
    form,
    modules.map(({ lessons }) => ({ lessons: lessons.length })),
  );
  return pace ? { ...shared, pace } : shared;
}

/**
 * Returns the services whose work is in the course, and the share of the plan that was delivered. A service whose answers all failed or
 * were rejected is not included: the run's log and usage show it. Nor is any where the demo library gave the course.
 */
export function orchestrationOf({ plan, results, isOfLibrary }: RunWork, content: CourseContent): Orchestration {
  const successful = SERVICES.filter((service) => !isOfLibrary && Object.values(results).some((result) => result?.service === service));
  const planned = placedLessons(plan).length;
  return {
    successful_services: successful,
    ai_services_used: successful,
    success_rate: Math.round(((planned - content.missing_lessons) / planned) * 100),
    quality_level: content.quality_level,
  };
}
