import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { rememberedOrganisation, rememberOrganisation, storePlaceBefore } from '#frontend/lib/session/organisation-way.ts';
import { enterSession } from '#frontend/lib/session/session.ts';
import { clearSession } from '#frontend/lib/session/token-store.ts';
import { showScreen, stubServer, type Answer } from '#frontend/testing/show-screen.tsx';
import { aUser } from '#frontend/testing/user.factory.ts';
import { AskSilently } from './ask-silently.tsx';
import { OrganisationReturn } from './organisation-return.tsx';
import { OrganisationStart } from './organisation-start.tsx';

const SESSION = { access_token: 'a', refresh_token: 'r', user: aUser(), next: '/notes' };

async function come(query: string, answers: readonly Answer[]) {
  const [onEntered, onTest] = [vi.fn(), vi.fn()];
  let place = 0;
  const sent = stubServer(() => answers[Math.min(place++, answers.length - 1)]!);
  await showScreen(
    <OrganisationReturn connectionId="c" answer={new URLSearchParams(query)} terms={null} onTest={onTest} onEntered={onEntered} />,
  );
  return { onEntered, onTest, sent };
}

it('a new user accepts the terms, and arrives at the requested page', async () => {
  const { onEntered, sent } = await come('arrival=x', [problem('auth.terms_needed', 'You are new here.'), { body: SESSION }]);
  await screen.findByText('You are new here.');
  fireEvent.click(screen.getByRole('button', { name: 'Create account' }));
  expect(sent).toHaveLength(1);
  fireEvent.click(screen.getByLabelText(/^I accept the terms/));
  fireEvent.click(screen.getByRole('button', { name: 'Create account' }));
  await waitFor(() => expect(onEntered).toHaveBeenCalledWith('/notes'));
  expect(sent[1]!.body).toEqual({ arrival: 'x', terms_accepted: true });
});

it('a user with an unconfirmed address signs in once, and connects only by a press', async () => {
  const proof = problem('auth.proof_needed', 'Sign in to your account once.');
  const { sent } = await come('arrival=x', [proof]);
  const link = await screen.findByRole('link', { name: 'Sign in to my account' });
  expect(link.getAttribute('href')).toContain(encodeURIComponent('/sign-in/organisation/c?arrival=x'));
  expect(sent).toHaveLength(1);
});

it('a signed-in user connects by a press', async () => {
  enterSession({ access_token: 'a', refresh_token: 'r', user: aUser() });
  const { onEntered, sent } = await come('arrival=x', [problem('auth.proof_needed', 'Sign in once.'), { body: { next: null } }]);
  fireEvent.click(await screen.findByRole('button', { name: 'Connect this account' }));
  await waitFor(() => expect(onEntered).toHaveBeenCalledWith(null));
  expect(sent[1]).toMatchObject({ path: '/api/auth/linked-organisation', body: { arrival: 'x' } });
});

it('shows why a user is not admitted, with a way to continue', async () => {
  await come('refused=not_asked', []);
  expect(await screen.findByText(/^This sign-in was not started here/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Back to signing in' })).toBeTruthy();
});

it('a test signs nobody in', async () => {
  const { onTest, sent } = await come('arrival=x&test=1', []);
  await waitFor(() => expect(onTest).toHaveBeenCalledWith('x'));
  expect(sent).toEqual([]);
});

it('an unknown organisation is reported as such', async () => {
  stubServer(() => ({ body: { found: null } }));
  await showScreen(<OrganisationStart typed="mia@nowhere.example" next="/notes" onBack={vi.fn()} />);
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText(/^We found no organisation with its own sign-in/)).toBeTruthy();
});

it('asks the provider again silently when a session from it has ended, and everyone else sees the form', async () => {
  const sent = stubServer(() => ({ body: { url: '#asked-in-silence' } }));
  const form = <AskSilently next="/notes">the form</AskSilently>;
  // a user who has just come from there, or has signed out, is not redirected
  rememberOrganisation('c');
  const { unmount } = await showScreen(form);
  expect(screen.getByText('the form')).toBeTruthy();
  unmount();
  clearSession(true);
  await showScreen(form);
  await waitFor(() => expect(location.hash).toBe('#asked-in-silence'));
  expect(sent).toMatchObject([{ path: '/api/auth/organisation/c/start', body: { silent: true, next: '/notes' } }]);
});

it('a user whom the provider wants to ask continues by one press, to the requested page', async () => {
  rememberOrganisation('c');
  storePlaceBefore('/notes');
  const { sent } = await come('state=s&error=login_required', [
    problem('auth.login_needed', 'Please sign in.'),
    { body: { url: '#asked' } },
  ]);
  fireEvent.click(await screen.findByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(location.hash).toBe('#asked'));
  expect(sent[1]).toMatchObject({ path: '/api/auth/organisation/c/start', body: { next: '/notes' } });
  expect(rememberedOrganisation()).toBe(null);
});

it('remembers the organisation of the last sign-in, until another way is used', async () => {
  const { onEntered } = await come('arrival=x', [{ body: SESSION }]);
  await waitFor(() => expect(onEntered).toHaveBeenCalled());
  expect(rememberedOrganisation()).toBe('c');
  enterSession({ access_token: 'a', refresh_token: 'r', user: aUser() });
  expect(rememberedOrganisation()).toBe(null);
});
