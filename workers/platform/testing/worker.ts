// A worker process for tests: the real life cycle with processors that do what a step's key says. Prints a JSON line when it is ready.
//   quick:*     finishes at once
//   slow:<ms>:* takes so long, unless its signal ends it
//   fail:*      fails, which ends the step
import { flushCompileCache } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEngine } from '#domain/kinds.ts';
import { endWorker, recordWorkerHeartbeat, WORKER_BEAT_MS } from '#domain/operator/overview/record-worker-heartbeat.command.ts';
import { JOBS } from '#queues/registry.ts';
import { database, transact } from '#domain/platform/database.ts';
import { failStep, finishStep } from '#domain/platform/steps/step.commands.ts';
import type { Processor } from '../processor.ts';
import { startWorkerProcess } from '../worker-process.ts';

const note = (runId: string, event: string, text: string) => database()('run_event').insert({ run_id: runId, event, text });

const work: Processor['work'] = async ({ step, signal }) => {
  const [kind, ms] = step.key.split(':');
  await note(step.runId, 'started', `${step.key} ${step.fence} ${process.pid}`);
  if (kind === 'fail') throw new Error('it does not work');
  if (kind === 'slow') await sleep(Number(ms), undefined, { signal });
  await transact(async (trx) => {
    await finishStep(trx, step, { output: { pid: process.pid } });
    await trx('run_event').insert({ run_id: step.runId, event: 'finished', text: step.key });
  });
};

const settle: Processor['settle'] = async (step, error) => {
  const failure = { code: 'internal', detail: String(error) };
  await transact((trx) => failStep(trx, step, { ...failure, tried: [] }));
  return failure;
};

// tests kill this process: Node writes its compile cache only on a normal exit
flushCompileCache();
startEngine();
const worker = await startWorkerProcess({
  lanes: ['interactive', 'batch'],
  processors: Object.fromEntries(Object.keys(JOBS).map((name) => [name, { work, settle }])),
  periodic: {},
  presence: { everyMs: WORKER_BEAT_MS, beat: recordWorkerHeartbeat, end: endWorker },
  graceMs: Number(process.argv[2] ?? 25_000),
});
process.on('SIGTERM', () => void worker.drain().then(() => process.exit(0)));
console.log(JSON.stringify({ ready: true, adminPort: worker.adminPort }));
