import { expect, it } from 'vitest';
import { PERIODIC_JOBS } from '#queues/periodic.jobs.ts';
import { scheduleWord } from '#frontend/features/operator/schedules/schedule-words.ts';

it('says of every schedule what it does', () => {
  expect(Object.keys(PERIODIC_JOBS).filter((name) => scheduleWord(name) === '')).toEqual([]);
});
