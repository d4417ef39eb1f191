import { PRACTICE_ONLY, CHECK_ONLY } from '#domain/generation/rewrites/rewrite-plan.ts';
import type { RunSummary } from '#contract/generation/run-control.contract.ts';
import { sql } from '#domain/platform/sql.ts';
import type { ListedRun } from '#domain/platform/runs/run-kind.ts';

/** Fields of an entry in the list of runs, in addition to those of every run. */
export interface CourseSummary {
  readonly language: string;
  readonly ready: number;
  readonly total: number;
  readonly course_id: string | null;
  readonly creator_course_id: string | null;
}

export const COURSE_SUMMARY_SQL = sql`(
  select jsonb_build_object(
           'language', run.request->>'language_preference',
           'creator_course_id', case when run.kind = 'course' then run.request->>'creator_course_id' end,
           'total', own.total,
           'course_id', coalesce(own.course_id, case when run.status = 'completed' then own.target_course_id end),
           'ready', own.ready + case when run.kind = 'course' and run.status = 'completed' and own.ready < own.total then (
             select count(*)
               from course join course_version live on live.course_id = course.id and live.number = course.current_version,
                    jsonb_path_query(live.contents, '$.modules[*].lessons[*].lesson_id') lesson
              where course.id = own.course_id and not exists (
                select from step where step.run_id = run.id and step.key = 'lesson:' || (lesson #>> '{}') and step.state = 'completed')
           )::int else 0 end)
    from (select course_id, target_course_id,
                 (select count(*) from step where run_id = run.id and state = 'completed'
                     and job = case when ${PRACTICE_ONLY} then 'write-practice' when ${CHECK_ONLY} then 'review-lesson' else 'write-lesson' end)::int as ready,
                 (select coalesce(sum(jsonb_array_length(module->'lessons')), 0) from jsonb_array_elements(plan->'modules') module)::int as total
            from course_run where run_id = run.id) own)`;

/** The fields that `GET /api/generate-course/runs` adds to an entry. */
export const courseSummary = ({
  subject,
  detail,
}: ListedRun<CourseSummary>): Pick<
  RunSummary,
  'topic' | 'language' | 'lessons_ready' | 'lessons_total' | 'result' | 'creator_course_id'
> => ({
  topic: subject,
  language: detail.language,
  lessons_ready: detail.ready,
  lessons_total: detail.total,
  ...(detail.course_id ? { result: { course_id: detail.course_id } } : {}),
  ...(detail.creator_course_id ? { creator_course_id: detail.creator_course_id } : {}),
});
