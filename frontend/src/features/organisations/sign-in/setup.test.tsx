import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { aConnection, aSetup } from './setup.factory.ts';
import { SetupView } from './setup-view.tsx';
import { SignInTest } from './sign-in-test.tsx';

it('names the missing steps before enforcement, and asks before it', async () => {
  const sent = stubServer(() => ({ body: aSetup({ connection: aConnection({ mode: 'enforced' }) }) }));
  const missing = aSetup({ connection: aConnection({ tested_at: null }), domains: [], owner_has_way_in: false });
  const { unmount } = await showScreen(<SetupView userId="u-1" name="Green School" setup={missing} />);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Enforced' }).disabled).toBe(true);
  for (const what of ['Test the connection first.', 'Verify a domain first.', /^An owner must first turn on two-step/])
    expect(screen.getByText(what)).toBeTruthy();
  unmount();
  await showScreen(<SetupView userId="u-1" name="Green School" setup={aSetup()} />);
  fireEvent.click(screen.getByRole('radio', { name: 'Enforced' }));
  expect(sent).toEqual([]);
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Enforce it' }));
  await waitFor(() => expect(sent[0]).toMatchObject({ method: 'PUT', path: '/api/organisation/sign-in/mode', body: { mode: 'enforced' } }));
});

it('shows failures with advice, expiring certificates, and a missing record', async () => {
  const soon = new Date(Date.now() + 5 * 86_400_000).toISOString();
  const connection = aConnection({
    certificates: [{ fingerprint: 'cd', starts_at: soon, ends_at: soon }],
    metadata_problem: 'it answered 503',
  });
  const [domain] = aSetup().domains;
  await showScreen(
    <SetupView userId="u-1" name="Green School" setup={aSetup({ connection, domains: [{ ...domain!, missing_since: soon }] })} />,
  );
  expect(screen.getByText(/^The response was meant for another service/)).toBeTruthy();
  expect(screen.getByText(/^Every certificate expires within 30 days/)).toBeTruthy();
  expect(screen.getByText(/it answered 503/)).toBeTruthy();
  expect(screen.getByText(/^The record has been missing since/)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Value').value).toBe('coursewright-verification=secret');
});

it('warns before a change that an enforced sign-in becomes an offered one', async () => {
  const [enforced, offered] = [aConnection({ mode: 'enforced' }), aConnection({ mode: 'offered' })];
  for (const connection of [offered, enforced]) {
    const { unmount } = await showScreen(<SetupView userId="u-1" name="Green School" setup={aSetup({ connection })} />);
    fireEvent.click(screen.getByRole('button', { name: 'Change' }));
    expect(screen.queryByText(/^Saving makes the sign-in optional/) !== null).toBe(connection === enforced);
    unmount();
  }
});

it('lets people of a verified domain join by themselves, if that is enabled', async () => {
  const sent = stubServer(() => ({ body: aSetup() }));
  await showScreen(<SetupView userId="u-1" name="Green School" setup={aSetup()} />);
  fireEvent.click(screen.getByLabelText(/^People with an address at this domain can join on their own/));
  const path = '/api/organisation/domains/green-school.example';
  await waitFor(() => expect(sent[0]).toMatchObject({ method: 'PUT', path, body: { joins: true } }));
});

it('sends the fields of the chosen kind of provider, by a short name derived from the organisation’s, and shows the server’s problem at the field', async () => {
  const refusal = { message: 'Please enter a public address that begins with https://.', path: 'issuer' };
  const sent = stubServer(() => problem('validation.failed', refusal.message, { errors: [refusal] }));
  await showScreen(<SetupView userId="u-1" name="Green School" setup={aSetup({ connection: null, failures: [] })} />);
  const type = (label: RegExp | string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
  type(/^Issuer/, 'http://10.0.0.1');
  type(/^Client id/, 'client');
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Save' })));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]!.body).toMatchObject({ kind: 'oidc', slug: 'green-school', issuer: 'http://10.0.0.1', client_id: 'client', joins: true });
  expect((await screen.findAllByText(refusal.message)).length).toBeGreaterThan(0);
});

it('asks for the domains of an organisation where all share an issuer, and only there', async () => {
  const sent = stubServer(() => ({ body: aSetup() }));
  await showScreen(<SetupView userId="u-1" name="Green School" setup={aSetup({ connection: null, failures: [] })} />);
  const type = (label: RegExp | string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
  type(/^Client id/, 'client');
  type(/^Issuer/, 'https://school.okta.com');
  expect(screen.queryByLabelText(/^Your domains at/)).toBeNull();
  type(/^Issuer/, 'https://accounts.google.com');
  expect(screen.getByText(/All organisations of Google share this address/)).toBeTruthy();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Save' })));
  expect((await screen.findAllByText('This field is required.')).length).toBeGreaterThan(0);
  type(/^Your domains at Google/, 'school.example, green.example');
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Save' })));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]!.body).toMatchObject({ issuer: 'https://accounts.google.com', tenants: ['school.example', 'green.example'] });
});

it('shows the claims of a test, and their effect', async () => {
  stubServer(() => ({
    body: {
      problem: null,
      issuer: 'https://idp.example',
      subject: 'mia',
      email: 'mia@green-school.example',
      first_name: 'Mia',
      last_name: null,
      role: 'teacher',
      attributes: [
        { name: 'groups', values: ['staff', 'all'], taken_as: 'role', why: null },
        { name: 'upn', values: ['SCHOOL\\mia'], taken_as: null, why: 'no_address' },
      ],
      outcome: 'asks_for_proof',
    },
  }));
  await showScreen(<SignInTest arrival="a" />);
  expect(await screen.findByText(/^It works. The person would be asked to sign in/)).toBeTruthy();
  for (const text of ['mia', 'Teacher', 'Not sent', /staff.*all/, 'Used as the role', 'Not used: it is not an email address.'])
    expect(screen.getByText(text)).toBeTruthy();
});

it('shows a provider’s text as a quotation, beside our own', async () => {
  const words = 'AADSTS50105: not assigned';
  const failure = {
    reason: 'provider_error' as const,
    count: 1,
    last_at: '2026-12-03T08:00:00.000Z',
    last_detail: 'it answered access_denied',
    last_words: words,
  };
  await showScreen(<SetupView userId="u-1" name="Green School" setup={aSetup({ failures: [failure] })} />);
  expect(screen.getByText('Your provider wrote:').parentElement!.textContent).toContain(`“${words}”`);
  expect(screen.getByText('it answered access_denied').textContent).not.toContain('AADSTS');
});

it('shows how long a session lasts, and changes it', async () => {
  const sent = stubServer(() => ({ body: aSetup({ connection: aConnection({ idle_hours: 8 }) }) }));
  await showScreen(<SetupView userId="u-1" name="Green School" setup={aSetup()} />);
  expect(screen.getByText('14 days, the default for everyone')).toBeTruthy();
  expect(screen.getByText('90 days, the default for everyone')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Sign out after inactivity'), { target: { value: '8' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  const path = '/api/organisation/sign-in/lifetime';
  await waitFor(() => expect(sent[0]).toMatchObject({ method: 'PUT', path, body: { idle_hours: 8, longest_hours: null } }));
});
