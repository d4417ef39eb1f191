import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import ProfilePanel from '#frontend/app/shell/profile-panel.tsx';
import { enterSession, useSession } from '#frontend/lib/session/session.ts';
import { getNotices } from '#frontend/lib/toast.ts';
import { partly, showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { aUser } from '#frontend/testing/user.factory.ts';

/** Removed together with the user, as in the shell. */
const Menu = () => useSession().user && <ProfilePanel anchor={document.body} onClose={() => undefined} />;
const show = async (joinable: string | null = null) => {
  stubServer(() => partly({ organisation: null, invitations: [], joinable }));
  await showScreen(<Menu />);
  await screen.findByRole('dialog', { name: 'Profile menu' });
};

beforeEach(() => {
  enterSession({ access_token: 'a', refresh_token: 'r', user: aUser() });
});

it('SHELL-05 the profile menu has the specified entries in their order, and additional ones only if they have no other place', async () => {
  await show();
  // the tokens are in the header of a wide window
  const ways = [...screen.getAllByRole('link', { hidden: true }), screen.getByRole('button', { name: 'Sign Out' })];
  expect(ways.map(({ textContent }) => textContent)).toEqual([
    'View Profile',
    'Edit Bio',
    'Settings',
    'Accessibility',
    'Help & Support',
    'Upgrade Plan',
    'Buy Tokens',
    'Billing',
    'Usage',
    'Sign Out',
  ]);
  expect(ways.slice(0, 6).map((way) => way.getAttribute('href'))).toEqual([
    '/profile',
    '/here?dialog=bio',
    '/settings',
    '/here?dialog=accessibility',
    '/here?dialog=help',
    '/here?dialog=journey',
  ]);
  expect(screen.queryByRole('radio'), 'the appearance is a setting').toBeNull();
});

it('SHELL-05 signs out and says so', async () => {
  await show();
  fireEvent.click(screen.getByRole('button', { name: 'Sign Out' }));
  await waitFor(() => expect(getNotices().map(({ text }) => text)).toEqual(['Logged out successfully']));
});

it('leads to the organisation of the person’s address', async () => {
  await show('Fern School');
  expect((await screen.findByRole('link', { name: 'Organisation: you can join' })).getAttribute('href')).toBe('/organisation');
});
