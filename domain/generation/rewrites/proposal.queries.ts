import { PRACTICE_ONLY, CHECK_ONLY } from './rewrite-plan.ts';
import type { Knex } from 'knex';
import type { RunStatus } from '#contract/platform/status.contract.ts';
import type { LessonContent } from '#domain/courses/content/course-content.queries.ts';
import { COURSE_EDIT_KIND } from '#domain/generation/editor/course-edit.kind.ts';
import { database } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { assembleLesson, findingsOf, isCorrected, type Results } from '#domain/generation/lessons/assemble-lesson.ts';
import { placedLessons, type CoursePlan, type OutlinedModule } from '#domain/generation/outline/course-plan.ts';

/** A rewrite as the course sees it: a run of kind `lesson` and its results. */
export interface Proposal {
  readonly runId: string;
  readonly status: RunStatus;
  readonly settled: 'accepted' | 'discarded' | null;
  readonly instruction: string;
  /** Only practice is written, which is added to the course automatically. */
  readonly isPractice: boolean;
  /** Only checks are made; corrected texts become proposals. */
  readonly isCheck: boolean;
  readonly createdAt: Date;
  /** Its requested lessons that are not live yet, in order. */
  readonly lessonIds: readonly string[];
  /** Accepted lessons, which are live. */
  readonly accepted: readonly string[];
  /** Written lessons that were not accepted, with their places in the course at the start of the run. */
  readonly lessons: readonly { readonly module: number; readonly lesson: number; readonly content: LessonContent }[];
  /** A second service's findings on the live texts, by lesson. */
  readonly findings: { lesson_id: string; findings: string[] }[];
  /** The course's modules and lessons at the start of the run. */
  readonly order: readonly OutlinedModule[];
  readonly error: { readonly code: string; readonly detail: string } | null;
}

const COLUMNS = sql`run.id, run.status, own.settled, own.accepted_lessons, run.request->>'instruction' as instruction, ${PRACTICE_ONLY} as practice_only,
  ${CHECK_ONLY} as review_only,
  run.created_at, own.plan, run.error_code, run.error_detail,
  (select jsonb_object_agg(key, jsonb_build_object('output', output, 'service', service))
     from step where run_id = run.id and state = 'completed' and output is not null) as results`;

// Lessons a failed run could not write that another run has added to the course by now.
const SUPPLIED = sql`case when run.status = 'failed' and run.request->>'missing_from_run' is not null then array(
  select (lesson->>'lesson_id')::uuid
    from course join course_version live on live.course_id = course.id and live.number = course.current_version,
         jsonb_path_query(live.contents, '$.modules[*].lessons[*]') lesson
   where course.id = own.target_course_id
     and (not ${PRACTICE_ONLY} or (lesson->>'has_practice')::boolean)) end`;

/**
 * Returns the proposals for a course that are neither accepted nor discarded, newest first. Stopped runs are excluded, and so are failed
 * runs whose lessons the course has by now.
 */
export async function openProposals({ accountId, courseId }: { accountId: string; courseId: string }): Promise<Proposal[]> {
  const rows = await rowsOf<Row>(
    database(),
    sql`select ${COLUMNS}, ${SUPPLIED} as supplied from course_run own join run on run.id = own.run_id
      where own.target_course_id = ${courseId} and run.account_id = ${accountId} and own.settled is null and run.status <> 'cancelled'
        and (run.kind <> ${COURSE_EDIT_KIND} or run.status = 'completed')
      order by run.created_at desc, run.id desc limit 100`,
  );
  return rows.map(toProposal).filter(({ lessonIds }) => lessonIds.length > 0);
}

/** Locks the row of one rewrite of a course and reads it; null when there is none. Lock it before the course's row. */
export async function lockProposal(
  trx: Knex.Transaction,
  given: { accountId: string; courseId: string; runId: string },
): Promise<Proposal | null> {
  if (!isUuid(given.runId) || !isUuid(given.courseId)) return null;
  const [row] = await rowsOf<Row>(
    trx,
    sql`select ${COLUMNS} from run join course_run own on own.run_id = run.id
         where run.id = ${given.runId} and own.target_course_id = ${given.courseId} and run.account_id = ${given.accountId}
           for no key update of run, own`,
  );
  return row ? toProposal(row) : null;
}

interface Row {
  readonly id: string;
  readonly status: RunStatus;
  readonly settled: Proposal['settled'];
  readonly accepted_lessons: readonly string[];
  readonly supplied?: readonly string[] | null;
  readonly instruction: string | null;
  readonly practice_only: boolean;
  readonly review_only: boolean;
  readonly created_at: Date;
  readonly plan: CoursePlan;
  readonly error_code: string | null;
  readonly error_detail: string | null;
  readonly results: Results | null;
}

function toProposal(row: Row): Proposal {
  const there = new Set([...row.accepted_lessons, ...(row.supplied ?? [])]);
  const open = placedLessons(row.plan).filter(({ planned }) => !there.has(planned.lesson_id));
  const results = row.results ?? {};
  return {
    runId: row.id,
    status: row.status,
    settled: row.settled,
    instruction: row.instruction ?? '',
    isPractice: row.practice_only,
    isCheck: row.review_only,
    createdAt: row.created_at,
    accepted: row.accepted_lessons,
    lessonIds: open.map(({ planned }) => planned.lesson_id),
    lessons: open.flatMap(({ module, lesson, planned }) => {
      if (row.review_only && !isCorrected(planned.lesson_id, results)) return [];
      const content = assembleLesson(planned, results);
      return content ? [{ module, lesson, content }] : [];
    }),
    findings: open.flatMap(({ planned: { lesson_id } }) =>
      row.review_only && isCorrected(lesson_id, results) ? [{ lesson_id, findings: findingsOf(lesson_id, results) }] : [],
    ),
    order: row.plan.outline ?? [],
    error: row.error_code ? { code: row.error_code, detail: row.error_detail ?? '' } : null,
  };
}
