import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { UnsubscribeForm } from './unsubscribe-form.tsx';

it.each([
  ['', 'This link is incomplete'],
  ['used', 'This link no longer works'],
])('a mailed link with the token "%s" says so, and leads on', async (token, title) => {
  stubServer(() => problem('auth.link_invalid', 'Gone.'));
  await showScreen(<UnsubscribeForm token={token} />);
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
  expect(screen.getByRole('link').getAttribute('href')).toContain('/settings');
});

it('a user who has unsubscribed gets a link onwards, and can turn the emails back on', async () => {
  stubServer(() => ({ body: { scope: 'reminders', title: null, is_off: true } }));
  await showScreen(<UnsubscribeForm token="good" />);
  expect(await screen.findByRole('heading', { level: 1, name: 'You have unsubscribed' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go home' }).getAttribute('href')).toBe('/');
  expect(screen.getByRole('button', { name: 'Turn back on' })).toBeTruthy();
});
