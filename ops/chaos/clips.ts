import { readdirSync } from 'node:fs';
import path from 'node:path';
import knexFactory, { type Knex } from 'knex';
import { clipPrice } from '#contract/billing/price.ts';
import { VIDEO_MODES, VIDEO_SECONDS } from '#contract/video/video.contract.ts';
import { config, readConfig, setConfig } from '#domain/platform/config.ts';
import { connectDatabase, disconnectDatabase } from '#domain/platform/database.ts';
import { grantByHand } from '#domain/billing/ledger/grant-by-hand.command.ts';
import { ledgerFaults } from '#domain/billing/ledger/ledger-proof.queries.ts';
import { takesOf } from '#domain/video/video.kind.ts';
import { SAMPLE, signIn, type Client } from '../testing/client.ts';
import { startStack } from '../testing/stack.ts';
import { injectFault, type FaultName } from './faults.ts';
import { repeatedAnswers, type LoggedCall } from './invariants.ts';
import { seeded } from './seeded.ts';
import { option, retryFor60s, pause, vendorsLog } from './storm.ts';

/**
 * `npm run chaos -- clips [--kills 40 --seed 1 --at-once 3 --every-ms 3000]`: films clips of every length while api, worker, sandbox and
 * PostgreSQL are killed at random moments. Afterwards every clip must be completed, or failed and refunded, must be ordered once by the vendor's
 * own log, and must have one object and one poster in the store; nothing else may be in the store; the ledger's proof must hold. The exit code
 * is 1 otherwise.
 */
const kills = Number(option('kills', '40'));
const seed = Number(option('seed', '1'));
const atOnce = Number(option('at-once', '3'));
const everyMs = Number(option('every-ms', '3000'));
const VICTIMS: readonly FaultName[] = ['api', 'worker', 'sandbox', 'store'];
const OUTPUT_LINES = 200;
const TOKENS = 90_000;
const WITHIN_MS = 600_000;

interface Asked {
  readonly taskId: string;
  readonly mode: 'fast' | 'quality';
  readonly duration: (typeof VIDEO_SECONDS)[number];
  readonly status: string;
  readonly error: string | null;
}

