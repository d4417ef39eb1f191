import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { enterSession } from '#frontend/lib/session/session.ts';
import { showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { aUser } from '#frontend/testing/user.factory.ts';
import { LeaderboardView } from './leaderboard-view.tsx';

it('counts who looks at it first, then lists all with bare figures', async () => {
  enterSession({ access_token: 'a', refresh_token: 'r', user: aUser() });
  const leaderboard = [
    { place: 1, name: 'Amina', points: 650, mine: false },
    { place: 2, name: 'Ines', points: 400, mine: true },
  ];
  stubServer(() => ({ body: { leaderboard, me: { points: 400, display_name: 'Ines', allowed: true } } }));
  await showScreen(<LeaderboardView userId="user-1" />);
  const own = await screen.findByRole('region', { name: 'You' });
  expect(own.textContent).toMatch(/^IPlace 2Your points: 400/);
  const list = screen.getByRole('list');
  expect(own.compareDocumentPosition(list) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  expect(within(list).queryByText(/Points: /)).toBeNull();
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([expect.stringMatching(/^1AAmina.*650$/), expect.stringMatching(/^2IInes.*400$/)]);
});
