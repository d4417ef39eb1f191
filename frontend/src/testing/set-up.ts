import { onlineManager } from '@tanstack/react-query';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { mismatches } from './mismatches.ts';

// provided by every browser but not by jsdom: nothing matches a media query, changes its size or scrolls
const MEDIA = { matches: false, addListener() {}, removeListener() {}, addEventListener() {}, removeEventListener() {} };
class NoResizes {
  observe() {}
  unobserve() {}
  disconnect() {}
}
const matchMedia = (media: string) => ({ ...MEDIA, media });
if (typeof window !== 'undefined') {
  Object.assign(window, { matchMedia, ResizeObserver: NoResizes, scrollTo: () => undefined });
  Element.prototype.scrollIntoView = () => undefined;
  // nothing draws on a canvas here; jsdom would log each time that it cannot
  HTMLCanvasElement.prototype.getContext = () => null;
}

// the awaited element appears as soon as the machine has time for it: `vitest.config.ts` measures how much it has
configure({ asyncUtilTimeout: 15_000 * Number(process.env['TESTS_SLOWNESS'] ?? 1) });

/** Each test begins without anything that earlier ones rendered, replaced or stored; Vitest's configuration restores spies. */
afterEach(async () => {
  vi.useRealTimers();
  cleanup();
  vi.unstubAllGlobals();
  onlineManager.setOnline(true);
  // not imported above, because a test may have loaded the modules anew
  const [session, toast] = await Promise.all([import('#frontend/lib/session/token-store.ts'), import('#frontend/lib/toast.ts')]);
  session.clearSession();
  toast.clearNotices();
  const wrong = mismatches.splice(0);
  if (typeof window !== 'undefined') {
    localStorage.clear();
    sessionStorage.clear();
  }
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
});
