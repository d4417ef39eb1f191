import { onlineManager } from '@tanstack/react-query';
import { cleanup } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

/** Each test begins without what the one before it showed or stored; stubs and spies are taken back by Vitest's configuration. */
afterEach(async () => {
  vi.useRealTimers();
  cleanup();
  onlineManager.setOnline(true);
  // not imported above: a test may have loaded the modules anew
  const [session, toast] = await Promise.all([import('#frontend/lib/session/token-store.ts'), import('#frontend/lib/toast.ts')]);
  session.clearSession();
  toast.clearNotices();
  if (typeof window === 'undefined') return;
  localStorage.clear();
  sessionStorage.clear();
});
