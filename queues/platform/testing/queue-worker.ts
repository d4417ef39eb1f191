// A worker process for the contract suite. Argument: JSON {databaseUrl, redisUrl, behaviour}. Prints a line for each delivery.
//   hold   the job never ends
//   defer  the first announcement announces the step again for 300 ms later, the second one succeeds
import { flushCompileCache } from 'node:module';
import { openQueueBackend } from '../queue-backend.ts';

const { databaseUrl, redisUrl, behaviour } = JSON.parse(process.argv[2] as string) as {
  databaseUrl: string;
  redisUrl: string | null;
  behaviour: 'hold' | 'defer';
};

// tests kill this process: Node writes its compile cache only on a normal exit
flushCompileCache();
const backend = await openQueueBackend({ databaseUrl, redisUrl });
await backend.startWorkers({
  lanes: ['interactive'],
  concurrency: 8,
  lockMs: 1_000,
  stalledIntervalMs: 500,
  async handle({ name, payload }) {
    const announce = (event: string) => console.log(JSON.stringify({ event, stepId: payload.step_id, dispatch: payload.dispatch }));
    if (behaviour === 'defer' && payload.dispatch === 1) {
      await backend.addJobs([{ job: name, lane: 'interactive', stepId: payload.step_id, dispatch: 2, delayMs: 300 }]);
      announce('deferred');
      return;
    }
    announce('ran');
    if (behaviour === 'hold') await new Promise(() => undefined);
  },
});
console.log(JSON.stringify({ event: 'ready' }));
