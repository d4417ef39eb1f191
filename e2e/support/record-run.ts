import type { Course } from '#contract/courses/courses.contract.ts';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import type { Client } from '#ops/testing/client.ts';
import { sandbox } from './sandbox.ts';

/** A written course and real envelopes of its run, for replay in tests. */
export interface RecordedRun {
  readonly taskId: string;
  /** Just before the outline existed. */
  readonly outline: StatusEnvelope;
  /** More than half of the lessons readable, others being written. */
  readonly middle: StatusEnvelope;
  readonly course: Course;
}

/**
 * Writes a course slowly and records its envelopes.
 * @param form topic, learning_goals, age and whatever differs from the defaults
 * @throws when the run fails or was never observed in the two states
 */
export async function recordRun(client: Client, form: Record<string, unknown>): Promise<RecordedRun> {
  // Claude's circuit may still be open after a journey that broke it: then others write its half as fast as their own. Or the machine is so busy
  // that Gemini's half takes as long as Claude's.
  for (const claudeMs of [5_000, 15_000, 30_000, 60_000]) {
    const recorded = await record(client, form, claudeMs);
    if (recorded) return recorded;
  }
  throw new Error('the run was not seen on its way');
}

/**
 * @param claudeMs how long Claude takes for an answer: its half of the lessons is in progress when Gemini's is done
 * @returns null when the run was not seen in both states
 */
async function record(client: Client, form: Record<string, unknown>, claudeMs: number): Promise<RecordedRun | null> {
  await sandbox.latency(400, { claude: claudeMs, gemini: 600 });
  const { task_id: taskId } = await client.start(form);
  const seen: StatusEnvelope[] = [];
  const end = await client.finish(taskId, { everyMs: 20, seen: (envelope) => seen.push(envelope) });
  await sandbox.latency(0);
  const outline = seen.findLast(({ status, items }) => status === 'running' && items.length === 0);
  const middle = seen.find(({ items }) => {
    const ready = items.filter(({ readable }) => readable).length;
    return ready * 2 >= items.length && items.some(({ state, readable }) => state === 'processing' && !readable);
  });
  if (!end.result) throw new Error(`run ${taskId} ended ${end.status}`);
  if (!outline || !middle) return null;
  const { body } = await client.request('GET', `/api/courses/${client.userId}/${end.result.course_id}`);
  return { taskId, outline, middle, course: body.course };
}
