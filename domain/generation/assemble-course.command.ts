import { uuidv7 } from 'uuidv7';
import { SERVICES, type Service } from '#contract/platform/status.contract.ts';
import type { CourseContent } from '#domain/courses/course-content.ts';
import { createCourse } from '#domain/courses/create-course.command.ts';
import { database } from '#domain/platform/database.ts';
import { logger } from '#domain/platform/logger.ts';
import { admitRuns } from './admit-runs.command.ts';
import type { StepWork } from './ask-for-step.ts';
import { assembleLesson, type Results } from './assemble-lesson.ts';
import { completeStep } from './complete-step.ts';
import { placedLessons, type CoursePlan } from './course-plan.ts';
import type { ResearchDocument } from './documents.ts';

/** What is known about a finished run beside its course (GEN-02). */
export interface Orchestration {
  readonly successful_services: Service[];
  readonly ai_services_used: Service[];
  readonly success_rate: number;
  readonly quality_level: CourseContent['quality_level'];
}

/**
 * Makes the course of a run from its finished steps and ends the run, in one transaction: a course without an ended run, or the
 * other way round, cannot exist, and a repeated assembly finds the course already there.
 */
export async function assembleCourse({ step }: StepWork): Promise<void> {
  const { rows } = await database().raw(
    `select run.plan, run.research,
            (select jsonb_object_agg(key, jsonb_build_object('output', output, 'service', service)) from step where run_id = run.id and state = 'completed') as results,
            (select jsonb_agg(distinct attempt->>'service') from step, jsonb_array_elements(tried) attempt where run_id = run.id) as stumbled
       from run where run.id = ?`,
    [step.runId],
  );
  const { plan, research, results, stumbled } = rows[0] as {
    plan: CoursePlan;
    research: ResearchDocument | null;
    results: Results;
    stumbled: (Service | null)[] | null;
  };
  const content = courseContent(plan, research, results, step.form.language_preference);
  const successful = SERVICES.filter((service) => Object.values(results).some((result) => result?.service === service));
  const planned = placedLessons(plan).length;
  const orchestration: Orchestration = {
    successful_services: successful,
    ai_services_used: SERVICES.filter((service) => successful.includes(service) || stumbled?.includes(service)),
    success_rate: Math.round(((planned - content.missing_lessons) / planned) * 100),
    quality_level: content.quality_level,
  };
  await completeStep(step, {
    output: {},
    also: async (trx) => {
      const courseId = await createCourse(trx, { accountId: step.accountId, runId: step.runId, courseId: uuidv7(), form: step.form, document: content });
      await trx('run').where({ id: step.runId, status: 'running' }).update({
        status: 'completed',
        stage: 'done',
        progress: 100,
        course_id: courseId,
        result: JSON.stringify(orchestration),
        finished_at: trx.fn.now(),
      });
    },
    event: { name: 'run.completed', text: content.missing_lessons === 0 ? 'The course is ready.' : `The course is ready without ${content.missing_lessons} of its ${planned} lessons.` },
  });
  await admitRuns().catch((error: unknown) => logger().warn({ err: error }, 'admission failed after a run ended; the workers will admit'));
}

/**
 * The stored course. `high`: every lesson written and reviewed by a second service, with practice; `standard`: every lesson written;
 * `partial`: a lesson is missing. A module none of whose lessons could be written is left out.
 */
export function courseContent(plan: CoursePlan, research: ResearchDocument | null, results: Results, language: string): CourseContent {
  const modules = plan.modules
    .map((module) => ({
      title: module.title,
      summary: module.summary,
      lessons: module.lessons.flatMap((planned) => assembleLesson(planned, results) ?? []),
    }))
    .filter((module) => module.lessons.length > 0);
  const lessons = modules.flatMap((module) => module.lessons);
  const missing = placedLessons(plan).length - lessons.length;
  const whole = lessons.every((lesson) => lesson.reviewed_by && lesson.quiz.length + lesson.exercises.length > 0);
  return {
    title: plan.title,
    description: plan.description,
    language,
    learning_objectives: [...plan.learning_objectives],
    expert_insights: research?.expert_insights ?? [],
    industry_relevance: research?.industry_relevance ?? [],
    modules,
    quality_level: missing > 0 ? 'partial' : whole ? 'high' : 'standard',
    missing_lessons: missing,
  };
}
