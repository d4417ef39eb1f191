import { startTransition, useEffect, useRef, useState } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { LoadingScreen, storageWarning } from '#frontend/app/loading-screen.tsx';
import { router } from '#frontend/app/router.tsx';
import { useTextLanguage } from '#frontend/lib/language.ts';
import { setOpenCourse } from '#frontend/lib/courses/open-course.ts';
import { queryClient } from '#frontend/lib/query-client.ts';
import { checkSession, getSession, useSession } from '#frontend/lib/session/session.ts';
import { toast } from '#frontend/lib/toast.ts';
import { isStorageAvailable, readSession } from '#frontend/lib/session/token-store.ts';
import { forgetAppliedSettings } from '#frontend/lib/preferences/applied-settings.ts';
import { useContrastOnFirstVisit } from '#frontend/theme/scheme-choice.ts';

/** When the user changes, drops all cached state of the previous user and navigates to where the new state belongs (ROOT-04). */
function useFollowSession(): void {
  const { status, user } = useSession();
  const userId = user?.user_id ?? null;
  const seen = useRef({ status, userId });
  useEffect(() => {
    const before = seen.current;
    seen.current = { status, userId };
    if (before.userId !== null && before.userId !== userId) {
      queryClient.clear();
      setOpenCourse(null);
      forgetAppliedSettings();
    }
    if (before.status === 'signed-in' && status === 'signed-out') {
      // A deliberate sign-out leads to the landing page. After one by the server, the route guard asks to sign in and returns here.
      if (readSession().wasRefused) void router.invalidate();
      else void router.navigate({ to: '/' });
    }
  }, [status, userId]);
}

/** Fetches the files of the first screen; the router reports their errors when it shows them. */
function fetchFirstScreen(): void {
  const { routesById } = router;
  for (const { routeId } of router.matchRoutes(router.latestLocation))
    router.loadRouteChunk(routesById[routeId as keyof typeof routesById])?.catch(() => undefined);
}

/**
 * Verifies the session once per page load. Returns whether the router can be rendered: with a stored session only after the check and with the
 * first screen loaded, so that no empty page comes between it and the loading screen.
 */
function useStart(): boolean {
  const [isReady, setReady] = useState(() => getSession().status !== 'checking');
  useEffect(() => {
    if (!isStorageAvailable()) toast('warning', storageWarning());
    const isFirst = getSession().status === 'checking';
    const start = async () => {
      // side by side: a phone waits for both
      if (isFirst) fetchFirstScreen();
      await checkSession();
      // the router reports load errors itself
      if (isFirst) await router.load().catch(() => undefined);
      // rendered in slices: a phone answers touches between them
      startTransition(() => setReady(true));
    };
    void start();
  }, []);
  return isReady;
}

export function App() {
  const { status } = useSession();
  const language = useTextLanguage();
  useContrastOnFirstVisit();
  const isReady = useStart();
  useFollowSession();
  return (
    <QueryClientProvider client={queryClient}>
      {status === 'checking' || !isReady ? <LoadingScreen /> : <RouterProvider key={language} router={router} />}
    </QueryClientProvider>
  );
}
