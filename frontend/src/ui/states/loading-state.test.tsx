import { render } from '@testing-library/react';
import { ThemeProvider } from '@mui/material/styles';
import { expect, it } from 'vitest';
import { PendingPage } from '#frontend/app/pending-page.tsx';
import { theme } from '#frontend/theme/theme.ts';
import { LoadingState } from './loading-state.tsx';

const placeholders = (element: React.ReactNode) =>
  render(<ThemeProvider theme={theme}>{element}</ThemeProvider>).container.querySelectorAll('[role="status"] .MuiSkeleton-root').length;

it('a part of a screen shows nothing for a short wait, a screen whose code is loading its frame at once', () => {
  expect(placeholders(<LoadingState rows={3} />)).toBe(0);
  expect(placeholders(<PendingPage />)).toBe(6);
});
