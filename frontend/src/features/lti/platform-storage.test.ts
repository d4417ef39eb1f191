import { afterEach, describe, expect, it, vi } from 'vitest';
import { keepSecret, takeSecret } from './platform-storage.ts';

const LMS = 'https://lms.example';
const storage = { target: '_parent', origin: LMS };

/** Puts this page into a frame of a platform that answers correctly, from `origin`; messages sent before it listens are lost. */
function insidePlatform(origin = LMS, { listensAfterMs = 0, answersAfterMs = 0 } = {}): Map<string, string> {
  const kept = new Map<string, string>();
  const begun = Date.now();
  const parent = {
    postMessage: (sent: { subject: string; message_id: string; key: string; value?: string }, to: string) => {
      if (to !== LMS || Date.now() - begun < listensAfterMs) return;
      if (sent.subject === 'lti.put_data') kept.set(sent.key, sent.value!);
      const data = { ...sent, subject: `${sent.subject}.response`, value: kept.get(sent.key) };
      const answer = () => window.dispatchEvent(new MessageEvent('message', { data, origin }));
      if (answersAfterMs > 0) setTimeout(answer, answersAfterMs);
      else answer();
    },
  };
  vi.stubGlobal('parent', parent);
  return kept;
}

/** A browser that stores nothing in frames of other sites. */
const withoutStorage = () =>
  vi.stubGlobal('sessionStorage', {
    getItem: () => {
      throw new DOMException('denied', 'SecurityError');
    },
    setItem: () => {
      throw new DOMException('denied', 'SecurityError');
    },
  });

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the secret of a launch', () => {
  it('is stored by the platform, if the browser stores nothing', async () => {
    const kept = insidePlatform();
    withoutStorage();
    expect(await keepSecret(storage, 'state', 'secret')).toBe(true);
    expect([...kept]).toEqual([['lti-state', 'secret']]);
    expect(await takeSecret(storage, 'state')).toBe('secret');
  });

  it('is stored in this tab, once, if the platform offers no storage', async () => {
    expect(await keepSecret({ target: undefined, origin: LMS }, 'state', 'secret')).toBe(true);
    expect(await takeSecret({ target: undefined, origin: LMS }, 'state')).toBe('secret');
    expect(await takeSecret({ target: undefined, origin: LMS }, 'state')).toBeNull();
  });

  it('is stored and found by a platform whose page listens late, and whose answer takes seconds', async () => {
    vi.useFakeTimers();
    const kept = insidePlatform(LMS, { listensAfterMs: 4_000, answersAfterMs: 3_000 });
    withoutStorage();
    const keeping = keepSecret(storage, 'state', 'secret');
    await vi.advanceTimersByTimeAsync(8_000);
    expect([...kept]).toEqual([['lti-state', 'secret']]);
    const taking = takeSecret(storage, 'state');
    await vi.advanceTimersByTimeAsync(8_000);
    expect([await keeping, await taking]).toEqual([true, 'secret']);
  });

  it('does not wait long for a platform that never answers, if this tab stores it', async () => {
    vi.useFakeTimers();
    insidePlatform(LMS, { listensAfterMs: Infinity });
    const keeping = keepSecret(storage, 'state', 'secret');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await keeping).toBe(true);
    expect(await takeSecret(storage, 'state')).toBe('secret');
  });

  it('is not accepted from a page of another origin, and is not stored if neither can store it', async () => {
    vi.useFakeTimers();
    insidePlatform('https://evil.example');
    withoutStorage();
    const [keeping, taking] = [keepSecret(storage, 'state', 'secret'), takeSecret(storage, 'state')];
    await vi.runAllTimersAsync();
    expect([await keeping, await taking]).toEqual([false, null]);
  });
});
