import { generateCourse } from '#contract/generation/generation.contract.ts';
import { writeMissingLessons } from '#contract/courses/missing-lessons.contract.ts';
import { COURSE_STAGES } from '#contract/generation/course-status.contract.ts';
import { COURSE_TEXT_PRICE } from '#contract/generation/course-cost.ts';
import type { CourseForm } from '#contract/generation/course-form.contract.ts';
import type { ErrorCode } from '#contract/platform/errors.ts';
import { toSentence, type Sentence } from '#contract/platform/sentence.contract.ts';
import { addNotification, withdrawNotification } from '#domain/notifications/notification.commands.ts';
import { recordEvent } from '#domain/platform/runs/run-event.ts';
import { defineKind } from '#domain/platform/runs/run-kind.ts';
import { runEta } from '#domain/generation/forecast/run-eta.queries.ts';
import { outlineApprovalNotice } from '#domain/generation/outline/outline-approval-notice.ts';
import { dropOutlineDraft } from '#domain/generation/outline/outline.commands.ts';
import { sql } from '#domain/platform/sql.ts';
import { keepLessons, recordCutOff } from './course-run.commands.ts';
import { COURSE_SOURCE, orderOf, type CourseContext, type CourseStepSummary } from './course-order.ts';
import { connectedServices } from '#domain/vendors/llm/voices.ts';
import { COURSE_DETAIL_SQL, courseDetails, isServiceOutage, pollMs, type CourseDetail } from './status-envelope.ts';
import { COURSE_SUMMARY_SQL, courseSummary, type CourseSummary } from './course-summary.ts';

/**
 * Returns the maximum cost of a course's text, in hundredths of a token. Pictures and clips are separate runs with their own prices: a
 * course without them costs the base price, and the demo's general course nothing.
 */
const courseCost = ({ general_course: isGeneral }: CourseForm): number => (isGeneral ? 0 : COURSE_TEXT_PRICE.centitokens);

/** Returns the cause of the notification that a run has failed. */
export const runFailed = (runId: string): string => `run.failed:${runId}`;

/** Failure texts for learners; also for single lessons. */
export const REASONS: Partial<Record<ErrorCode, Sentence>> = {
  'vendors.failed': toSentence('All AI services failed, each for a different reason. Nothing was charged. Please try again.'),
  'run.no_lessons': toSentence('The outline was written, but no lesson could be, for different reasons. Nothing was charged.'),
  'vendors.all_down': toSentence('None of the AI services answered. Nothing was charged. Please try again in a few minutes.'),
  'vendors.refused': toSentence(
    'The AI services declined to write about this topic. Nothing was charged. Please change the topic or the goals.',
  ),
  'vendors.broken_output': toSentence('The AI services gave answers that could not be used. Nothing was charged. Please try again.'),
  'spend.user_cap': toSentence('Your generation allowance for today is used up. Nothing was charged. It renews at midnight UTC.'),
  'spend.install_cap': toSentence('Generation is paused for today. Nothing was charged. It resumes at midnight UTC.'),
  internal: toSentence('Something went wrong on our side. Nothing was charged. Please try again.'),
};

/** The endpoint validates the form; the row contains the validated one. */
const checkedForm = { parse: (input: unknown) => input as CourseForm };

/** Writes a course from a form, by the AI services. */
export const courseKind = defineKind<CourseForm, CourseContext, CourseStepSummary, CourseDetail, CourseSummary>({
  name: 'course',
  request: checkedForm,
  owner: 'person',
  lane: 'interactive',
  stages: COURSE_STAGES,
  parkedStages: ['approval'],
  begins: { stage: 'outline', progress: 10, message: toSentence('Writing has started.') },
  price: {
    orderedBy: [generateCourse],
    cost: courseCost,
    quota: {
      feature: 'text_course',
      units: () => COURSE_TEXT_PRICE.units,
      reserved: toSentence('One course from your plan is reserved for it.'),
      used: toSentence('One course from your plan is used.'),
    },
    cause: (title) => toSentence('Course: {title}', { title }),
  },
  source: COURSE_SOURCE,
  order: orderOf,
  told: {
    completed: 'A notice and, if the owner wants them, a push message and a mail, in the transaction that ends the run.',
    failed: 'A notice and, if the owner wants it, a push message; withdrawn when the run is retried.',
  },
  exported: [],
  again: {
    completed: {
      by: writeMissingLessons,
      makes: 'missing lessons; `reviewSkipped` has the lessons checked that no second service could check',
    },
    failed: { retry: 'Failed lessons and stages; what is written is kept.' },
    cancelled: {
      nothing:
        'The person who stops a course decides whether to keep what is written. If they do, the run counts as completed, and missing lessons can be written.',
    },
  },
  reasons: REASONS,
  retryMessage: toSentence('Writing continues at your request. Failed parts are retried; completed parts do not change.'),
  repeatWindow: '10 minutes',
  hooks: {
    async entered(trx, { id: taskId, notifiedId, title, subject }, stage) {
      if (stage !== 'approval') return;
      await recordEvent(
        trx,
        taskId,
        'outline.waiting',
        toSentence('The outline is ready for you to check. Writing waits for your approval.'),
      );
      if (notifiedId)
        await addNotification(trx, {
          accountId: notifiedId,
          kind: 'outline.waiting',
          cause: outlineApprovalNotice(taskId),
          subject: title ?? subject,
          taskId,
        });
    },
    async failed(trx, { id: taskId, notifiedId, title, subject }) {
      if (notifiedId)
        await addNotification(trx, {
          accountId: notifiedId,
          kind: 'run.failed',
          cause: runFailed(taskId),
          subject: title ?? subject,
          taskId,
        });
    },
    async stopping(trx, { id, notifiedId }) {
      await recordCutOff(trx, id);
      if (notifiedId) await withdrawNotification(trx, { accountId: notifiedId, cause: outlineApprovalNotice(id) });
      await dropOutlineDraft(trx, id);
    },
    async retried(trx, { id, notifiedId }) {
      if (notifiedId) await withdrawNotification(trx, { accountId: notifiedId, cause: runFailed(id) });
    },
  },
  keep: keepLessons,
  details: { sql: COURSE_DETAIL_SQL, toWire: courseDetails, pollMs },
  summary: { sql: COURSE_SUMMARY_SQL, toWire: courseSummary },
  // needed to tell why a lesson has no practice
  keepsOutput: sql`step.job in ('write-practice', 'review-lesson', 'correct-lesson') and exists (
    select from course_run own join course on course.id = own.course_id
           join course_version live on live.course_id = course.id and live.number = course.current_version,
           jsonb_path_query(live.contents, '$.modules[*].lessons[*]') lesson
     where own.run_id = run.id and lesson->>'lesson_id' = step.item_id::text
       and not (lesson->>'has_practice')::boolean)`,
  eta: async (run) => (isServiceOutage(run, connectedServices()) ? null : runEta(run.id)),
});
