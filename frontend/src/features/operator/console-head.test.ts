import { expect, it } from 'vitest';
import { stateWords } from './console-head.tsx';

const STATE = { at: '', paused: [], recovering: [], workers: 3, alerts: { open: 0, unowned: 0 }, batches: 0, failed: 0, texts: 0 };

it('the head of the console says what is wrong, and that all is well else', () => {
  expect(stateWords(STATE)).toBe('All work runs, 3 workers');
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
  expect(stateWords({ ...STATE, workers: 0 })).toBe('No worker lives.');
});
