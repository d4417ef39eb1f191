import '@fontsource-variable/atkinson-hyperlegible-next/wght.css';
import './theme/open-zero/open-zero.css';
import '@fontsource-variable/literata/wght.css';
import '@fontsource-variable/vazirmatn/wght.css';
import '@fontsource-variable/atkinson-hyperlegible-mono/wght.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { QueryClientProvider } from '@tanstack/react-query';
import { ErrorBoundary } from 'react-error-boundary';
import { LoadingError } from '#frontend/app/loading-error.tsx';
import { showPreferredLanguage } from '#frontend/lib/language.ts';
import { queryClient } from '#frontend/lib/query-client.ts';
import { withRetries } from '#frontend/lib/texts/retries.ts';
import { AppTheme } from '#frontend/theme/app-theme.tsx';
import { theme } from '#frontend/theme/theme.ts';

// The page that a learning platform opens in a frame: no shell, no router, no session of a signed-in user, and no service worker. A file
// that fails is requested again, because nobody can reload a frame.
const [{ LaunchPage }] = await Promise.all([withRetries(() => import('#frontend/pages/lti/launch-page.tsx')), showPreferredLanguage()]);

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <AppTheme theme={theme}>
      <ErrorBoundary FallbackComponent={LoadingError}>
        <QueryClientProvider client={queryClient}>
          <LaunchPage />
        </QueryClientProvider>
      </ErrorBoundary>
    </AppTheme>
  </StrictMode>,
);
