import knexFactory, { type Knex } from 'knex';
import { signIn, type Client } from '../testing/client.ts';
import { knownTopic } from '../testing/known-topic.ts';
import { startStack, type Stack } from '../testing/stack.ts';
import { DISK_FULL_MS, fillDisk, freezeWorker, giveOwnDisk, mayMount, startSecondWorker, storeDir } from './faults.ts';
import { checkInvariants, repeatedAnswers } from './invariants.ts';
import { option, pause, retryFor60s, vendorsLog } from './storm.ts';

/**
 * `npm run chaos -- answers [--parts outages,linger,bad-bytes,429,frozen,disk --scale 1]`: courses are written while one, two or four services are away for
 * 1, 20 and 120 s, to steps of 5, 60 and 600 s with and without an earlier failure; while streams stay open after their end; while bytes of
 * answers are broken; while a third of all calls is answered 429; while one of two workers is stopped for 90 s with answers in flight (Linux); and
 * while the store's disk is full for 12 s (as root on Linux). Prints the outcome and the calls of each, and fails if a course was lost, a check
 * skipped, an answer bought or stored twice. `--scale` shortens the outages.
 */
const parts = option('parts', 'outages,linger,bad-bytes,429,frozen,disk').split(',');
const scale = Number(option('scale', '1'));
const AGES_S = [5, 60, 600];
const EARLIER = { nothing: null, error: 'vendors.unavailable', rejected: 'vendors.broken_output' } as const;
const OUTAGES_S = [1, 20, 120];
const AWAY = [['claude'], ['claude', 'gemini'], ['claude', 'gemini', 'openai', 'grok']];
/** Time after which the runs have begun, and their outlines are being written. */
const UNDER_WAY_MS = 1_000;
const PROBE_EVERY_MS = 500;
/** Longer than a lease. */
const FROZEN_MS = 90_000;
let violations = 0;

const stack = await startStack(
  { SANDBOX_LATENCY_MS: '400', SPEND_CAP_USER_CENTS: '0', SPEND_CAP_INSTALL_CENTS: '0' },
  parts.includes('disk') && mayMount() ? { prepare: giveOwnDisk } : {},
);
const knex = knexFactory({ client: 'pg', connection: stack.record().databaseUrl, pool: { min: 0, max: 2 } });
try {
  await ageSteps(knex);
  const client = await signIn(stack.url);
  for (const services of parts.includes('outages') ? AWAY : [])
    for (const seconds of OUTAGES_S)
      await phase(client, `${services.length} away for ${seconds * scale} s`, async () => {
        await pause(UNDER_WAY_MS);
        for (const service of services) await control('PUT', 'faults', { service, mode: 'down' });
        await pause(seconds * scale * 1000);
        await control('DELETE', 'faults');
      });
  const faults = { linger: 1, 'bad-bytes': 0.2, 429: 1 / 3 };
  for (const [mode, probability] of Object.entries(faults).filter(([name]) => parts.includes(name)))
    await phase(
      client,
      `${mode} on ${Math.round(probability * 100)} % of the calls`,
      () => control('PUT', 'faults', { service: '*', mode, probability }),
      // a check waits for twenty seconds after the last lesson: a service that refuses for longer leaves some to be checked later by hand
      { mayLack: mode === '429' ? 0.05 : 0 },
    );
  if (parts.includes('frozen') && process.platform === 'linux') await frozenWorker(client);
  if (parts.includes('disk') && mayMount()) await phase(client, `a full disk for ${DISK_FULL_MS / 1000} s`, () => fullDisk(stack, client));
} finally {
  await knex.destroy();
  await stack.stop();
}
process.exit(violations === 0 ? 0 : 1);

