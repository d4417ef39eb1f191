import type { ReactNode } from 'react';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { partly, showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import PlansPage from './plans-page.tsx';

const search: { next?: string } = {};
vi.mock('@tanstack/react-router', async (original) => ({ ...(await original<object>()), useSearch: () => search }));
vi.mock('#frontend/features/billing/plans/plan-choice.tsx', () => ({
  PlanChoice: ({ free }: { free?: ReactNode }) => free,
  PlanIntro: () => null,
}));

it('PLAN-11 the free plan leads a visitor to the form of a new account, and back to where they came from', async () => {
  stubServer(() => partly({}));
  search.next = '/market';
  await showScreen(<PlansPage />);
  const [link] = await screen.findAllByRole('link', { name: 'Start with Free Plan: Continue with Free Account' });
  expect(link!.getAttribute('href')).toBe('/sign-in?mode=create&next=%2Fmarket');
});
