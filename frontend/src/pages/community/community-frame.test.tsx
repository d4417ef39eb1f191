import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { enterSession } from '#frontend/lib/session/session.ts';
import { partly, showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { aUser } from '#frontend/testing/user.factory.ts';
import { CommunityPage } from './community-frame.tsx';

beforeEach(() => {
  enterSession({ access_token: 'a', refresh_token: 'r', user: aUser() });
});

/** Renders a screen of the community for a user with this number of hidden texts. @returns the captions of its tabs */
async function tabsWith(texts: number, suspension: object | null = null): Promise<(string | null)[]> {
  const text = { subject_type: 'post', text: '', state: 'removed', written_at: '2026-11-20T10:00:00Z', note: '', appeal: null };
  const sent = stubServer(() =>
    partly({ texts: Array.from({ length: texts }, (_, at) => ({ ...text, subject_id: `p${at}` })), suspension }),
  );
  await showScreen(<CommunityPage title="Community">Words</CommunityPage>);
  const tabs = within(await screen.findByRole('navigation', { name: 'Community' }));
  await screen.findByText(texts > 0 || suspension !== null ? 'Hidden texts' : 'Leaderboard');
  expect(sent.map(({ path }) => path)).toEqual(['/api/moderation/own']);
  return tabs.getAllByRole('link').map(({ textContent }) => textContent);
}

const PLACES = ['Community', 'Discussions', 'Study groups', 'Live chat', 'Study rooms', 'People', 'Nearby', 'Leaderboard'];

it('has no tab of hidden texts for a user without any', async () => {
  expect(await tabsWith(0)).toEqual(PLACES);
});

it('has one with their number for a user whose texts moderators hide', async () => {
  expect(await tabsWith(2)).toEqual([...PLACES, 'Hidden texts2']);
});

it('has one for a user whose writing is suspended', async () => {
  expect(await tabsWith(0, { until: '2026-12-01T00:00:00Z', note: '' })).toEqual([...PLACES, 'Hidden texts']);
});
