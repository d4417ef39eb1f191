import type { RunDetail } from '#contract/operator/runs-console.contract.ts';
import { CHILDREN_SQL } from '#domain/platform/runs/advance-run.command.ts';
import { isKnownKind } from '#domain/platform/runs/engine.ts';
import { canRetrySql } from '#domain/platform/runs/retry-obstacle.ts';
import { readUsage } from '#domain/platform/runs/run-usage.queries.ts';
import type { ChildCounts } from '#domain/platform/runs/run-kind.ts';
import { config } from '#domain/platform/config.ts';
import { requestSpan } from '#domain/platform/tracing/trace-context.ts';
import { wasPaidByPlan } from '#domain/billing/quotas/quota-use.queries.ts';
import { toldToCaller } from '#domain/identity/age/age-eligibility.queries.ts';
import { database } from '#domain/platform/database.ts';
import { expression, rowsOf, sql } from '#domain/platform/sql.ts';
import { notFound } from '#domain/platform/errors.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { lostWorkers, takeoverOf, toLostWorker } from '#domain/platform/steps/lost-workers.queries.ts';
import type { StepState, FailedAttempt } from '#domain/platform/steps/step.ts';
import { NAME_SQL, toConsoleRun, type ConsoleRunRow } from './search-runs.queries.ts';
import { usualRuns } from './run-filter.ts';

/** Maximum number of steps shown, newest first. */
const MOST_STEPS = 500;
const MOST_CALLS = 300;
const MOST_LINES = 300;

interface RunRow extends ConsoleRunRow {
  readonly request: unknown;
  readonly request_id: string;
  readonly error_detail: string | null;
  readonly operator_detail: string | null;
  readonly attempt: number;
  readonly tokens_charged: number;
  readonly promoted_at: Date | null;
  readonly avoided_services: string[];
  readonly can_retry: boolean;
  readonly children: ChildCounts;
}
interface StepRow {
  readonly id: string;
  readonly key: string;
  readonly job: string;
  readonly label: string | null;
  readonly item_id: string | null;
  readonly state: StepState;
  readonly service: string | null;
  readonly worker: string | null;
  readonly tried: readonly FailedAttempt[];
  readonly error_code: string | null;
  readonly error_detail: string | null;
  readonly created_at: Date;
  readonly due_at: Date;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
}

/** Returns everything about one run, for operators. @throws ProductError not_found */
export async function inspectRun(runId: string): Promise<RunDetail> {
  const run: RunRow | undefined = await database()('run')
    .leftJoin({ cost: 'run_cost' }, 'cost.run_id', 'run.id')
    .leftJoin('account', (own) => own.on('account.id', 'run.account_id').on(expression(database(), toldToCaller(sql`account.id`))))
    .where('run.id', runId)
    .first(
      'run.*',
      'cost.micro_usd',
      'cost.services',
      'account.email',
      expression(database(), NAME_SQL),
      expression(database(), sql`${CHILDREN_SQL} as children, ${canRetrySql()} as can_retry`),
    );
  if (!run) throw notFound('run');
  const [steps, calls, log, usage, usual, titles, ofPlan, courseId, takeover, lost] = await Promise.all([
    database()('step').where({ run_id: runId }).orderBy('created_at').orderBy('id').limit(MOST_STEPS),
    database()({ call: 'vendor_call' })
      .leftJoin('step', 'step.id', 'call.step_id')
      .where('call.run_id', runId)
      .orderBy('call.started_at', 'desc')
      .orderBy('call.id', 'desc')
      .limit(MOST_CALLS)
      .select('call.*', 'step.key as step_key'),
    database()('run_event').where({ run_id: runId }).orderBy('id', 'desc').limit(MOST_LINES),
    readUsage(runId, 0),
    usualRuns(),
    lessonTitles(runId),
    wasPaidByPlan(database(), { jobId: runId }),
    courseOf(runId, run.request),
    takeoverOf(runId),
    lostWorkers(runId),
  ]);
  return {
    run: toConsoleRun(run),
    request: run.request,
    error_detail: run.error_detail,
    operator_detail: run.operator_detail,
    attempt: run.attempt,
    promoted: run.promoted_at !== null,
    avoided_services: run.avoided_services,
    acts: actsOf(run, steps as StepRow[]),
    steps: (steps as StepRow[]).map((step) => toStep(step, titles)),
    calls: calls.toReversed().map((call) => ({
      id: call.id,
      step_id: call.step_id,
      step_key: call.step_key,
      service: call.service,
      model: call.model,
      purpose: call.purpose,
      started_at: call.started_at.toISOString(),
      ms: call.ms,
      outcome: call.outcome,
      http_status: call.http_status,
      input_tokens: call.input_tokens,
      output_tokens: call.output_tokens,
      cost_micro_usd: call.cost_micro_usd,
      detail: call.detail,
    })),
    lost: takeover && { workers: lost.map(toLostWorker), takeover },
    log: log.toReversed().map(({ at, event, text }) => ({ at: at.toISOString(), event, text })),
    children: run.children,
    wasted_micro_usd: usage.total.known_wasted_micro_usd,
    charged: run.tokens_charged,
    of_plan: ofPlan,
    usual: usual[run.kind] ?? null,
    course_id: courseId,
    request_id: run.request_id,
    trace_url: config().traceUrl?.replace('{trace_id}', requestSpan(run.request_id).traceId) ?? null,
  };
}

