import { expect, it } from 'vitest';
import { stateWords } from './console-head.tsx';

const STATE = {
  at: '',
  paused: [],
  recovering: [],
  workers: 3,
  lost: [],
  alerts: { open: 0, unowned: 0 },
  batches: 0,
  failed: 0,
  payments: 0,
  texts: 0,
  reports: 0,
  needs: [],
};

it('the header of the console names problems, and otherwise says that all is well', () => {
  expect(stateWords(STATE)).toBe('Everything is running, 3 workers');
  expect(
    stateWords({
      ...STATE,
      paused: [
        { scope: 'queue', name: 'film-interactive' },
        { scope: 'service', name: 'grok' },
      ],
      recovering: ['openai'],
    }),
  ).toBe('Paused: Clips, interactive · Grok. Recovering: OpenAI. 3 workers');
  expect(stateWords({ ...STATE, workers: 0 })).toBe('No worker is running.');
  const lost = [{ worker: 'host:41', seen_at: null, steps: 3, in_s: 7 }];
  expect(stateWords({ ...STATE, workers: 2, lost })).toBe(
    'A worker has stopped responding: host:41. Other workers take over 3 steps within 7 s. 2 workers',
  );
  expect(stateWords({ ...STATE, workers: 0, lost })).toBe(
    'No worker is running. A worker has stopped responding: host:41. 3 steps are waiting for a worker to start.',
  );
  expect(stateWords({ ...STATE, lost: [{ ...lost[0]!, steps: 0, in_s: null }] })).toBe(
    'A worker has stopped responding: host:41. 3 workers',
  );
});
