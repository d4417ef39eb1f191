import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { enterSession } from '#frontend/lib/session/session.ts';
import { showScreen } from '#frontend/testing/show-screen.tsx';
import { aUser } from '#frontend/testing/user.factory.ts';
import { ProviderReturn } from './provider-return.tsx';

it.each([
  [false, 'You are not signed in', 'Back to signing in', '/sign-in'],
  [true, 'Google was not added', 'Go to your account', '/account'],
])('a user who cancels at the provider is told so and led back (signed in: %s)', async (isSignedIn, title, way, address) => {
  if (isSignedIn) enterSession({ access_token: 'a', refresh_token: 'r', user: aUser() });
  await showScreen(
    <ProviderReturn provider="google" answer={new URLSearchParams('error=access_denied')} onEntered={vi.fn()} onLinked={vi.fn()} />,
  );
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
  expect(screen.getByText('Google did not sign you in.')).toBeTruthy();
  expect(screen.getByRole('link', { name: way }).getAttribute('href')).toBe(address);
});
