import { expect, it } from 'vitest';
import { cachedFor } from './cached-for.ts';
import { disconnectDatabase } from './database.ts';
import { periodicQueue, setPeriodicQueue } from './periodic/periodic-queue.ts';
import { isJobStanding, jobSink, setJobSink } from './steps/job-sink.ts';
import { noteFailedStatement, wasStorageFull } from './storage/storage-full.ts';

it('everything that a process knows of its database, and has opened beside it, ends with its connection', async () => {
  let readings = 0;
  const value = cachedFor(60_000, async () => (readings += 1));
  const of = { job: 'write-lesson', lane: 'interactive', stepId: 's', dispatch: 1 };
  setJobSink(
    async () => {},
    async () => true,
  );
  setPeriodicQueue({ announce: async () => {}, list: async () => [] });
  noteFailedStatement(Object.assign(new Error('full'), { code: 'ENOSPC' }));
  expect([await value(), await isJobStanding(of), wasStorageFull(60_000)]).toEqual([1, true, true]);

  await disconnectDatabase();
  expect(jobSink).toThrow('has not been called');
  expect([await value(), await isJobStanding(of), wasStorageFull(60_000), periodicQueue()]).toEqual([2, false, false, null]);
});