async function control(method: string, path: string, body?: object): Promise<void> {
  const answer = await fetch(`${stack.sandboxUrl}/control/${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
  if (!answer.ok) throw new Error(`${method} control/${path}: ${answer.status} ${await answer.text()}`);
}

/** Sets the age and the earlier failure of steps according to their run's topic. */
async function ageSteps(store: Knex): Promise<void> {
  const codes = JSON.stringify(EARLIER);
  await store.raw(
    `create function aged() returns trigger language plpgsql as $$
     declare
       words text[] := (select regexp_match(subject, '(\\d+) s after (\\w+)') from run where id = new.run_id);
       code text := cast('${codes}' as jsonb) ->> words[2];
     begin
       if words is null then return new; end if;
       new.started_at := now() - cast(words[1] || ' seconds' as interval);
       if code is not null then
         new.tried := jsonb_build_array(jsonb_build_object('service', 'claude', 'code', code, 'at', now() - interval '4 seconds'));
       end if;
       return new;
     end $$;
     create trigger aged before insert on step for each row execute function aged()`,
  );
}

/**
 * Writes nine courses, one for each age and earlier failure, while `trouble` happens; prints and counts their outcomes.
 * @param mayLack share of the lessons that may remain without a check
 */
async function phase(
  client: Client,
  name: string,
  trouble: () => Promise<void>,
  { deaths = [], mayLack = 0 }: { deaths?: readonly number[]; mayLack?: number } = {},
): Promise<void> {
  await control('DELETE', 'calls');
  const begun = Date.now();
  const topics = AGES_S.flatMap((age) => Object.keys(EARLIER).map((earlier) => `Tides, ${age} s after ${earlier}, ${name}`));
  const writing = Promise.all(topics.map((topic) => write(client, topic)));
  await trouble();
  const ended = await writing;
  await control('DELETE', 'faults');
  const calls = await retryFor60s(() => vendorsLog(stack));
  let lost = 0;
  for (const { topic, taskId, status, error } of ended) {
    const problems = await retryFor60s(() => checkInvariants(knex, taskId, calls, deaths));
    if (status !== 'completed') problems.unshift(`ended as ${status}: ${JSON.stringify(error)}`);
    if (status !== 'completed') lost += 1;
    for (const problem of problems) console.log(`  ${topic}: ${problem}`);
    violations += problems.length;
  }
  const ids = ended.map(({ taskId }) => taskId);
  const [{ lessons, unreviewed, marred }] = (
    await knex.raw(
      `select count(*)::int as lessons,
              (select count(*)::int from step where run_id = any(:ids) and key like 'review:%' and state = 'completed' and service is null) as unreviewed,
              count(*) filter (where strpos(lesson::text, chr(65533)) > 0)::int as marred
         from course join course_version version on version.course_id = course.id and version.number = course.current_version,
              jsonb_path_query(version.content, '$.modules[*].lessons[*]') lesson where course.run_id = any(:ids)`,
      { ids },
    )
  ).rows;
  const [{ again }] = (
    await knex.raw(
      `select (select count(*) from vendor_call where run_id = any(:ids) and (discarded or outcome = 'broken'))::int
            + (select count(*) from step where run_id = any(:ids) and key like 'recheck:%' and call_id is not null)::int as again`,
      { ids },
    )
  ).rows;
  violations += Math.max(0, unreviewed - lessons * mayLack) + marred;
  const answered = calls.filter((call) => call.status === 200 && !call.aborted).length;
  console.log(
    `${name}: ${ended.length - lost} of ${ended.length} courses complete after ${((Date.now() - begun) / 1000).toFixed(0)} s; ${lessons} lessons, ` +
      `${unreviewed} not reviewed, ${marred} with lost characters; ${calls.length} calls, ${answered} answered, ` +
      `${repeatedAnswers(calls, []).length} of them for the same work, with ${again} rejected or checked twice`,
  );
}

/**
 * Suspends one of two workers for longer than its leases, in the middle of its calls. The other takes its steps over and buys their answers
 * again, because nobody can know that the first had them. Once resumed, the first must not store its answers.
 */
async function frozenWorker(client: Client): Promise<void> {
  await knex.raw(
    `create table stored_answer (step_id uuid, worker text, at timestamptz default clock_timestamp());
     create function answer_stored() returns trigger language plpgsql as $$
     begin insert into stored_answer (step_id, worker) values (new.id, old.worker); return new; end $$;
     create trigger stored after update on step for each row when (old.output is null and new.output is not null or new.output <> old.output)
       execute function answer_stored()`,
  );
  const endSecond = await startSecondWorker(stack);
  const deaths: number[] = [];
  try {
    const freeze = async () => {
      await pause(UNDER_WAY_MS);
      deaths.push(Date.now());
      await freezeWorker(stack, FROZEN_MS * scale);
      // a request that was still connecting is sent now, and cannot be recalled
      deaths.push(Date.now());
    };
    await phase(client, `one of two workers stopped for ${(FROZEN_MS * scale) / 1000} s`, freeze, { deaths });
  } finally {
    endSecond();
  }
  const { rows } = await knex.raw(
    `select count(*)::int as steps, count(distinct worker)::int as workers, coalesce(sum(times - 1), 0)::int as twice
       from (select step_id, max(worker) as worker, count(*) as times from stored_answer group by 1) stored`,
  );
  const [{ steps, workers, twice }] = rows;
  violations += twice;
  console.log(`  ${steps} answers stored by ${workers} workers, ${twice} of them twice`);
}

async function write(client: Client, topic: string) {
  const form = { age: 30, topic: knownTopic(topic), learning_goals: 'Know them', duration: '1 week intensive', content_depth: 'overview' };
  const { task_id: taskId } = await retryFor60s(() => client.start(form, { 'idempotency-key': topic.replaceAll(/\W+/g, '-') }));
  const { status, error } = await client.finish(taskId, { timeoutMs: 600_000 });
  return { topic, taskId, status, error };
}

/** Fills the store's disk, and prints what users, `/api/health` and `ready` are told meanwhile. */
async function fullDisk({ url, dataDir }: Stack, client: Client): Promise<void> {
  await pause(UNDER_WAY_MS);
  const told: Record<string, number> = {};
  const note = (what: string) => (told[what] = (told[what] ?? 0) + 1);
  let isFull = true;
  let tries = 0;
  const filling = fillDisk(storeDir(dataDir)).finally(() => (isFull = false));
  await pause(PROBE_EVERY_MS);
  while (isFull) {
    const [saved, health, ready] = await Promise.all([
      client
        .request('POST', '/api/user/settings', { quiet_hours: null, time_zone: `Etc/GMT+${(tries += 1) % 12}` })
        .catch(() => ({ status: 0, body: null })),
      fetch(`${url}/api/health`).then((answer) => answer.json() as Promise<{ degraded: string[] }>),
      fetch(`${url}/api/health/ready`),
    ]);
    note(`a request: ${saved.status} ${saved.body?.code ?? ''}`.trim());
    note(`health: ${health.degraded.includes('storage') ? 'storage is down' : 'storage is ok'}`);
    note(`ready: ${ready.status}`);
    await pause(PROBE_EVERY_MS);
  }
  await filling;
  console.log(
    `  while the disk was full: ${Object.entries(told)
      .map(([what, times]) => `${what} × ${times}`)
      .join('; ')}`,
  );
}
