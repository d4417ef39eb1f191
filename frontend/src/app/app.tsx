import { startTransition, useEffect, useRef, useState } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import Typography from '@mui/material/Typography';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { keyframes, styled } from '@mui/material/styles';
import { PRODUCT } from '#contract/product.ts';
import { router } from '#frontend/app/router.tsx';
import { aboutProduct } from '#frontend/lib/about.ts';
import { pause } from '#frontend/lib/texts/retries.ts';
import { useTextLanguage } from '#frontend/lib/language.ts';
import { setOpenCourse } from '#frontend/lib/courses/open-course.ts';
import { queryClient } from '#frontend/lib/query-client.ts';
import { checkSession, getSession, useSession } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { isStorageAvailable, readSession } from '#frontend/lib/session/token-store.ts';
import { forgetAppliedSettings } from '#frontend/lib/preferences/applied-settings.ts';
import { FONTS } from '#frontend/theme/tokens.ts';
import { useContrastOnFirstVisit } from '#frontend/theme/scheme-choice.ts';

/** For how long the first screen waits for the facts of the installation, while its session is checked. */
const KNOWN_WITHIN_MS = 2_000;

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
      void queryClient.prefetchQuery(aboutProduct);
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
 * Verifies the session once per page load. Returns whether the router can be rendered: with a stored session only after the check and with
 * the first screen loaded, so that no empty page appears after the loading screen.
 */
function useStart(): boolean {
  const [isReady, setReady] = useState(() => getSession().status !== 'checking');
  useEffect(() => {
    if (!isStorageAvailable()) toast('warning', storageWarning());
    const isFirst = getSession().status === 'checking';
    const start = async () => {
      // in parallel, because a phone would wait for both
      if (isFirst) fetchFirstScreen();
      // what answers here has its name in texts that are not rendered again when it arrives
      const known = Promise.race([queryClient.prefetchQuery(aboutProduct), pause(KNOWN_WITHIN_MS, null)]);
      await checkSession();
      if (isFirst) await known;
      // the router reports load errors itself
      if (isFirst) await router.load().catch(() => undefined);
      // rendered in slices, so that a phone answers touches between them
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

const turn = keyframes({ to: { transform: 'rotate(360deg)' } });
const Spinner = styled('div')(({ theme }) => ({
  position: 'absolute',
  inset: 0,
  borderRadius: '50%',
  border: `2px solid ${theme.vars.palette.line.hairline}`,
  borderBlockStartColor: theme.vars.palette.primary.main,
  // starts late, because sixty frames a second would slow down the start of the app
  animation: `${turn} 1s linear 0.6s infinite`,
  '@media (prefers-reduced-motion: reduce)': { animation: 'none' },
}));
/** The warning shown when the browser provides no storage (ROOT-03). */
const storageWarning = (): string => t('Storage not available - some features may not work properly');

/** Shown while a stored session is checked (ROOT-01), with a warning if the browser refuses storage (ROOT-02). */
export function LoadingScreen() {
  return (
    <Stack component="main" sx={{ minHeight: '100dvh', alignItems: 'center', justifyContent: 'center', gap: 2, padding: 3 }}>
      <Stack role="status" sx={{ alignItems: 'center', gap: 1.5, textAlign: 'center' }}>
        {/* the spinner goes around the mark */}
        <Box sx={{ position: 'relative', width: 96, height: 96, display: 'grid', placeItems: 'center', marginBlockEnd: 1.5 }}>
          <img src="/favicon.svg" alt="" width={52} height={52} />
          <Spinner aria-hidden />
        </Box>
        <Typography variant="h1" sx={{ fontFamily: FONTS.reading, fontWeight: 600 }}>
          {t('Loading {product}', { product: PRODUCT })}
        </Typography>
        <Typography color="textSecondary" sx={{ maxWidth: '34ch', textWrap: 'balance' }}>
          {t('Initializing your AI-powered learning experience...')}
        </Typography>
      </Stack>
      {!isStorageAvailable() && <Alert severity="warning">{storageWarning()}</Alert>}
    </Stack>
  );
}
