import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { AUDIT_ACTS } from '#contract/organisations/audit.contract.ts';
import { showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { aChange } from './audit.factory.ts';
import { AuditView } from './audit-view.tsx';
import { actWords, actorWords } from './audit-words.ts';

it('shows who changed what, from where, and offers all of it as a table', async () => {
  stubServer(() => ({ body: { entries: [aChange()], next_before: null } }));
  await showScreen(<AuditView userId="u-1" />);
  expect(await screen.findByText('Bo Lin became Administrator. Before: Member')).toBeTruthy();
  expect(screen.getByText(/^Ada Okafor, from Firefox on Linux · /)).toBeTruthy();
  expect(screen.getByRole('link', { name: /CSV/ }).getAttribute('href')).toBe('/api/organisation/audit.csv');
});

it('has words for every act and actor', () => {
  for (const act of Object.values(AUDIT_ACTS).flat()) expect(actWords(aChange({ act })), act).not.toBe('');
  const who = { device: null, actor_name: 'x7Qa' };
  expect(actorWords(aChange({ ...who, actor: 'directory' }))).toBe('The directory, with the token …x7Qa');
  expect(actorWords(aChange({ ...who, actor: 'person', api_key: 'Import' }))).toBe('x7Qa, with the API key Import');
});