/** Orders a clip and waits for its end; the key makes repeating the order after a lost answer harmless. */
async function film(client: Client, number: number): Promise<Asked> {
  const mode = VIDEO_MODES[number % VIDEO_MODES.length]!;
  const duration = VIDEO_SECONDS[number % VIDEO_SECONDS.length]!;
  const body = { prompt: `Lighthouse ${seed}.${number} at night`, mode, duration };
  const { task_id: taskId } = await retryFor60s(async () => {
    const answer = await client.request('POST', '/api/vertex-ai/veo3/generate-video', body, {
      'idempotency-key': `clip-${seed}-${number}`,
    });
    if (answer.status !== 202) throw new Error(`generate-video: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  });
  for (const deadline = Date.now() + WITHIN_MS; Date.now() < deadline; await pause(500)) {
    const answer = await client.request('GET', `/api/vertex-ai/veo3/status/${taskId}`).catch(() => null);
    if (answer?.status === 200 && answer.body.status !== 'processing')
      return { taskId, mode, duration, status: answer.body.status, error: answer.body.error };
  }
  return { taskId, mode, duration, status: 'processing', error: 'it has not ended' };
}

/** Returns the violations of one clip, as sentences. */
async function problemsOf(knex: Knex, clip: Asked, calls: readonly LoggedCall[]): Promise<string[]> {
  const run = await knex('run').where({ id: clip.taskId }).first('status', 'tokens_charged');
  const row = await knex('video_clip').where({ run_id: clip.taskId }).first('video_id', 'poster_id');
  const takes: { id: string }[] = await knex('step').where({ run_id: clip.taskId, job: 'film-take' }).select('id');
  const open = await knex('token_hold').where({ job_id: clip.taskId, state: 'open' });
  const ofPlan = await knex('quota_hold').where({ job_id: clip.taskId }).first('state', 'units');
  const problems: string[] = open.length > 0 || ofPlan?.state === 'open' ? ['something is still held for it'] : [];
  if (clip.status === 'failed') return Number(run!.tokens_charged) === 0 ? problems : [...problems, 'it failed, and was charged'];
  if (run!.status !== 'completed') return [...problems, `its run is ${run!.status}: ${clip.error}`];
  const isPaid =
    ofPlan?.state === 'used'
      ? ofPlan.units === clip.duration
      : Number(run!.tokens_charged) === clipPrice(clip.mode, clip.duration).centitokens;
  if (!isPaid) problems.push(`charged ${run!.tokens_charged}, of the plan ${JSON.stringify(ofPlan)}`);
  if (!row!.video_id || !row!.poster_id) problems.push('it has no file');
  if (takes.length !== takesOf(clip.duration).length) problems.push(`${takes.length} takes`);
  for (const { id } of takes) {
    const ordered = new Set(calls.filter(({ key, status }) => status === 200 && key.startsWith(`${id}:`)).map(({ key }) => key));
    if (ordered.size !== 1) problems.push(`a take was ordered ${ordered.size} times`);
  }
  return problems;
}

const stack = await startStack({ SANDBOX_LATENCY_MS: '1200', SPEND_CAP_USER_CENTS: '0', SPEND_CAP_INSTALL_CENTS: '0' });
const { databaseUrl } = stack.record();
const knex = knexFactory({ client: 'pg', connection: databaseUrl, pool: { min: 0, max: 2 } });
let bad = 0;
try {
  setConfig(readConfig({ DATABASE_URL: databaseUrl, DATA_DIR: stack.dataDir, LOG_LEVEL: 'silent' }));
  connectDatabase(config().databaseUrl, { poolMax: 2 });
  await grantByHand({ email: SAMPLE.email, tokens: TOKENS, actor: 'script:chaos', cause: 'Chaos' });
  const client = await signIn(stack.url);
  const random = seeded(seed);
  const struck = Object.fromEntries(VICTIMS.map((fault) => [fault, 0]));
  const count = () => Object.values(struck).reduce((sum, one) => sum + one, 0);
  const deaths: number[] = [];
  const begin = Date.now();
  const striker = (async () => {
    while (count() < kills) {
      await pause(random() * everyMs * 2);
      const fault = VICTIMS[Math.floor(random() * VICTIMS.length)]!;
      if (!(await injectFault(fault, { stack, knex, random }))) continue;
      struck[fault]! += 1;
      if (fault !== 'api') deaths.push(Date.now());
    }
  })();
  const ended: Asked[] = [];
  let number = 0;
  const filming = Array.from({ length: atOnce }, async () => {
    while (count() < kills) ended.push(await film(client, number++));
  });
  await Promise.all([striker, ...filming]);
  const calls = (await retryFor60s(() => vendorsLog(stack))).filter(({ purpose }) => purpose === 'video');
  const report = (problem: string) => {
    bad += 1;
    console.log(`  ${problem}`);
  };
  for (const clip of ended)
    for (const problem of await retryFor60s(() => problemsOf(knex, clip, calls)))
      report(`${clip.taskId} (${clip.duration} s ${clip.mode}): ${problem}`);
  const repeats = repeatedAnswers(calls, deaths);
  for (const { key } of repeats.filter(({ isExcused }) => !isExcused))
    report(`${key} was ordered again although no process had been killed`);
  const stored = readdirSync(path.join(stack.dataDir, 'sandbox-files', config().google.bucket))
    .map((name) => decodeURIComponent(name))
    .filter((name) => name.startsWith('media/') && !name.endsWith('.json'));
  const known: string[] = await retryFor60s(() => knex('media_object').pluck('id'));
  for (const name of stored) if (!known.includes(name.slice('media/'.length))) report(`${name} is stored without a row`);
  for (const id of known) if (!stored.includes(`media/${id}`)) report(`media/${id} is not stored`);
  for (const fault of (await retryFor60s(ledgerFaults)) ?? []) report(`the ledger: ${JSON.stringify(fault)}`);
  const by = (status: string) => ended.filter((clip) => clip.status === status).length;
  console.log(
    `seed ${seed}: ${ended.length} clips, ${by('completed')} completed, ${by('failed')} failed and given back, in ${((Date.now() - begin) / 1000).toFixed(0)} s; ` +
      `kills ${VICTIMS.map((fault) => `${fault} ${struck[fault]}`).join(', ')}; ${calls.length} orders reached the vendor, ` +
      `${repeats.length} of them sent again under their key after a death; ${stored.length} objects; ${bad} things did not hold`,
  );
  if (bad > 0) console.log(stack.output().split('\n').slice(-OUTPUT_LINES).join('\n'));
} finally {
  await disconnectDatabase();
  await knex.destroy();
  await stack.stop();
}
process.exit(bad === 0 ? 0 : 1);
