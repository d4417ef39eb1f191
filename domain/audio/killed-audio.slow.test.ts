import { it } from 'vitest';
import { patience } from '#ops/testing/slowness.ts';
import { useKilledAudio } from './killed-audio.factory.ts';

// `killed-audio.test.ts` kills once; this file kills after every lasting change
const { makeKilledAfter } = useKilledAudio();

it(
  'audio whose process is killed after any change is one lesson, spoken once, charged once, when the next process has continued',
  async () => {
    for (let changes = 0; await makeKilledAfter(changes); changes += 1);
  },
  patience(240_000),
);
