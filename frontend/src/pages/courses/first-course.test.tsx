import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aListing, aMarketPage } from '#frontend/features/market/market.factory.ts';
import { partly, showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { FirstCourse } from '../courses-page.tsx';

it('CRS-04 welcomes a user without courses, and leads to the question, the builder and the community', async () => {
  stubServer(() => partly(aMarketPage([aListing(1, { id: 'free-1', title: 'Tides', price: 0 })])));
  await showScreen(<FirstCourse />);
  expect(await screen.findByRole('heading', { name: 'Welcome to Your Learning Journey!' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Choose your first course' }).getAttribute('href')).toBe('/welcome');
  expect(screen.getByRole('link', { name: 'Open AI Builder' }).getAttribute('href')).toBe('/create');
  expect(screen.getByRole('link', { name: 'Open Community' }).getAttribute('href')).toBe('/community');
  expect((await screen.findByRole('link', { name: 'Tides' })).getAttribute('href')).toBe('/market/free-1');
});
