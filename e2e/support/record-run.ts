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

/** Every other module, held while the others are written: in one call, or by its first lesson where it has only one. */
const HELD_MODULES = Array.from({ length: 10 }, (_, at) => 2 * at + 1).flatMap((module) => [`/module/${module}`, `/lesson/${module}.0`]);

/**
 * Writes a course and records its envelopes: the calls of each state are held until it was seen, so that neither a busy machine nor a
 * service that another journey has stopped can skip it.
 * @param form topic, learning_goals, age and any deviations from the defaults
 * @throws if the run does not complete
 */
export async function recordRun(client: Client, form: Record<string, unknown>): Promise<RecordedRun> {
  await sandbox.hold(['/research', '/outline', ...HELD_MODULES]);
  // a run that does not start must not leave the calls of later tests held
  const { task_id: taskId } = await client.start(form).catch(async (error: unknown) => {
    await sandbox.hold([]);
    throw error;
  });
  let outline: StatusEnvelope | undefined;
  let middle: StatusEnvelope | undefined;
  const release = async (envelope: StatusEnvelope) => {
    const { status, items } = envelope;
    if (!outline && status === 'running' && items.length === 0) {
      outline = envelope;
      await sandbox.hold(HELD_MODULES);
    }
    const readable = items.filter((item) => item.readable).length;
    if (!middle && readable * 2 >= items.length && items.some((item) => item.state === 'processing' && !item.readable)) {
      middle = envelope;
      await sandbox.hold([]);
    }
  };
  const end = await client.finish(taskId, { everyMs: 50, seen: release }).finally(() => sandbox.hold([]));
  if (!end.result || !outline || !middle) throw new Error(`run ${taskId} ended ${end.status}`);
  const { body } = await client.request('GET', `/api/courses/${client.userId}/${end.result.course_id}`);
  return { taskId, outline, middle, course: body.course };
}
