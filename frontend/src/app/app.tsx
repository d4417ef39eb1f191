import { useEffect, useRef } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { LoadingScreen, storageWarning } from '#frontend/app/loading-screen.tsx';
import { preloadCurrentScreen, router } from '#frontend/app/router.tsx';
import { useTextLanguage } from '#frontend/lib/language.ts';
import { setOpenCourse } from '#frontend/lib/courses/open-course.ts';
import { queryClient } from '#frontend/lib/query-client.ts';
import { checkSession, useSession } from '#frontend/lib/session/session.ts';
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

/** Runs once per page load. */
function useStart(): void {
  useEffect(() => {
    preloadCurrentScreen();
    if (!isStorageAvailable()) toast('warning', storageWarning());
    void checkSession();
  }, []);
}

export function App() {
  const { status } = useSession();
  const language = useTextLanguage();
  useContrastOnFirstVisit();
  useStart();
  useFollowSession();
  return (
    <QueryClientProvider client={queryClient}>
      {status === 'checking' ? <LoadingScreen /> : <RouterProvider key={language} router={router} />}
    </QueryClientProvider>
  );
}
