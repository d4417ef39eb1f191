import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { enterSession } from '#frontend/lib/session/session.ts';
import { showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { aUser } from '#frontend/testing/user.factory.ts';
import { Face } from '#frontend/ui/faces.tsx';
import { LeaderboardView } from './leaderboard-view.tsx';

it('counts the viewer first, then lists all with plain figures', async () => {
  enterSession({ access_token: 'a', refresh_token: 'r', user: aUser() });
  const leaderboard = [
    { place: 1, name: 'Amina', points: 650, mine: false, is_sample: true },
    { place: 2, name: 'Ines', points: 400, mine: true, is_sample: false },
  ];
  stubServer(() => ({ body: { leaderboard, me: { points: 400, display_name: 'Ines', allowed: true } } }));
  await showScreen(<LeaderboardView userId="user-1" />);
  const own = await screen.findByRole('region', { name: 'You' });
  expect(own.textContent).toMatch(/^IPlace 2With 251 more points you pass Amina\. A completed lesson brings 25 points, a new course 200\./);
  // samples are marked once, not in every name
  screen.getByText('Some names are sample data.');
  const list = screen.getByRole('list');
  expect(own.compareDocumentPosition(list) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  expect(within(list).queryByText(/Points: /)).toBeNull();
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([expect.stringMatching(/^1AAmina.*650$/), expect.stringMatching(/^2IInes.*400$/)]);
  // others have the colour of the name they chose, because that of their account would reveal who is behind it
  const colors = [...document.querySelectorAll<HTMLElement>('.MuiAvatar-root')].map(({ style }) => style.backgroundColor);
  expect(colors[2]).toBe(colors[0]);
  cleanup();
  await showScreen(<Face name="Amina" userId={null} />);
  expect(document.querySelector<HTMLElement>('.MuiAvatar-root')!.style.backgroundColor).toBe(colors[1]);
});

it('shows an unlisted user their rank, and asks for a name if there is none', async () => {
  enterSession({ access_token: 'a', refresh_token: 'r', user: aUser() });
  const row = { name: 'Amina', mine: false, is_sample: false };
  const sent = stubServer(() => ({
    body: { leaderboard: [{ ...row, place: 1, points: 650 }], me: { points: 815, display_name: null, allowed: true } },
  }));
  await showScreen(<LeaderboardView userId="user-1" />);
  const own = await screen.findByRole('region', { name: 'You' });
  within(own).getByText('You would be first!');
  expect(own.textContent).toContain('Nobody has more points yet.');
  expect(screen.queryByText('Some names are sample data.')).toBeNull();
  fireEvent.click(within(own).getByRole('button', { name: 'Join the leaderboard' }));
  await within(own).findByText('Please fill in this field.');
  expect(sent.every(({ method }) => method === 'GET')).toBe(true);
  cleanup();
  // a hundred users are listed, and all of them have more points
  stubServer(() => ({ body: { leaderboard: [{ ...row, place: 1, points: 650 }], me: { points: 0, display_name: null, allowed: true } } }));
  await showScreen(<LeaderboardView userId="user-1" />);
  await screen.findByText('Not listed');
});
