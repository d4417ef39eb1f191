import '@fontsource-variable/atkinson-hyperlegible-next/wght.css';
import './theme/open-zero/open-zero.css';
import '@fontsource-variable/literata/wght.css';
import '@fontsource-variable/vazirmatn/wght.css';
import '@fontsource-variable/atkinson-hyperlegible-mono/wght.css';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ErrorBoundary } from 'react-error-boundary';
import { App } from '#frontend/app/app.tsx';
import { LoadingError } from '#frontend/app/loading-error.tsx';
import { applyAccessibilityPreferences } from '#frontend/lib/preferences/accessibility-preferences.ts';
import { showPreferredLanguage } from '#frontend/lib/language.ts';
import { AppTheme } from '#frontend/theme/app-theme.tsx';
import { theme } from '#frontend/theme/theme.ts';

/** Loads the rules for forced colours only if that mode is on. */
async function themeOfMachine() {
  if (!matchMedia('(forced-colors: active)').matches) return theme;
  return (await import('#frontend/theme/forced-colours.ts')).withForcedColours(theme);
}

applyAccessibilityPreferences();
const [appliedTheme] = await Promise.all([themeOfMachine(), showPreferredLanguage()]);
// a market page has no root element: it stays until the app replaces it (documents/start-market.ts)
const root = document.getElementById('root') ?? document.createElement('div');
root.id = 'root';
if (!root.isConnected) dispatchEvent(new CustomEvent('app', { detail: root }));

startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <AppTheme theme={appliedTheme}>
        <ErrorBoundary FallbackComponent={LoadingError}>
          <App />
        </ErrorBoundary>
      </AppTheme>
    </StrictMode>,
  ),
);
