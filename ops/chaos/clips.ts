import type { Knex } from 'knex';
import { clipPrice } from '#contract/billing/price.ts';
import { FREE_PLAN } from '#contract/billing/catalogue.ts';
import { VIDEO_MODES, VIDEO_SECONDS } from '#contract/video/video.contract.ts';
import { takesOf } from '#domain/video/video.kind.ts';
import { repeatedAnswers, type LoggedCall } from './invariants.ts';
import { runKillStorm, type KillStorm } from './kill-storm.ts';
import { option, retryFor60s, pause, vendorsLog } from './storm.ts';

/**
 * `npm run chaos -- clips [--kills 40 --seed 1 --at-once 3 --every-ms 3000]`: films clips of every length while api, worker, sandbox and
 * PostgreSQL are killed at random moments. Afterwards every clip must be completed, or failed and refunded, must be ordered once by the vendor's
 * own log, and must have one object and one poster in the store; nothing else may be in the store; the ledger's proof must hold. The exit code
 * is 1 otherwise.
 */
const atOnce = Number(option('at-once', '3'));
const WITHIN_MS = 600_000;
/** Clip lengths that the free plan films. */
const LENGTHS = VIDEO_SECONDS.filter((seconds) => seconds <= FREE_PLAN.clip_seconds);

interface Asked {
  readonly taskId: string;
  readonly mode: 'fast' | 'quality';
  readonly duration: (typeof VIDEO_SECONDS)[number];
  readonly status: string;
  readonly error: string | null;
}

/** Orders a clip and waits for its end; with the key, repeating the order after a lost answer is harmless. */
async function film({ client, seed }: KillStorm, number: number): Promise<Asked> {
  const mode = VIDEO_MODES[number % VIDEO_MODES.length]!;
  const duration = LENGTHS[number % LENGTHS.length]!;
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

await runKillStorm({
  victims: ['api', 'worker', 'sandbox', 'store'],
  kills: 40,
  latencyMs: 1_200,
  prepare: async () => null,
  async work(storm) {
    const ended: Asked[] = [];
    let number = 0;
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        while (storm.goesOn()) ended.push(await film(storm, number++));
      }),
    );
    return ended;
  },
  async judge({ knex, stack, deaths }, ended) {
    const calls = (await retryFor60s(() => vendorsLog(stack))).filter(({ purpose }) => purpose === 'video');
    const problems: string[] = [];
    for (const clip of ended)
      for (const problem of await retryFor60s(() => problemsOf(knex, clip, calls)))
        problems.push(`${clip.taskId} (${clip.duration} s ${clip.mode}): ${problem}`);
    const mayHaveLost = deaths.filter(({ victim }) => victim !== 'api').map(({ at }) => at);
    const repeats = repeatedAnswers(calls, mayHaveLost);
    for (const { key } of repeats.filter(({ isExcused }) => !isExcused))
      problems.push(`${key} was ordered again although no process had been killed`);
    const by = (status: string) => ended.filter((clip) => clip.status === status).length;
    const summary =
      `${ended.length} clips, ${by('completed')} completed, ${by('failed')} failed and given back; ${calls.length} orders reached the vendor, ` +
      `${repeats.length} of them sent again under their key after a death`;
    return { problems, summary };
  },
});
