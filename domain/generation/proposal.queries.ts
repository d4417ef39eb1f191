import type { Knex } from 'knex';
import type { RunStatus } from '#contract/platform/status.contract.ts';
import type { LessonContent } from '#domain/courses/course-content.ts';
import { database } from '#domain/platform/database.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { assembleLesson, type Results } from './assemble-lesson.ts';
import { placedLessons, type CoursePlan, type OutlinedModule } from './course-plan.ts';

/** A rewrite as the course sees it: a run of kind `lesson` and what it has written. */
export interface Proposal {
  readonly runId: string;
  readonly status: RunStatus;
  readonly settled: 'accepted' | 'discarded' | null;
  readonly instruction: string;
  readonly createdAt: Date;
  /** The lessons it was started for, in their order. */
  readonly lessonIds: readonly string[];
  /** Written lessons with their places in the course as it was when the run was started. */
  readonly lessons: readonly { readonly module: number; readonly lesson: number; readonly content: LessonContent }[];
  /** The course's modules and lessons when the run was started. */
  readonly order: readonly OutlinedModule[];
  readonly error: { readonly code: string; readonly detail: string } | null;
}

const COLUMNS = `run.id, run.status, run.settled, run.request->>'instruction' as instruction, run.created_at, run.plan, run.error_code, run.error_detail,
  (select jsonb_object_agg(key, jsonb_build_object('output', output, 'service', service)) from step where run_id = run.id and state = 'completed') as results`;

/** What is proposed for a course and neither accepted nor discarded, newest first. Runs that were stopped are not among it. */
export async function openProposals({ accountId, courseId }: { accountId: string; courseId: string }): Promise<Proposal[]> {
  const { rows } = await database().raw(
    `select ${COLUMNS} from run
      where run.target_course_id = ? and run.account_id = ? and run.settled is null and run.status <> 'cancelled'
      order by run.created_at desc, run.id desc limit 100`,
    [courseId, accountId],
  );
  return rows.map(toProposal);
}

/** Takes the row of one rewrite of a course and reads it; null when there is none. Take it before the course's row. */
export async function lockProposal(
  trx: Knex.Transaction,
  given: { accountId: string; courseId: string; runId: string },
): Promise<Proposal | null> {
  if (!isUuid(given.runId) || !isUuid(given.courseId)) return null;
  const { rows } = await trx.raw(
    `select ${COLUMNS} from run where run.id = ? and run.target_course_id = ? and run.account_id = ? for no key update of run`,
    [given.runId, given.courseId, given.accountId],
  );
  return rows[0] ? toProposal(rows[0]) : null;
}

interface Row {
  readonly id: string;
  readonly status: RunStatus;
  readonly settled: Proposal['settled'];
  readonly instruction: string | null;
  readonly created_at: Date;
  readonly plan: CoursePlan;
  readonly error_code: string | null;
  readonly error_detail: string | null;
  readonly results: Results | null;
}

const toProposal = (row: Row): Proposal => ({
  runId: row.id,
  status: row.status,
  settled: row.settled,
  instruction: row.instruction ?? '',
  createdAt: row.created_at,
  lessonIds: placedLessons(row.plan).map(({ planned }) => planned.lesson_id),
  lessons: placedLessons(row.plan).flatMap(({ module, lesson, planned }) => {
    const content = assembleLesson(planned, row.results ?? {});
    return content ? [{ module, lesson, content }] : [];
  }),
  order: row.plan.outline ?? [],
  error: row.error_code ? { code: row.error_code, detail: row.error_detail ?? '' } : null,
});
