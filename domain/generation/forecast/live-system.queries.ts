import type { CourseForm } from '#contract/generation/course-form.contract.ts';
import { config } from '#domain/platform/config.ts';
import { database } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { vendorAvailability } from '#domain/vendors/llm/vendor-availability.queries.ts';
import { lessonCount, moduleSizes } from '#domain/generation/outline/course-size.ts';
import { withoutSlash } from '#domain/vendors/llm/profile/model-profile.ts';
import { connectedServices } from '#domain/vendors/llm/voices.ts';
import type { LiveRun, LiveSystem } from './forecast-runs.ts';
import { stepTimes, type AskedModel, type StepSample } from './step-times.ts';
import { ACTIVE_SQL, queueOrderSql } from '#domain/platform/runs/queue-order.ts';

/** Maximum number of recent steps per job. */
const NEWEST = 20;
const FRESH_S = 60;
/** Maximum number of calls from which a model's speed is computed: those of the last hour, without greetings. */
const SPEED_CALLS = 20;
const FEWEST_TOKENS = 50;
/** Converts speeds that a connection test measured in words: about this many tokens per word of a course in its format. */
const TOKENS_A_WORD = 1.5;
const RECENT_RUNS = 20;
/** Finished courses from which usual durations are learned. */
const USUAL_RUNS = 200;
/** Maximum number of queued runs considered. */
const WAITING_RUNS = 300;

/** A course that was finished in this installation. */
export interface UsualRun {
  readonly id: string;
  readonly lessons: number;
  readonly ms: number;
  /** Epoch ms. */
  readonly finishedAt: number;
}

/** The input of an estimate, read in one statement, except for the services' availability. */
export interface SystemSnapshot {
  /** Epoch ms by the database's clock. */
  readonly at: number;
  readonly system: Omit<LiveSystem, 'capacity'>;
  /** Number of running steps, and of due steps that wait. */
  readonly running: number;
  readonly waiting: number;
  /** Newest first; without runs that were stopped, waited for their learner or were retried. */
  readonly usual: readonly UsualRun[];
  /** Number of recent courses behind the step times. */
  readonly measuredRuns: number;
  /** Some step times are computed from the speed of the models connected now. */
  readonly isReckoned: boolean;
  /** Concurrent calls that the servers can handle; Infinity for vendors. */
  readonly atOnce: number;
  /** By live run: when it started, epoch ms. */
  readonly startedAt: ReadonlyMap<string, number>;
}

const LIVE = sql`run.id, kind = 'course' and own.approved_at is null and attempt = 1 as drafts, request->>'duration' as duration,
  kind = 'course' and own.approved_at is null and coalesce((request->>'review_outline')::boolean, false) as gated,
  jsonb_array_length(jsonb_path_query_array(own.plan, '$.modules[*].lessons[*]')) as planned,
  kind = 'course' and run.lane <> 'batch' and not run.by_vendor_batch and (own.plan is null or own.plan ? 'shared') as "byModule",
  (select jsonb_agg(jsonb_array_length(module->'lessons')) from jsonb_array_elements(own.plan->'modules') module) as modules`;

interface Connected {
  readonly baseURL: string;
  readonly model: string;
}

