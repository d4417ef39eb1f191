import { act, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { enterSession } from '#frontend/lib/session/session.ts';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { showScreen, stubServer, type Answer } from '#frontend/testing/show-screen.tsx';
import { aUser } from '#frontend/testing/user.factory.ts';
import { someStats } from '../figures/figures.factory.ts';
import { studioKey } from '../studio-key.ts';
import { FrameHead, PlaceHeadContext } from '#frontend/ui/frames/frame-head.tsx';
import { STUDIO_HEAD } from './studio-head.tsx';

/** The head of a screen of the studio. */
function StudioHead() {
  return (
    <PlaceHeadContext value={STUDIO_HEAD}>
      <FrameHead title="Payouts" />
    </PlaceHeadContext>
  );
}

beforeEach(() => void enterSession({ access_token: 'a', refresh_token: 'r', user: aUser() }));

it('CRE-01 welcomes by name, summarises this month, and links to a new course', async () => {
  stubServer(() => ({ body: someStats() }));
  await showScreen(<StudioHead />, '/studio');
  expect(screen.getByText('Welcome back, Ines')).toBeTruthy();
  await screen.findByText('$111.00');
  expect(screen.getByText('$111.00').parentElement!.textContent).toContain('Revenue this month: $111.00');
  expect(screen.getByRole('link', { name: 'New Course' }).getAttribute('href')).toBe('/studio/create');
  // one head: the place's line and button are part of the screen's own
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['Payouts']);
});

it('CRE-01 CRE-04 the figures of this month are never zero for lack of a response', async () => {
  let answer = () => problem('internal', 'no') as Answer;
  stubServer(() => answer());
  const { cache } = await showScreen(<StudioHead />, '/studio');
  await screen.findByText('could not be loaded');
  expect(screen.queryByText(/\$/)).toBeNull();
  answer = () => ({ body: someStats() });
  await act(() => cache.invalidateQueries({ queryKey: studioKey('user-1') }));
  await screen.findByText('$111.00');
  answer = () => problem('internal', 'no');
  await act(() => cache.invalidateQueries({ queryKey: studioKey('user-1') }));
  await screen.findByText(/not up to date/);
  expect(screen.getByText('$111.00')).toBeTruthy();
});
