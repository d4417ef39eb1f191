import { afterEach, describe, expect, it, vi } from 'vitest';
import { keepSecret, takeSecret } from './platform-storage.ts';

const LMS = 'https://lms.example';
const storage = { target: '_parent', origin: LMS };

/** Makes this page one in a frame of a platform that answers as it should, from `origin`. */
function insidePlatform(origin = LMS): Map<string, string> {
  const kept = new Map<string, string>();
  const parent = {
    postMessage: (sent: { subject: string; message_id: string; key: string; value?: string }, to: string) => {
      if (to !== LMS) return;
      if (sent.subject === 'lti.put_data') kept.set(sent.key, sent.value!);
      const data = { ...sent, subject: `${sent.subject}.response`, value: kept.get(sent.key) };
      window.dispatchEvent(new MessageEvent('message', { data, origin }));
    },
  };
  vi.stubGlobal('parent', parent);
  return kept;
}

/** A browser that keeps nothing in frames of other sites. */
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
  it('is kept by the platform, where the browser keeps nothing', async () => {
    const kept = insidePlatform();
    withoutStorage();
    expect(await keepSecret(storage, 'state', 'secret')).toBe(true);
    expect([...kept]).toEqual([['lti-state', 'secret']]);
    expect(await takeSecret(storage, 'state')).toBe('secret');
  });

  it('is kept in this tab, once, where the platform offers no storage', async () => {
    expect(await keepSecret({ target: undefined, origin: LMS }, 'state', 'secret')).toBe(true);
    expect(await takeSecret({ target: undefined, origin: LMS }, 'state')).toBe('secret');
    expect(await takeSecret({ target: undefined, origin: LMS }, 'state')).toBeNull();
  });

  it('is not taken from a page of another origin, and is not kept where neither keeps it', async () => {
    vi.useFakeTimers();
    insidePlatform('https://evil.example');
    withoutStorage();
    const [keeping, taking] = [keepSecret(storage, 'state', 'secret'), takeSecret(storage, 'state')];
    await vi.runAllTimersAsync();
    expect([await keeping, await taking]).toEqual([false, null]);
  });
});