const snapshotSql = (connected: readonly Connected[], areOwn: boolean) => sql`
  with asked as (
    select * from unnest(${connected.map(({ baseURL }) => withoutSlash(baseURL))}::text[], ${connected.map(({ model }) => model)}::text[]) as asked(base_url, model)
    union select null, model from default_cast where model is not null
  ), measured as (
    select id from run where kind = 'course' and status = 'completed' and exists (select from course_run own where own.run_id = run.id)
     order by finished_at desc limit ${RECENT_RUNS}
  ), done as (
    select id, run_id, job, finished_at, extract(epoch from finished_at - started_at) * 1000 as work, extract(epoch from started_at - created_at) * 1000 as wait,
           row_number() over (partition by job order by finished_at desc) as age
      from step where state = 'completed' and started_at is not null
       -- a module that no model can write at once ends without a call
       and (job <> 'write-module' or service is not null)
       and run_id in (select id from measured union all select id from run where status = 'running')
  )
  select extract(epoch from now()) * 1000 as at,
    (select jsonb_agg(to_jsonb(live) order by live.since) from (
       select ${LIVE}, extract(epoch from greatest(own.approved_at, started_at)) * 1000 as since,
              (select jsonb_agg(jsonb_build_object('job', job, 'lessons', case when job = 'write-module' then jsonb_array_length(payload->'lessons') end, 'elapsedMs', case
                                  -- on a server of one's own, a step has its turn once its call has begun
                                  when state = 'running' and ${areOwn} then extract(epoch from now() - (call_begun->>'at')::timestamptz) * 1000
                                  when state = 'running' then extract(epoch from now() - started_at) * 1000 end)
                                order by created_at, id)
                 from step where run_id = run.id and state in ('queued','running')) as steps,
              (select array_agg(distinct id) from (
                 select item_id::text as id from step where run_id = run.id and job = 'write-lesson'
                 union all
                 select jsonb_array_elements_text(payload->'lessons') from step
                  where run_id = run.id and job = 'write-module' and state in ('queued','running')) lesson) as begun
         from run join course_run own on own.run_id = run.id where ${ACTIVE_SQL}) live) as active,
    (select jsonb_agg(to_jsonb(live) order by live.rank) from (
       select ${LIVE}, rank from run join course_run own on own.run_id = run.id join (${queueOrderSql()}) queue on queue.id = run.id
        order by rank limit ${WAITING_RUNS}) live) as queued,
    (select jsonb_agg(jsonb_build_object('job', job, 'ms', work, 'callMs', call.ms, 'model', call.model, 'tokens', call.output_tokens,
                                         'isFresh', finished_at > now() - ${FRESH_S} * interval '1 s') order by age)
       from done left join lateral (
         select ms, model, output_tokens from vendor_call where vendor_call.run_id = done.run_id and step_id = done.id and outcome = 'ok'
          order by vendor_call.started_at desc limit 1) call on true
      where age <= ${NEWEST}) as samples,
    (select jsonb_agg(jsonb_build_object('model', asked.model, 'speed', coalesce(answered.speed, measured.words * ${TOKENS_A_WORD}))) from asked
       left join lateral (
         select sum(output_tokens) * 1000.0 / sum(ms) as speed from (
           select output_tokens, ms from vendor_call
            where vendor_call.model = asked.model and outcome = 'ok' and output_tokens >= ${FEWEST_TOKENS} and ms > 0
              and started_at > now() - interval '1 hour'
            order by started_at desc limit ${SPEED_CALLS}) calls) answered on true
       left join lateral (
         select value::float8 as words from model_trait
          where model_trait.base_url = asked.base_url and model_trait.model = asked.model and trait = 'words_a_second') measured on true) as speeds,
    (select sum(calls) from (
       select coalesce(max(value::float8), 1) as calls from asked
         left join (select base_url, model, value from model_trait where trait = 'calls_at_once') learnt using (base_url, model)
        where base_url is not null group by substring(base_url from '^[a-z]+://[^/]+')) servers) as at_once,
    (select percentile_cont(0.2) within group (order by wait) from done where age <= ${NEWEST}) as handover,
    (select count(*) filter (where job = 'correct-lesson')::float8 / greatest(1, count(*) filter (where job = 'review-lesson')) from done) as revised,
    (select jsonb_agg(jsonb_build_object('id', usual.id, 'lessons', lesson_count, 'ms', extract(epoch from finished_at - started_at) * 1000,
                                         'finishedAt', extract(epoch from finished_at) * 1000) order by finished_at desc)
       from (select run.id, run.started_at, run.finished_at, own.course_id from run join course_run own on own.run_id = run.id
              where kind = 'course' and status = 'completed' and not stopped and approved_at is null and attempt = 1
              order by finished_at desc limit ${USUAL_RUNS}) usual join course on course.id = usual.course_id) as usual,
    (select count(*) from step join run on run.id = step.run_id
      where run.status = 'running' and step.state = 'queued' and step.due_at < now() - interval '300 ms') as waiting,
    (select count(*) from run where ${ACTIVE_SQL} and not exists (select from course_run where run_id = run.id)) as others,
    (select count(*) from measured) as measured_runs`;

interface LiveRow {
  readonly id: string;
  readonly drafts: boolean;
  readonly duration: CourseForm['duration'];
  readonly gated: boolean;
  readonly planned: number | null;
  readonly byModule: boolean;
  readonly modules: readonly number[] | null;
  /** Lessons that have a step; only in active runs. */
  readonly begun?: readonly string[] | null;
  readonly since: number;
  readonly steps: LiveRun['steps'] | null;
}

interface SnapshotRow {
  readonly at: string;
  readonly active: readonly LiveRow[] | null;
  readonly queued: readonly LiveRow[] | null;
  readonly samples: readonly StepSample[] | null;
  readonly speeds: readonly AskedModel[] | null;
  readonly at_once: number | null;
  readonly handover: string | null;
  readonly revised: number;
  readonly usual: SystemSnapshot['usual'] | null;
  readonly waiting: number;
  readonly others: number;
  readonly measured_runs: number;
}

/** Reads the basis of a forecast: active and waiting runs with their steps, times of earlier steps in ms, and the state of the services. */
export async function systemSnapshot(): Promise<SystemSnapshot> {
  const connected = connectedServices().map((service) => config().vendors[service]);
  const areOwn = connected.length > 0 && connected.every(({ compatible }) => compatible !== null);
  const [rows, services] = await Promise.all([rowsOf<SnapshotRow>(database(), snapshotSql(connected, areOwn)), vendorAvailability()]);
  const row = rows[0]!;
  const active = row.active ?? [];
  const toRun = ({ id, drafts, gated, duration, planned, byModule, modules, begun, steps }: LiveRow): LiveRun => ({
    id,
    drafts,
    gated,
    steps: steps ?? [],
    lessons: drafts ? lessonCount(duration) : (planned ?? 0),
    ...(byModule && {
      modules: (drafts ? null : modules) ?? moduleSizes(duration),
      waiting: (planned ?? 0) - (begun?.length ?? planned ?? 0),
    }),
  });
  const configured = Object.values(services).filter((service) => service.configured);
  const waits = configured.map(({ available, retryAt }) => (available ? 0 : Math.max(0, (retryAt?.getTime() ?? 0) - Date.now())));
  const { works, isReckoned } = stepTimes(row.samples ?? [], { models: row.speeds ?? [], areOwn });
  return {
    at: Number(row.at),
    system: {
      active: active.map(toRun),
      queued: (row.queued ?? []).map(toRun),
      // other kinds of work occupy slots too
      slots: Math.max(1, config().maxActiveRuns - row.others),
      works,
      handoverMs: Number(row.handover ?? 0),
      reviseShare: Number(row.revised),
      pauseMs: waits.length > 0 ? Math.min(...waits) : 0,
    },
    running: active.reduce((sum, { steps }) => sum + (steps?.filter((step) => step.elapsedMs !== null).length ?? 0), 0),
    waiting: row.waiting,
    usual: row.usual ?? [],
    measuredRuns: row.measured_runs,
    isReckoned,
    atOnce: areOwn ? Math.max(1, Number(row.at_once ?? 1)) : Infinity,
    startedAt: new Map(active.map(({ id, since }) => [id, since])),
  };
}
