import { onlineManager } from '@tanstack/react-query';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// what every page has and jsdom does not implement: nothing matches a media query, changes its size or is scrolled
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
  // drawn on by nobody; jsdom would print that it cannot, each time
  HTMLCanvasElement.prototype.getContext = () => null;
}

// what is looked for is there as soon as the machine has time for it: `vitest.config.ts` measures how much it has
configure({ asyncUtilTimeout: 15_000 * Number(process.env['TESTS_SLOWNESS'] ?? 1) });

/** Each test begins without what the one before it showed, replaced or stored; spies are taken back by Vitest's configuration. */
afterEach(async () => {
  vi.useRealTimers();
  cleanup();
  vi.unstubAllGlobals();
  onlineManager.setOnline(true);
  // not imported above: a test may have loaded the modules anew
  const [session, toast] = await Promise.all([import('#frontend/lib/session/token-store.ts'), import('#frontend/lib/toast.ts')]);
  session.clearSession();
  toast.clearNotices();
  if (typeof window === 'undefined') return;
  localStorage.clear();
  sessionStorage.clear();
});
