import type { Knex } from 'knex';
import { shareOf } from '#contract/generation/lesson-cost.ts';
import type { Service } from '#contract/platform/status.contract.ts';
import type { LessonContent } from '#domain/courses/content/course-content.queries.ts';
import { lessonsOf } from '#domain/courses/content/course-content.queries.ts';
import { liveCourse } from '#domain/courses/content/live-lesson.queries.ts';
import { lessonCheckServices } from '#domain/generation/answers/roles.ts';
import { pricedLessons, type CoursePlan } from '#domain/generation/outline/course-plan.ts';
import { PRACTICE_ONLY, CHECK_ONLY } from '#domain/generation/rewrites/rewrite-plan.ts';
import { COURSE_EDIT_KIND } from '#domain/generation/editor/course-edit.kind.ts';
import { CHECKED } from '#domain/generation/runs/course-run.commands.ts';
import { database } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { speaksAs } from '#domain/vendors/llm/voices.ts';
import { vendorAvailability } from '#domain/vendors/llm/vendor-availability.queries.ts';

/** A live lesson that no second service could check. */
export interface UncheckedLesson {
  readonly lesson: LessonContent;
  /** The run that wrote it. */
  readonly runId: string;
}

/** The lessons of a course that are still to be checked. */
export interface SkippedChecks {
  readonly lessonIds: readonly string[];
  /** The uncharged price of their check, in hundredths of a token. */
  readonly cost: number;
  /** A service that did not write one of them is answering now. */
  readonly isPossible: boolean;
}

/** Returns which lessons of one of the account's courses a second service could check, and at what price. @throws ProductError not_found */
export async function skippedChecks(of: { accountId: string; courseId: string }): Promise<SkippedChecks> {
  const { courseId, content, pinned } = await liveCourse(of);
  const { open, cost } = await uncheckedLessons(database(), { courseId, lessons: lessonsOf(content), pinned });
  const isPossible = open.length > 0 && (await answersNow(open.map(({ lesson }) => lesson)));
  return { lessonIds: open.map(({ lesson }) => lesson.lesson_id), cost, isPossible };
}

async function answersNow(lessons: readonly LessonContent[]): Promise<boolean> {
  const availability = await vendorAvailability();
  const answers = (service: Service) => availability[service].available && availability[service].unansweredMs === 0;
  return lessons.some(({ written_by: service, written_with: by }) => lessonCheckServices(speaksAs({ service, by }), null).some(answers));
}

interface Skipped {
  readonly lesson_id: string;
  /** The service that checked it last; null: nobody could. */
  readonly service: Service | null;
  readonly run_id: string;
  /** The amount its run had reserved, in hundredths of a token; 0 when tokens did not pay, or all of it was charged. */
  readonly reserved: number;
  readonly plan: CoursePlan;
}

/**
 * Returns the lessons whose run went on without their check, and that no later run has checked or is checking. A check that was made is not
 * offered again, whatever became of its proposal. The cost, in hundredths of a token, is the part that the run did not charge
 * (`deliveredShare`).
 */
export async function uncheckedLessons(
  knex: Knex,
  { courseId, lessons, pinned }: { courseId: string; lessons: readonly LessonContent[]; pinned: readonly string[] },
): Promise<{ open: UncheckedLesson[]; cost: number }> {
  const candidates = lessons.filter(({ lesson_id: id, reviewed_by, written_by }) => !reviewed_by && written_by && !pinned.includes(id));
  if (candidates.length === 0) return { open: [], cost: 0 };
  const rows = await rowsOf<Skipped>(
    knex,
    sql`select distinct on (step.item_id) step.item_id as lesson_id, run.id as run_id, own.plan,
               case when run.status in ('queued', 'running') then 'waiting'
                    when step.state = 'completed' and not jsonb_exists(step.output, 'own_voice') then step.service end as service,
               case when run.stopped then 0 else coalesce(run.tokens_reserved, 0) end as reserved
          from course join course_run own on own.run_id = course.run_id or own.target_course_id = course.id
               join run on run.id = own.run_id join step on step.run_id = run.id
         where course.id = ${courseId} and run.kind <> ${COURSE_EDIT_KIND} and step.item_id = any(${candidates.map(({ lesson_id: id }) => id)}::uuid[])
           and step.key = 'review:' || step.item_id and not (${PRACTICE_ONLY} and step.service is null)
           and case when ${CHECK_ONLY} then run.status in ('queued', 'running') or run.status = 'completed' and step.state = 'completed'
                    else step.state = 'completed'
                         and (run.id = course.run_id or own.settled = 'accepted' or step.item_id = any(own.accepted_lessons)) end
         order by step.item_id, run.created_at desc, run.id desc`,
  );
  const byLesson = new Map(rows.map((row) => [row.lesson_id, row]));
  const open = candidates.flatMap((lesson) => {
    const row = byLesson.get(lesson.lesson_id);
    return row && row.service === null ? [{ lesson, row }] : [];
  });
  const byRun = Map.groupBy(open, ({ row }) => row.run_id);
  const costs = [...byRun.values()].map((of) => {
    const [{ row }] = of as [(typeof of)[0]];
    return shareOf(row.reserved, of.length * (CHECKED.parts - CHECKED.withoutCheck), pricedLessons(row.plan) * CHECKED.parts);
  });
  return { open: open.map(({ lesson, row }) => ({ lesson, runId: row.run_id })), cost: costs.reduce((sum, one) => sum + one, 0) };
}
