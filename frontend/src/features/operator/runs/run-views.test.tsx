import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { RunView } from '#contract/operator/run-views.contract.ts';
import { checkSession } from '#frontend/lib/session/session.ts';
import { writeSession } from '#frontend/lib/session/token-store.ts';
import { partly, showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { RunViews } from './run-views.tsx';

it('OPS-03: a list is saved as a view with the account, and removed again', async () => {
  const user = { user_id: 'u-olu', roles: ['operator'] };
  let views: RunView[] = [];
  const sent = stubServer(({ method, path, body }) => {
    if (path.includes('run-counts')) return partly({ count: 10_000, is_more: true });
    if (!path.includes('run-views')) return partly({ user });
    const { name, find } = body as { name: string; find: string | null };
    if (method === 'PUT') views = find === null ? [] : [{ name, find }];
    return partly({ views });
  });
  writeSession({ accessToken: 'access', user } as never);
  await checkSession();
  await showScreen(<RunViews find="kind=course" />);
  fireEvent.click(await screen.findByRole('button', { name: 'Save this view' }));
  fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: ' Market launch ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  const chip = await screen.findByRole('link', { name: /^Market launch over 10,000/ });
  expect(chip.getAttribute('href')).toBe('/operator/runs?find=kind%3Dcourse');
  fireEvent.click(screen.getByLabelText('Remove the view Market launch'));
  await screen.findByRole('button', { name: 'Save this view' });
  expect(sent.flatMap(({ method, body }) => (method === 'PUT' ? [body] : []))).toEqual([
    { name: 'Market launch', find: 'kind=course' },
    { name: 'Market launch', find: null },
  ]);
});
