import { regenerateLesson, regenerateModule } from '#contract/courses/course-versions.contract.ts';
import { writeMissingLessons } from '#contract/courses/missing-lessons.contract.ts';
import { reviewSkipped } from '#contract/courses/skipped-checks.contract.ts';
import { retryLesson } from '#contract/generation/run-control.contract.ts';
import { actOnCreatorBatch } from '#contract/studio/creator-batches.contract.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { addNotification, withdrawNotification } from '#domain/notifications/notification.commands.ts';
import { defineKind } from '#domain/platform/runs/run-kind.ts';
import { recordCutOff } from '#domain/generation/runs/course-run.commands.ts';
import { courseKind, REASONS, runFailed } from '#domain/generation/runs/course.kind.ts';
import { COURSE_SOURCE, orderOf, type CourseContext, type CourseStepSummary } from '#domain/generation/runs/course-order.ts';
import type { CourseSummary } from '#domain/generation/runs/course-summary.ts';
import type { CourseDetail } from '#domain/generation/runs/status-envelope.ts';
import { sql } from '#domain/platform/sql.ts';
import { CHECK_ONLY, type RewriteRequest } from './rewrite-plan.ts';

/** Writes single lessons of a course: as a rewrite proposal, or because the course lacks them, their practice or their check. */
export const lessonKind = defineKind<RewriteRequest, CourseContext, CourseStepSummary, CourseDetail, CourseSummary>({
  name: 'lesson',
  request: { parse: (input) => input as RewriteRequest },
  owner: 'person',
  lane: 'interactive',
  stages: ['lessons', 'practice', 'review', 'assemble'],
  // its plan exists from the start; the first step moves it to its first stage
  begins: courseKind.begins,
  price: {
    orderedBy: [regenerateLesson, regenerateModule, writeMissingLessons, reviewSkipped, retryLesson, actOnCreatorBatch],
    // its price is a share of a course's, or nothing, as the starting command decides; always paid with tokens
    quota: null,
    cause: (title) => toSentence('Lessons: {title}', { title }),
  },
  source: COURSE_SOURCE,
  order: orderOf,
  told: {
    completed: 'A notice: a proposal is waiting for a decision, or the run has completed.',
    failed: 'A notice, withdrawn when the run is retried.',
  },
  exported: [],
  again: {
    completed: { by: retryLesson, makes: 'one failed lesson' },
    failed: { retry: 'Failed lessons; written ones are kept.' },
    cancelled: { nothing: 'A cancelled run charges nothing and never proposes unfinished lessons.' },
  },
  reasons: REASONS,
  // checks are requested again by a new run: meanwhile another run may have checked some of the lessons
  retryNeeds: sql`not ${CHECK_ONLY} and exists (select from course_run own join course on course.id = own.target_course_id where own.run_id = run.id)`,
  hooks: {
    async failed(trx, { id: taskId, notifiedId, title, subject, request }) {
      if (!notifiedId) return;
      const kind = (request as RewriteRequest).practice_only ? 'run.practice_failed' : 'run.failed';
      await addNotification(trx, { accountId: notifiedId, kind, cause: runFailed(taskId), subject: title ?? subject, taskId });
    },
    async retried(trx, { id, notifiedId }) {
      if (notifiedId) await withdrawNotification(trx, { accountId: notifiedId, cause: runFailed(id) });
    },
    stopping: (trx, { id }) => recordCutOff(trx, id),
  },
  details: courseKind.details!,
  summary: courseKind.summary!,
  eta: courseKind.eta!,
  // undecided lessons are compared with the course from its steps' outputs
  keepsDetails: sql`run.status = 'completed' and exists (select from course_run own where own.run_id = run.id and own.settled is null)`,
});
