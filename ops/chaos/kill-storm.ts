import { readdirSync } from 'node:fs';
import path from 'node:path';
import knexFactory, { type Knex } from 'knex';
import { config, readConfig, setConfig } from '#domain/platform/config.ts';
import { disconnectDatabase } from '#domain/platform/database.ts';
import { grantByHand } from '#domain/billing/ledger/grant.commands.ts';
import { ledgerFaults } from '#domain/billing/ledger/ledger-proof.queries.ts';
import { connectWithEngine } from '../scripts/with-engine.ts';
import { SAMPLE, signIn, type Client } from '../testing/client.ts';
import { startStack, type Stack } from '../testing/stack.ts';
import { injectFault, type FaultName } from './faults.ts';
import { seeded } from './seeded.ts';
import { option, pause, retryFor60s } from './storm.ts';

const OUTPUT_LINES = 200;
const TOKENS = 90_000;
/** Generous, for busy machines. */
const START_MS = 600_000;
const READY_LOOK_MS = 200;
/**
 * Share of the kills that wait until everything runs again, so that they interrupt work on a slow machine too; the others may interrupt a
 * start.
 */
const MEETS_WORK = 0.8;

/** A process that was killed. */
export interface Death {
  readonly victim: FaultName;
  /** The time, in ms. */
  readonly at: number;
}

/** A separate installation whose processes are being killed. */
export interface KillStorm {
  readonly stack: Stack;
  readonly knex: Knex;
  /** The sample learner, with enough tokens. */
  readonly client: Client;
  readonly seed: number;
  readonly deaths: readonly Death[];
  /** Tells whether more kills follow. */
  goesOn(): boolean;
  /** Folder of the installation's bucket. */
  readonly bucket: string;
}

interface Storm<Prepared, Done> {
  readonly victims: readonly FaultName[];
  /** Default of `--kills`. */
  readonly kills: number;
  /** Latency of the sandbox's answers. */
  readonly latencyMs: number;
  /** Runs before the first kill. */
  prepare(storm: KillStorm): Promise<Prepared>;
  /** Orders work until no more kills follow, and waits for all of it. */
  work(storm: KillStorm, prepared: Prepared): Promise<Done>;
  /** Returns the violations, and what to print about the work. */
  judge(storm: KillStorm, done: Done, prepared: Prepared): Promise<{ readonly problems: readonly string[]; readonly summary: string }>;
}

/**
 * Starts a separate installation, has work done while its processes are killed at seeded random times (`--kills --seed --every-ms 3000`),
 * and judges the result: the program's own criteria, that media and their rows match, and that the ledger is sound. Ends this process, with
 * exit code 1 after a violation.
 */
export async function runKillStorm<Prepared, Done>({ victims, latencyMs, ...program }: Storm<Prepared, Done>): Promise<never> {
  const kills = Number(option('kills', String(program.kills)));
  const seed = Number(option('seed', '1'));
  const everyMs = Number(option('every-ms', '3000'));
  const env = { SANDBOX_LATENCY_MS: String(latencyMs), SPEND_CAP_USER_CENTS: '0', SPEND_CAP_INSTALL_CENTS: '0' };
  const stack = await startStack(env, { timeoutMs: START_MS });
  const { databaseUrl } = stack.record();
  const knex = knexFactory({ client: 'pg', connection: databaseUrl, pool: { min: 0, max: 2 } });
  let bad = 0;
  try {
    const sandboxPort = new URL(stack.sandboxUrl).port;
    setConfig(readConfig({ DATABASE_URL: databaseUrl, DATA_DIR: stack.dataDir, SANDBOX_PORT: sandboxPort, LOG_LEVEL: 'silent' }));
    await connectWithEngine(config().databaseUrl, { poolMax: 2 });
    await grantByHand({ email: SAMPLE.email, tokens: TOKENS, actor: 'script:chaos', cause: 'Chaos' });
    const client = await signIn(stack.url);
    const deaths: Death[] = [];
    const bucket = path.join(stack.dataDir, 'sandbox-files', config().google.bucket);
    const storm: KillStorm = { stack, knex, client, seed, deaths, goesOn: () => deaths.length < kills, bucket };
    const prepared = await program.prepare(storm);
    const begin = Date.now();
    const random = seeded(seed);
    const striking = (async () => {
      while (storm.goesOn()) {
        if (random() < MEETS_WORK) await untilAllRun(stack);
        await pause(random() * everyMs * 2);
        const victim = victims[Math.floor(random() * victims.length)]!;
        if (!(await injectFault(victim, { stack, knex, random }))) continue;
        deaths.push({ victim, at: Date.now() });
        console.log(`  kill ${deaths.length} of ${kills}, after ${((Date.now() - begin) / 1000).toFixed(0)} s: ${victim}`);
      }
    })();
    const [done] = await Promise.all([program.work(storm, prepared), striking]);
    const { problems, summary } = await program.judge(storm, done, prepared);
    const ledger = ((await retryFor60s(ledgerFaults)) ?? []).map((fault) => `the ledger: ${JSON.stringify(fault)}`);
    const all = [...problems, ...(await retryFor60s(() => mediaFaults(storm))), ...ledger];
    bad = all.length;
    for (const problem of all) console.log(`  ${problem}`);
    const struck = victims.map((victim) => `${victim} ${deaths.filter((death) => death.victim === victim).length}`).join(', ');
    console.log(
      `seed ${seed}: ${summary}; in ${((Date.now() - begin) / 1000).toFixed(0)} s; kills ${struck}; ` +
        `${storedNames(bucket).length} objects; ${bad} invariants did not hold`,
    );
    if (bad > 0) console.log(stack.output().split('\n').slice(-OUTPUT_LINES).join('\n'));
  } finally {
    await disconnectDatabase();
    await knex.destroy();
    await stack.stop();
  }
  process.exit(bad === 0 ? 0 : 1);
}

/** Waits until api, worker and sandbox answer. */
async function untilAllRun(stack: Stack): Promise<void> {
  const { WORKER_ADMIN_PORT: workerPort } = stack.record().ports;
  const addresses = [`${stack.url}/api/health/ready`, `http://127.0.0.1:${workerPort}/health/ready`, `${stack.sandboxUrl}/control/state`];
  const answers = (address: string) =>
    fetch(address).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await Promise.all(addresses.map(answers))).every(Boolean)) await pause(READY_LOOK_MS);
}

/** Returns the names of the objects in a sandbox bucket. */
export const storedNames = (bucket: string): string[] =>
  readdirSync(bucket)
    .filter((name) => !name.endsWith('.json') && !name.endsWith('.part'))
    .map((name) => decodeURIComponent(name));

/** Returns media without a row, and rows without their bytes. */
async function mediaFaults({ knex, bucket }: KillStorm): Promise<string[]> {
  const rows: { id: string; deleted_at: Date | null }[] = await knex('media_object').select('id', 'deleted_at');
  const stored = new Set(storedNames(bucket).filter((name) => name.startsWith('media/')));
  const known = new Set(rows.map(({ id }) => `media/${id}`));
  return [
    ...[...stored].filter((name) => !known.has(name)).map((name) => `${name} is stored without a row`),
    // the sweep removes the bytes of deleted media before their rows
    ...rows.filter(({ id, deleted_at: at }) => at === null && !stored.has(`media/${id}`)).map(({ id }) => `media/${id} is not stored`),
  ];
}
