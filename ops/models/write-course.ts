import type { Course } from '#contract/courses/courses.contract.ts';
import type { CourseForm } from '#contract/generation/course-form.contract.ts';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { pause } from '../chaos/storm.ts';
import type { Installation } from './installation.ts';

/** How a run has ended, or its messages while it waits. */
export interface Ended {
  readonly runId: string;
  readonly status: 'completed' | 'failed' | 'cancelled' | 'waits';
  readonly seconds: number;
  /** Hundredths of a token. */
  readonly charged: number;
  /** All of its messages: its error, its log, and what operators read about its calls. */
  readonly said: string;
  readonly course: Course | null;
  /** Number of its paid calls whose answer was not used. */
  readonly discarded: number;
}

export interface Order {
  /** Number of the outline's lessons to approve; null for all lessons of the form, without outline approval. */
  readonly lessons: number | null;
  readonly duration?: CourseForm['duration'];
  /** Absent for the form's default. */
  readonly depth?: CourseForm['content_depth'] | undefined;
  readonly patienceMs: number;
}

const SHORTEST = '1 week intensive';
const REVOLUTION = { topic: 'The French Revolution', learning_goals: 'Understand why it began' };
const POLL_MS = 250;
const SAID = 200;

/** Has a course written as a learner does, and waits for it. A run that has not ended in time is stopped. */
export async function writeCourse(
  { learner, knex }: Installation,
  { lessons, duration = SHORTEST, depth, patienceMs }: Order,
): Promise<Ended> {
  const began = Date.now();
  const form = { ...REVOLUTION, age: 35, duration, ...(depth && { content_depth: depth }), review_outline: lessons !== null };
  const { task_id: runId } = await learner.start(form, { 'idempotency-key': crypto.randomUUID() });
  const read = async () => (await learner.request('GET', `/api/generate-course/status/${runId}`)).body as StatusEnvelope;
  let run = await read();
  while (!['completed', 'failed', 'cancelled'].includes(run.status) && Date.now() - began < patienceMs) {
    if (run.stage === 'approval' && lessons !== null) await approve(learner, run, lessons);
    await pause(POLL_MS);
    run = await read();
  }
  const seconds = (Date.now() - began) / 1_000;
  const hasEnded = ['completed', 'failed', 'cancelled'].includes(run.status);
  if (!hasEnded) await learner.request('DELETE', `/api/generate-course/${runId}`);
  const calls: { detail: string | null; discarded: boolean }[] = await knex('vendor_call')
    .where({ run_id: runId })
    .select('detail', 'discarded');
  const said = [
    run.error?.detail,
    run.error?.reason,
    ...run.log.map(({ text }) => text),
    ...Object.values(run.service_failures ?? {}),
    ...calls.map(({ detail }) => detail),
  ];
  const courseId = run.result?.course_id;
  const course = courseId ? (await learner.request('GET', `/api/courses/${learner.userId}/${courseId}`)).body.course : null;
  return {
    runId,
    status: hasEnded ? (run.status as 'completed') : 'waits',
    seconds,
    charged: run.tokens.charged,
    said: [...new Set(said)].filter(Boolean).join(' · '),
    course: course as Course | null,
    discarded: calls.filter(({ discarded }) => discarded).length,
  };
}

/** Approves the first lessons of the outline, in modules of two. */
async function approve(learner: Installation['learner'], { task_id, title, items }: StatusEnvelope, lessons: number): Promise<void> {
  const chosen = items.slice(0, lessons);
  const modules = Array.from({ length: Math.ceil(chosen.length / 2) }, (_, at) => ({
    title: chosen[at * 2]!.module_title || `Part ${at + 1}`,
    lessons: chosen.slice(at * 2, at * 2 + 2).map(({ id, title }) => ({ id, title })),
  }));
  const { status, body } = await learner.request('POST', `/api/generate-course/${task_id}/approve`, {
    title: title ?? 'The Revolution',
    modules,
  });
  if (status !== 200) throw new Error(`the outline was not approved: ${status} ${JSON.stringify(body).slice(0, SAID)}`);
}
