import { STORED_ANSWER } from '#frontend/lib/session/stored-answers-cache.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';

const open = async () => {
  vi.resetModules();
  return import('./connection.ts');
};
const answered = (date: string) => new Headers({ date: new Date(date).toUTCString() });
const NOON = Date.parse('2026-12-01T12:00:00Z');
const HOUR = 3_600_000;
const secondsFrom = (text: string, ms: number) => Math.abs(Date.parse(text) - ms) / 1_000;

beforeEach(() => localStorage.clear());

describe('the own time of an act', () => {
  it.each([
    ['three hours ahead', 3 * HOUR],
    ['three hours behind', -3 * HOUR],
    ['right', 0],
  ])('is by the server’s clock when the device’s is %s', async (_, aheadMs) => {
    const { noteAnswer, actMoment } = await open();
    noteAnswer(answered('2026-12-01T12:00:00Z'), NOON + aheadMs);
    const { at, after } = actMoment(NOON + aheadMs + HOUR);
    expect(secondsFrom(at, NOON + HOUR)).toBeLessThan(2);
    expect(after).toBe('2026-12-01T12:00:00.000Z');
  });

  it('is corrected after a reload without a connection, too', async () => {
    (await open()).noteAnswer(answered('2026-12-01T12:00:00Z'), NOON + HOUR);
    const { actMoment } = await open();
    expect(secondsFrom(actMoment(NOON + 2 * HOUR).at, NOON + HOUR)).toBeLessThan(2);
  });

  it('is never before the last answer: a clock that was set back since does not count', async () => {
    const { noteAnswer, actMoment } = await open();
    noteAnswer(answered('2026-12-01T12:00:00Z'), NOON);
    expect(actMoment(NOON - 20 * HOUR).at).toBe('2026-12-01T12:00:00.000Z');
  });
});

describe('whether the server can be reached', () => {
  it('is what our own server answered, not what the browser says', async () => {
    const { canReach, noteAnswer, noteNoAnswer, subscribeConnection } = await open();
    const heard = vi.fn();
    subscribeConnection(heard);
    noteNoAnswer();
    expect([navigator.onLine, canReach()]).toEqual([true, false]);
    noteAnswer(answered('2026-12-01T12:00:00Z'));
    expect(canReach()).toBe(true);
    expect(heard).toHaveBeenCalledTimes(2);
  });

  it('is not told by an answer that was stored on the device, nor is the time', async () => {
    const { canReach, noteAnswer, noteNoAnswer, actMoment } = await open();
    noteNoAnswer();
    noteAnswer(new Headers({ date: new Date(0).toUTCString(), [STORED_ANSWER]: '1' }));
    expect([canReach(), actMoment().after]).toEqual([false, null]);
  });
});
