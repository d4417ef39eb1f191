import { option, pause, print, startInstallation } from './installation.ts';
import { startLoad, type RunningLoad } from './user-load.ts';

/**
 * `npm run chaos -- rolling [--users 100 --runs 20 --sockets 10 --rounds 1]`: restarts two api processes and two workers behind a proxy one
 * after the other, while users read and write and courses are written. Every request must be answered, every run must be complete, and nothing
 * may be bought twice. Uses a separate installation; the exit code is 1 after a violation.
 */
const [USERS, RUNS, SOCKETS, ROUNDS] = [option('users', 100), option('runs', 20), option('sockets', 10), option('rounds', 1)];
const THINK_MS = 2_500;

const installation = await startInstallation();
const { knex, url, until, restart } = installation;
let load: RunningLoad | null = null;
let isWhole = false;
try {
  load = await startLoad({ url, users: USERS, runs: RUNS, sockets: SOCKETS, thinkMs: THINK_MS });
  print(`${USERS} people, ${SOCKETS} sockets, ${RUNS} runs`);
  await until('work', async () => Number((await knex('step').where({ state: 'completed' }).count({ n: '*' }).first())?.['n']) >= RUNS);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const kind of ['worker', 'api'] as const) {
      for (const at of [0, 1] as const) {
        const from = Date.now();
        const held = await knex('step').where({ state: 'running' }).count({ n: '*' }).first();
        const code = await restart(kind, at);
        print(
          `${kind} ${at + 1} restarted in ${((Date.now() - from) / 1000).toFixed(1)} s with ${held?.['n']} steps under way (exit ${code}); ` +
            `${load.failures.length} requests failed so far`,
        );
      }
    }
  }
  await load.written;
  await pause(THINK_MS);
  isWhole = await installation.judge(load);
} finally {
  await load?.stop();
  await installation.stop();
}
process.exit(isWhole ? 0 : 1);
