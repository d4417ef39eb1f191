import { describe, expect, it } from 'vitest';
import { lessonAwaits } from './lesson-pending.ts';

const awaits = (states: Record<string, string>, live = true) =>
  lessonAwaits('1', new Map(Object.entries(states).map(([kind, state]) => [`${kind}:1`, { state }])), live);

describe('what a readable lesson still waits for', () => {
  it.each([
    [{}, null],
    [{ lesson: 'running' }, null],
    [{ lesson: 'completed' }, 'practice'],
    [{ lesson: 'completed', practice: 'queued' }, 'practice'],
    [{ lesson: 'completed', practice: 'failed' }, 'review'],
    [{ lesson: 'completed', practice: 'completed', workshop: 'running' }, 'practice'],
    [{ lesson: 'completed', practice: 'completed', workshop: 'failed' }, 'review'],
    [{ lesson: 'completed', practice: 'completed', review: 'running' }, 'review'],
    [{ lesson: 'completed', practice: 'completed', review: 'failed' }, null],
    [{ lesson: 'completed', practice: 'completed', review: 'completed' }, null],
    [{ lesson: 'completed', practice: 'completed', review: 'completed', correct: 'queued' }, 'correction'],
    [{ lesson: 'completed', practice: 'completed', review: 'completed', correct: 'completed' }, null],
    [{ lesson: 'completed', practice: 'completed', review: 'completed', recheck: 'queued' }, 'quiz_check'],
    [{ lesson: 'completed', practice: 'completed', review: 'completed', recheck: 'failed' }, null],
  ] as const)('after %j it is %s', (states, expected) => {
    expect(awaits(states)).toBe(expected);
  });

  it('is nothing once the run has ended, however it ended', () => {
    expect(awaits({ lesson: 'completed', practice: 'cancelled' }, false)).toBeNull();
    expect(awaits({ lesson: 'completed', practice: 'running' }, false)).toBeNull();
  });
});
