import { expect, it } from 'vitest';
import { useKilledAudio } from './killed-audio.factory.ts';

const { makeKilledAfter } = useKilledAudio();

it('audio whose process is killed is one lesson, spoken once, charged once, when the next process has continued', async () => {
  expect(await makeKilledAfter(8)).toBe(true);
});
