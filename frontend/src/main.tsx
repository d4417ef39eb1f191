import '@fontsource-variable/atkinson-hyperlegible-next/wght.css';
import '@fontsource-variable/literata/wght.css';
import '@fontsource-variable/vazirmatn/wght.css';
import '@fontsource-variable/atkinson-hyperlegible-mono/wght.css';
// evaluated in this order, with a pause between them: all in one task would block a phone for a third of a second
import { startTransition, StrictMode } from 'react';
import { rootAt } from '#frontend/start/root.ts';
import '#frontend/start/pause-before-components.ts';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import '#frontend/start/pause-before-theme.ts';
import { theme } from '#frontend/theme/theme.ts';
import '#frontend/start/pause-before-screens.ts';
import '#frontend/app/frame-routes.ts';
import '#frontend/start/pause-before-router.ts';
import { preloadCurrentScreen } from '#frontend/app/router.tsx';
import { ErrorBoundary } from 'react-error-boundary';
import { App } from '#frontend/app/app.tsx';
import { LoadingError } from '#frontend/app/loading-error.tsx';
import { nextTask } from '#frontend/start/next-task.ts';
import { applyAccessibilityPreferences } from '#frontend/lib/preferences/accessibility-preferences.ts';
import { showPreferredLanguage } from '#frontend/lib/language.ts';

/** Loads the forced-colours rules only where that mode is on. */
async function themeOfMachine() {
  if (!matchMedia('(forced-colors: active)').matches) return theme;
  return (await import('#frontend/theme/forced-colours.ts')).withForcedColours(theme);
}

await nextTask();
preloadCurrentScreen();
await nextTask();
applyAccessibilityPreferences();
const [appliedTheme] = await Promise.all([themeOfMachine(), showPreferredLanguage()]);
// a market page has no root element: it stays until the app replaces it (documents/start-market.ts)
const root = document.getElementById('root') ?? document.createElement('div');
root.id = 'root';
if (!root.isConnected) dispatchEvent(new CustomEvent('app', { detail: root }));

startTransition(() =>
  rootAt(root).render(
    <StrictMode>
      <ThemeProvider theme={appliedTheme} defaultMode="system" noSsr disableTransitionOnChange>
        <CssBaseline enableColorScheme />
        <ErrorBoundary FallbackComponent={LoadingError}>
          <App />
        </ErrorBoundary>
      </ThemeProvider>
    </StrictMode>,
  ),
);

await nextTask();
// the first NumberFormat of a page takes 15 ms: here, while the session is being verified, rather than within the first screen with a figure
new Intl.NumberFormat();
