import { startRedis, onPath } from '#queues/platform/testing/redis-server.ts';
import { signIn } from '../testing/client.ts';
import { option, pause, print, startInstallation } from './installation.ts';

/**
 * `npm run chaos -- takeover [--kills 3]`: kills every worker at once while a course is written, starts new ones, and measures how long the steps
 * that were under way wait until a new worker has taken them over, with the queues in Postgres and, where redis-server is on the PATH, in Redis.
 * The exit code is 1 when any waits longer than 15 s after the new workers are ready, or than a lease and what it takes to start them.
 */
const KILLS = option('kills', 3);
const WITHIN_S = 15;
const LOOK_MS = 100;
const MOST_LOOKS = 1_200;

async function measure(store: 'postgres' | 'redis', env: NodeJS.ProcessEnv): Promise<boolean> {
  const installation = await startInstallation({ ...env, SANDBOX_LATENCY_MS: '3000' });
  let isQuick = true;
  try {
    const { knex, until } = installation;
    const client = await signIn(installation.url);
    for (let at = 1; at <= KILLS; at += 1) {
      const { task_id: runId } = await client.start({ age: 30, topic: `Lighthouses ${at}`, learning_goals: 'Know how they work' });
      const running = () => knex('step').where({ run_id: runId, state: 'running' }).select('id', 'fence');
      await until('steps under way', async () => (await running()).length > 1);
      const left = await running();
      const killed = performance.now();
      const ready = Promise.all([installation.kill('worker', 0), installation.kill('worker', 1)]).then(() => performance.now());
      const standing = async () => {
        const now = await knex('step')
          .whereIn(
            'id',
            left.map(({ id }) => id),
          )
          .select('id', 'fence', 'state');
        const before = new Map(left.map(({ id, fence }) => [id, fence]));
        return now.filter(({ id, fence, state }) => state === 'running' && fence === before.get(id)).length;
      };
      for (let look = 0; look < MOST_LOOKS && (await standing()) > 0; look += 1) await pause(LOOK_MS);
      const taken = performance.now();
      const readyS = ((await ready) - killed) / 1_000;
      const tookS = (taken - killed) / 1_000;
      // a course goes on only when its queue hands out what the step's end has made due
      await until(
        'the course to go on',
        async () => (await knex('step').where({ run_id: runId, state: 'completed' }).count())[0]!.count !== '0',
      );
      print(
        `${store}: kill ${at}: ${left.length} steps taken over after ${tookS.toFixed(1)} s (workers ready after ${readyS.toFixed(1)} s)`,
      );
      if (tookS > WITHIN_S + readyS) isQuick = false;
      await client.request('DELETE', `/api/runs/${runId}`).catch(() => undefined);
    }
  } finally {
    await installation.stop();
  }
  return isQuick;
}

const stores: ('postgres' | 'redis')[] = onPath('redis-server') ? ['postgres', 'redis'] : ['postgres'];
let isQuick = true;
for (const store of stores) {
  const redis = store === 'redis' ? await startRedis() : null;
  isQuick = (await measure(store, redis ? { REDIS_URL: redis.url } : {})) && isQuick;
  await redis?.stop();
}
process.exit(isQuick ? 0 : 1);
