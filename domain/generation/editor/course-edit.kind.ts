import type { CourseForm } from '#contract/generation/course-form.contract.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { lessonKeys } from '#domain/generation/runs/stage-order.ts';
import { failureOf, knownSteps } from '#domain/platform/runs/known-steps.ts';
import { defineKind, type Order, type OrderedStep } from '#domain/platform/runs/run-kind.ts';
import { sql } from '#domain/platform/sql.ts';

export const COURSE_EDIT_KIND = 'course-edit';

/** The form of the course. `review_only`: what it changes waits as the proposals of checks do. */
export interface CourseEditRequest extends CourseForm {
  readonly review_only: true;
}

/** The input of a step that reads a part of a course. */
export interface EditPayload {
  /** Place of its first lesson in the course, from 0. */
  readonly first: number;
}

/** Calls of an editor for one course: each reads as many lessons as fit; lessons that come after the last call are not read. */
export const MOST_PARTS = 12;

export const PART_PREFIX = 'edit:';
export const partKey = (at: number): string => `${PART_PREFIX}${at}`;

interface Step extends OrderedStep {
  /** Of a part: where the next begins; null after the last. */
  readonly next: number | null;
  /** Of `apply`: lessons whose questions, workshop or citations have to be looked at again. */
  readonly touched: readonly string[] | null;
}

/**
 * Reads the course part by part, each knowing of the others; applies what was found; has the questions of changed lessons answered again;
 * ends. Whatever fails, the course stays as it is, so only a failed end fails the run.
 */
function order(_context: null, steps: readonly Step[]): Order {
  const known = knownSteps(steps);
  let first: number | null = 0;
  for (let at = 0; first !== null && at < MOST_PARTS; at += 1) {
    const key = partKey(at);
    const payload: EditPayload = { first };
    if (!known.isEnded(key))
      return {
        add: known.missing([{ job: 'edit-course', key, payload }]),
        stage: 'editing',
        progress: 10 + Math.floor((60 * at) / MOST_PARTS),
      };
    first = known.isDone(key) ? (known.get(key)?.next ?? null) : null;
  }
  if (!known.isEnded('apply')) return { add: known.missing([{ job: 'apply-edits', key: 'apply' }]), stage: 'editing', progress: 75 };
  const touched = known.get('apply')?.touched ?? [];
  const open = touched.filter((id) => !known.isEnded(lessonKeys(id).recheck));
  const again = open.map((itemId) => ({ job: 'review-lesson', key: lessonKeys(itemId).recheck, itemId }) as const);
  if (open.length > 0) return { add: known.missing(again), stage: 'editing', progress: 80 };
  const end = known.get('finish');
  if (end?.state === 'failed') return { add: [], stage: 'editing', progress: 95, failed: failureOf(end) };
  return { add: known.missing([{ job: 'finish-editing', key: 'finish' }]), stage: 'editing', progress: 95 };
}

/** Has a service read a finished course as a whole, for what nobody sees who reads one lesson (decision 0052). */
export const courseEditKind = defineKind<CourseEditRequest, null, Step>({
  name: COURSE_EDIT_KIND,
  request: { parse: (input) => input as CourseEditRequest },
  owner: 'person',
  // nobody waits for it, and whoever waits for a course comes first
  lane: 'batch',
  stages: ['editing'],
  begins: { stage: 'editing', progress: 10, message: toSentence('A service is reading the whole course.') },
  // part of the course's price
  price: 'free',
  source: {
    step: sql`jsonb_build_object('next', case when step.job = 'edit-course' then step.output->'next' end,
                             'touched', case when step.job = 'apply-edits' then step.output->'touched' end)`,
  },
  order,
  told: { completed: 'A notice, if a lesson that was read meanwhile has a proposal. Its course’s log has what was read and changed.' },
  exported: [],
  again: {
    completed: { nothing: 'The course has been read. Whoever wants more changed has lessons rewritten.' },
    failed: { nothing: 'The course is complete without it.' },
    cancelled: { nothing: 'The course stays as it is.' },
  },
  retryNeeds: sql`false`,
  // undecided lessons are compared with the course from its steps' outputs
  keepsDetails: sql`run.status = 'completed' and exists (select from course_run own where own.run_id = run.id and own.settled is null)`,
});
