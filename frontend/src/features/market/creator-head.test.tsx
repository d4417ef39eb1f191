import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { enterSession } from '#frontend/lib/session/session.ts';
import { showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { aUser } from '#frontend/testing/user.factory.ts';
import { CreatorHead } from './creator-head.tsx';
import { MarketCard } from './market-course-parts.tsx';
import { aListing } from './market.factory.ts';

const CREATOR = { id: 'creator-1', name: 'Maren Okafor', courses: 3, students: 64, rating: 4.6, rating_count: 9 };
const stubStory = (bio: string | null) =>
  stubServer(() => ({ body: { profiles: bio === null ? [] : [{ user_id: CREATOR.id, name: CREATOR.name, bio }], next: null } }));

describe('a creator’s page starts with the creator', () => {
  it('a name, their own description, and figures about their courses', async () => {
    enterSession({ access_token: 'a', refresh_token: 'r', user: aUser() });
    const sent = stubStory('I keep bees on a roof.');
    await showScreen(<CreatorHead creator={CREATOR} userId="reader-1" />);
    screen.getByRole('heading', { level: 1, name: 'Maren Okafor' });
    await screen.findByText('I keep bees on a roof.');
    expect(sent.map(({ path }) => path)).toEqual(['/api/user-profiles?person=creator-1']);
    expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Courses', 'Students', 'Rating']);
    screen.getByRole('img', { name: '4.6 of 5 (9)' });
    expect(screen.queryByRole('link', { name: 'Edit Bio' })).toBeNull();
  });

  it('loads nothing about them for a visitor', async () => {
    const sent = stubStory('I keep bees on a roof.');
    await showScreen(<CreatorHead creator={CREATOR} userId={null} />);
    expect(sent).toEqual([]);
  });

  it('tells creators themselves where their description comes from', async () => {
    enterSession({ access_token: 'a', refresh_token: 'r', user: aUser() });
    stubStory(null);
    await showScreen(<CreatorHead creator={CREATOR} userId={CREATOR.id} />);
    screen.getByRole('link', { name: 'Edit Bio' });
    screen.getByText(/^Tell learners who you are/);
  });
});

it('a rating is shown once: by the stars, which have the number as their label', async () => {
  await showScreen(<MarketCard course={aListing(1, { rating: 4.5, rating_count: 4 })} />);
  screen.getByRole('img', { name: '4.5 of 5 (4)' });
  expect(screen.queryByText(/of 5/)).toBeNull();
});
