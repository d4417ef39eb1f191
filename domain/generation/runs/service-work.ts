import { WORK_PARTS, type ServiceWork, type StatusEnvelope, type WorkPart } from '#contract/generation/course-status.contract.ts';
import { SERVICES, type Service } from '#contract/platform/status.contract.ts';

interface WorkStep {
  /** A step's key as in `stage-order.ts`: `outline`, `lesson:<id>`. */
  readonly key: string;
  readonly state: string;
  readonly service: Service | null;
}

/** Prefixes of steps' keys. Assembly involves no service. */
const PARTS: Readonly<Record<string, WorkPart>> = {
  outline: 'outline',
  research: 'research',
  lesson: 'lesson',
  practice: 'practice',
  review: 'review',
  correct: 'correction',
  recheck: 'review',
};

/** Returns what each service is doing in a live run, and what it has delivered so far; services with neither are omitted. Null when all are. */
export function serviceWork(steps: readonly WorkStep[], live: boolean): NonNullable<StatusEnvelope['service_work']> | null {
  const found = SERVICES.map(
    (service) =>
      [
        service,
        workOf(
          steps.filter((step) => step.service === service),
          live,
        ),
      ] as const,
  );
  const work = found.filter(([, { now, done }]) => now.length + done.length > 0);
  return work.length > 0 ? Object.fromEntries(work) : null;
}

function workOf(steps: readonly WorkStep[], live: boolean): ServiceWork {
  const known = steps.flatMap(({ key, state }) => {
    const [kind = '', lessonId = null] = key.split(':');
    const part = PARTS[kind];
    return part ? [{ part, state, lesson_id: lessonId }] : [];
  });
  const done = WORK_PARTS.map((part) => ({ part, count: known.filter((step) => step.part === part && step.state === 'completed').length }));
  return {
    now: live ? known.filter(({ state }) => state === 'running').map(({ part, lesson_id }) => ({ part, lesson_id })) : [],
    done: done.filter(({ count }) => count > 0),
  };
}
