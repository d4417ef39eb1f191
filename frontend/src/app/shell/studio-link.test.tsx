import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showScreen } from '#frontend/testing/show-screen.tsx';
import { StudioLink } from './header.tsx';

it('SHELL-06 CRE-01 the header leads into the Creator Studio, and from every screen of it back to the app', async () => {
  const { address } = await showScreen(<StudioLink />);
  const way = screen.getByRole('link', { name: 'Creator Studio' });
  expect(way.getAttribute('title')).toBe('Creator Studio');
  fireEvent.click(way);
  const back = await screen.findByRole('link', { name: 'Back to app' });
  expect(address()).toBe('/studio');
  fireEvent.click(back);
  await waitFor(() => expect(address()).toBe('/create'));
});

it.each(['/studio/create', '/studio/courses/c-1/edit', '/Studio/', '/studio?months=6'])('CRE-01 %s is the studio', async (at) => {
  await showScreen(<StudioLink />, at);
  expect(screen.getByRole('link').textContent).toBe('Back to app');
});

it.each(['/studios', '/courses/studio', '/create'])('CRE-01 %s is not', async (at) => {
  await showScreen(<StudioLink />, at);
  expect(screen.getByRole('link').textContent).toBe('Creator Studio');
});
