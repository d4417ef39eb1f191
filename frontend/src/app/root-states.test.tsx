import { render, screen } from '@testing-library/react';
import { ThemeProvider } from '@mui/material/styles';
import { ErrorBoundary } from 'react-error-boundary';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { LoadingError } from '#frontend/app/loading-error.tsx';
import { noteAnswer, noteNoAnswer } from '#frontend/lib/connection.ts';
import { LoadingScreen } from './app.tsx';
import { enterSession } from '#frontend/lib/session/session.ts';
import { aUser } from '#frontend/testing/user.factory.ts';
import { theme } from '#frontend/theme/theme.ts';

const WARNING = 'Storage not available - some features may not work properly';
const show = (element: React.ReactNode) => render(<ThemeProvider theme={theme}>{element}</ThemeProvider>);

function Broken({ reason }: { readonly reason: unknown }): never {
  throw reason;
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

describe('the loading screen', () => {
  it('ROOT-01 names the product and what is happening', () => {
    show(<LoadingScreen />);
    expect(screen.getByRole('heading').textContent).toBe('Loading Coursewright');
    expect(screen.getByText('Initializing your AI-powered learning experience...')).toBeTruthy();
    expect(screen.queryByText(WARNING)).toBeNull();
  });

  it('ROOT-02 ROOT-03 warns when the local-storage test fails', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('denied');
    });
    show(<LoadingScreen />);
    expect(screen.getByText(WARNING)).toBeTruthy();
  });
});

describe('ROOT-09 the error boundary', () => {
  const boundary = (reason: unknown) =>
    show(
      <ErrorBoundary FallbackComponent={LoadingError}>
        <Broken reason={reason} />
      </ErrorBoundary>,
    );

  it('shows the message and a fresh start', () => {
    boundary(new Error('The map is torn'));
    expect(screen.getByRole('heading').textContent).toBe('Loading Error');
    expect(screen.getByText('The map is torn')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Refresh Page' })).toBeTruthy();
  });

  it('says that the device is offline on a screen that was never opened here, and which courses can be read', async () => {
    enterSession({ access_token: 'a', refresh_token: 'r', user: aUser() });
    const stored = new Map([
      ['https://x.org/api/courses/user-1/c1', { course: { title: 'Bees on a roof' } }],
      ['https://x.org/api/courses/saved/user-1', { courses: [] }],
    ]);
    vi.stubGlobal('caches', {
      open: async (name: string) => ({
        keys: async () => (name === 'reading-user-1' ? [...stored.keys()].map((url) => ({ url })) : []),
        match: async ({ url }: { url: string }) => ({ json: async () => stored.get(url) }),
      }),
    });
    noteNoAnswer();
    const missing = new TypeError('Failed to fetch dynamically imported module: https://x.org/assets/community.js');
    const { unmount } = boundary(missing);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('You’re offline');
    expect(screen.queryByText(/dynamically imported/)).toBeNull();
    expect((await screen.findByRole('link', { name: 'Bees on a roof' })).getAttribute('href')).toBe('/courses/c1');
    unmount();
    // with a connection, a missing file is an error, in our words instead of the browser's
    noteAnswer(new Headers());
    boundary(missing);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Loading Error');
    expect(screen.getByText(/^A part of this page could not be loaded: a new version may have replaced it/)).toBeTruthy();
    expect(screen.queryByText(/https:/)).toBeNull();
  });

  it("shows 'Unknown error' when there is none", () => {
    boundary(new Error(''));
    expect(screen.getByText('Unknown error')).toBeTruthy();
  });
});
