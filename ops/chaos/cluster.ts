import { option, print, startInstallation } from './installation.ts';
import { startRedisCluster } from './redis-cluster.ts';
import { startLoad, type RunningLoad } from './user-load.ts';

/**
 * `npm run chaos -- cluster [--runs 50 --sockets 200 --masters 2]`: queues and live events in a Redis cluster of three masters, of which one after
 * the other is killed while courses are written and sockets are open. Nothing may be lost or bought twice, no request may fail and no socket may be
 * closed. Uses a separate installation; the exit code is 1 after a violation.
 */
const [RUNS, SOCKETS, MASTERS] = [option('runs', 50), option('sockets', 200), option('masters', 2)];

const cluster = await startRedisCluster();
print(`masters ${cluster.masters().join(', ')}`);
const installation = await startInstallation({ REDIS_URL: cluster.url });
const { knex, url, until } = installation;
let load: RunningLoad | null = null;
let isWhole = false;
try {
  load = await startLoad({ url, users: Math.max(RUNS, SOCKETS), runs: RUNS, sockets: SOCKETS, thinkMs: 15_000 });
  print(`${SOCKETS} sockets, ${RUNS} runs`);
  const completed = async () => Number((await knex('step').where({ state: 'completed' }).count({ n: '*' }).first())?.['n']);
  for (let killed = 0; killed < MASTERS; killed += 1) {
    const before = await completed();
    await until('work', async () => (await completed()) >= before + RUNS);
    const [port] = cluster.masters();
    const from = Date.now();
    await cluster.kill(port!);
    await until('a new master', () => cluster.masters().length === 3);
    const promoted = Date.now();
    cluster.revive(port!);
    const under = await completed();
    await until('work after it', async () => (await completed()) > under);
    print(
      `master ${port} killed: its replica took over after ${((promoted - from) / 1000).toFixed(1)} s, a step ended ` +
        `${((Date.now() - promoted) / 1000).toFixed(1)} s later; ${load.failures.length} requests failed, ${load.closed.length} sockets closed so far`,
    );
  }
  isWhole = (await installation.judge(load)) && load.closed.length === 0;
} finally {
  await load?.stop();
  await installation.stop();
  await cluster.stop();
}
process.exit(isWhole ? 0 : 1);
