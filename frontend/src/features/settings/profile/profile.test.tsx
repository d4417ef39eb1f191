import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Profile } from '#contract/settings/profile.contract.ts';
import { enterSession, getSession } from '#frontend/lib/session/session.ts';
import { getNotices } from '#frontend/lib/toast.ts';
import { brokenAnswer, problem } from '#contract/platform/mocked-answer.factory.ts';
import { showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { aUser } from '#frontend/testing/user.factory.ts';
import PersonalDialogs from '../personal-dialogs.tsx';
import { aProfile } from '../profile.factory.ts';
import { ProfileView } from './profile-view.tsx';

let stored: Profile;
let refusal: ReturnType<typeof problem> | null;

/** A server with one user, which accepts changes. */
const serve = () =>
  stubServer(({ method, path, body }) => {
    if (refusal) return refusal;
    if (method === 'GET' && path === '/api/user/profile/complete') return { body: { profile: stored } };
    if (method !== 'PATCH') return brokenAnswer('nothing is said of other calls', 404, {});
    stored = { ...stored, ...(body as Partial<Profile>) };
    const { first_name, last_name, bio } = stored;
    return { body: { message: 'ok', user: aUser({ first_name, last_name }), bio } };
  });
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })));
const toasts = () => getNotices().map(({ kind, text }) => `${kind}: ${text}`);

beforeEach(() => {
  stored = aProfile();
  refusal = null;
  enterSession({ access_token: 'a', refresh_token: 'r', user: aUser() });
});

describe('Edit Your Bio', () => {
  const open = async () => {
    const sent = serve();
    const { address } = await showScreen(<PersonalDialogs dialog="bio" />);
    const dialog = await screen.findByRole('dialog', { name: 'Edit Your Bio' });
    return { sent, address, dialog };
  };
  const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Bio' });
  const type = async (text: string) => fireEvent.change(await field(), { target: { value: text } });

  it('PROF-01 counts characters as readers do, and sends nothing that is too long', async () => {
    stored = aProfile({ bio: 'Bees' });
    const { sent, dialog } = await open();
    expect((await field()).value).toBe('Bees');
    within(dialog).getByText('4/300 characters');
    await type('👩‍👩‍👧 é');
    within(dialog).getByText('3/300 characters');
    await type('x'.repeat(301));
    expect((await field()).getAttribute('aria-invalid')).toBe('true');
    within(dialog).getByText('301/300 characters: 1 too many');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save Bio' }).disabled).toBe(true);
    await type('x'.repeat(300));
    await press('Save Bio');
    await waitFor(() => expect(sent.some(({ method, body }) => method === 'PATCH' && (body as Profile).bio.length === 300)).toBe(true));
  });

  it('PROF-02 saves on the server, says so, closes, and keeps no draft', async () => {
    await open();
    await type('I keep bees.');
    expect(localStorage.getItem('user-bio:user-1')).toBe('I keep bees.');
    await press('Save Bio');
    await waitFor(() => expect(toasts()).toEqual(['success: Bio updated']));
    expect(stored.bio).toBe('I keep bees.');
    expect(localStorage.getItem('user-bio:user-1')).toBeNull();
  });

  it('PROF-01 keeps the typed text in this browser, per user, until it is saved', async () => {
    await open();
    await type('Half a');
    cleanup();
    refusal = problem('service.unavailable', 'Not now.');
    await open();
    expect((await field()).value).toBe('Half a');
    await press('Save Bio');
    await screen.findByText('Not now. Your text is saved in this browser.');
    expect(localStorage.getItem('user-bio:user-1')).toBe('Half a');
    expect(localStorage.getItem('user-bio')).toBeNull();
    expect(toasts()).toEqual([]);
  });

  it('offers to retry when it could not be loaded', async () => {
    refusal = problem('access.denied', 'Not now.');
    await open();
    await screen.findByText('Your bio could not be loaded');
    refusal = null;
    await press('Try again');
    await field();
  });
});

describe('View Profile', () => {
  it('SHELL-09 shows the pool of an organisation beside the tokens of one’s own, never their sum', async () => {
    stored = aProfile({ tokens: { ...aProfile().tokens, organisation_available: 2_000_000, organisation_name: 'State University' } });
    serve();
    await showScreen(<ProfileView userId="user-1" />);
    const pool = await screen.findByText('2,000,000 of State University');
    expect(pool.previousElementSibling?.textContent).toBe('45');
  });

  it('SHELL-09 shows plan, tokens and learning figures', async () => {
    stored = aProfile({ bio: 'I keep bees.', subscription: { ...aProfile().subscription, plan: 'Premium', status: 'active' } });
    serve();
    await showScreen(<ProfileView userId="user-1" />);
    await screen.findByText('I keep bees.');
    const facts = screen.getAllByRole('term').map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`);
    expect(facts).toEqual(['Plan: Premium', 'Tokens: 45', 'Courses: 3', 'Completed courses: 1', 'Points: 120']);
    screen.getByText('Active');
    screen.getByText('Member since Nov 1, 2026');
  });

  it('SET-10 saves the name, and the session has it at once', async () => {
    const sent = serve();
    await showScreen(<ProfileView userId="user-1" />);
    const first = await screen.findByRole('textbox', { name: 'First name' });
    fireEvent.change(first, { target: { value: ' \u200b' } });
    await press('Save the name');
    expect(first.getAttribute('aria-invalid')).toBe('true');
    fireEvent.change(first, { target: { value: 'Inés' } });
    await press('Save the name');
    await screen.findByText('Saved.');
    expect(sent.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([{ first_name: 'Inés', last_name: 'Moreno' }]);
    expect(getSession().user?.first_name).toBe('Inés');
  });

  it('SET-09 shows the address, which cannot be changed', async () => {
    serve();
    await showScreen(<ProfileView userId="user-1" />);
    const email = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Email' });
    expect([email.value, email.readOnly]).toEqual(['ines@example.com', true]);
    screen.getByText('Email cannot be changed for security reasons');
  });

  it('says that a text is not saved yet, and offers to retry', async () => {
    localStorage.setItem('user-bio:user-1', 'Half a');
    refusal = problem('access.denied', 'Not now.');
    serve();
    await showScreen(<ProfileView userId="user-1" />);
    await screen.findByText('Your profile could not be loaded');
    refusal = null;
    await press('Try again');
    await screen.findByText('You have an unsaved draft in this browser.');
  });
});