function actsOf(run: RunRow, steps: readonly StepRow[]): RunDetail['acts'] {
  // only processes of a newer version can cancel or retry a run of this kind
  if (!isKnownKind(run.kind)) return run.status === 'failed' || run.status === 'cancelled' ? ['remove'] : [];
  if (run.status === 'queued') return ['promote', 'cancel'];
  if (run.status === 'running') return steps.some(isDelayed) ? ['promote', 'cancel'] : ['cancel'];
  if (run.status === 'failed') return run.can_retry ? ['retry', 'remove'] : ['remove'];
  return run.status === 'cancelled' ? ['remove'] : [];
}

const isDelayed = ({ state, due_at: dueAt }: StepRow): boolean => state === 'queued' && dueAt > new Date();

/** The course that a run wrote, or that its request names. */
async function courseOf(runId: string, request: unknown): Promise<string | null> {
  const asked = typeof request === 'object' && request !== null && 'course_id' in request ? String(request.course_id) : '';
  const [course] = await rowsOf<{ id: string }>(
    database(),
    sql`select course.id from course
          join (select unnest(array[target_course_id, course_id]) as id from course_run where run_id = ${runId}
                union select id from course where run_id = ${runId}
                union select id from unnest(${isUuid(asked) ? [asked] : []}::uuid[]) as asked (id)) known on known.id = course.id
         limit 1`,
  );
  return course?.id ?? null;
}

/** The lesson titles of the course that a run works on, by id; while a course is being written, its steps have their own labels. */
async function lessonTitles(runId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await rowsOf<{ lesson_id: string; label: string }>(
    database(),
    sql`select lesson.value->>'lesson_id' as lesson_id, module.place || '.' || lesson.place || ' ' || (lesson.value->>'title') as label
          from run join course on course.id::text = run.request->>'course_id'
          join course_version version on version.course_id = course.id and version.number = course.current_version,
               jsonb_array_elements(version.contents->'modules') with ordinality module (value, place),
               jsonb_array_elements(module.value->'lessons') with ordinality lesson (value, place)
         where run.id = ${runId}`,
  );
  return new Map(rows.map(({ lesson_id: id, label }) => [id, label]));
}

const toStep = (row: StepRow, titles: ReadonlyMap<string, string>): RunDetail['steps'][number] => ({
  id: row.id,
  key: row.key,
  job: row.job,
  label: row.label ?? titles.get(row.item_id ?? '') ?? null,
  state: row.state,
  service: row.service,
  worker: row.worker,
  tries: row.tried.map(({ service, code, at, hint = null }) => ({ service, code, at, hint })),
  error_code: row.error_code,
  error_detail: row.error_detail,
  created_at: row.created_at.toISOString(),
  due_at: row.due_at.toISOString(),
  started_at: row.started_at?.toISOString() ?? null,
  finished_at: row.finished_at?.toISOString() ?? null,
});
