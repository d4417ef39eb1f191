import { startRedis, onPath } from '#queues/platform/testing/redis-server.ts';
import { signIn } from '../testing/client.ts';
import { option, pause, print, startInstallation } from './installation.ts';

const KILLS = option('kills', 6);
const LOOK_MS = 100;

async function measure(store: 'postgres' | 'redis', env: NodeJS.ProcessEnv): Promise<boolean> {
  const installation = await startInstallation({ ...env, SANDBOX_LATENCY_MS: '3000' }, { hasSamples: true });
  try {
    const { knex } = installation;
    const client = await signIn(installation.url);
    for (let at = 1; at <= KILLS; at += 1) {
      const { task_id: runId } = await client.start({ age: 30, topic: `Lighthouses ${at}`, learning_goals: 'Know how they work' });
      await pause(8_000); print('load ' + (await import('node:os')).loadavg()[0]);
      const steps = () => knex('step').where({ run_id: runId }).select('key', 'id', 'fence', 'state', 'due_at', 'dispatched_at', 'dispatch');
      const left = (await steps()).filter(({ state }) => state === 'running' || state === 'queued');
      const killed = performance.now();
      const ready = Promise.all([installation.kill('worker', 0), installation.kill('worker', 1)]).then(() => performance.now());
      const seen = new Map<string, number>();
      let last: any;
      for (let look = 0; look < 900 && seen.size < left.length; look += 1) {
        await pause(LOOK_MS);
        const now = new Map((await steps()).map((step) => [step.id, step]));
        last = now;
        for (const one of left) {
          const is = now.get(one.id)!;
          if (!seen.has(one.id) && (is.fence !== one.fence || !['running', 'queued'].includes(is.state))) seen.set(one.id, (performance.now() - killed) / 1_000);
        }
      }
      const line = left.map((one) => `${one.key}(${one.state})=${seen.get(one.id)?.toFixed(1)}`).join(' ');
      print(`${store}: kill ${at}: ready ${(((await ready) - killed) / 1_000).toFixed(1)}: ${line}`);
      const from = performance.now();
      const end = await client.finish(runId);
      print(`   ${end.status} after ${((performance.now() - from) / 1000).toFixed(1)}`);
    }
  } finally {
    await installation.stop();
  }
  return true;
}
const stores: ('postgres' | 'redis')[] = process.argv.includes('--redis') ? ['redis'] : ['postgres'];
for (const store of stores) {
  const redis = store === 'redis' ? await startRedis() : null;
  await measure(store, redis ? { REDIS_URL: redis.url } : {});
  await redis?.stop();
}
process.exit(0);
