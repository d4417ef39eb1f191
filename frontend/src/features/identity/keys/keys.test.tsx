import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { COURSE_TEXT_PRICE } from '#contract/generation/course-cost.ts';
import type { ApiKey } from '#contract/identity/api-keys.contract.ts';
import { dialogClosed } from '#frontend/testing/dialog-closed.ts';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import KeysSection from './keys-section.tsx';

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
const aKey = (changes: Partial<ApiKey> = {}): ApiKey => ({
  api_key_id: 'k1',
  name: 'Reports',
  ending: 'Ab3d',
  app: null,
  scopes: ['courses:read', 'generate'],
  day_budget: 50,
  spent_today: 12.5,
  networks: ['203.0.113.0/24'],
  created_at: inDays(-10),
  expires_at: inDays(80),
  ended_at: null,
  last_used_at: null,
  calls: 0,
  acts_for: 'Ada Okafor',
  ...changes,
});
const SECRET = `cwk_live_${'x'.repeat(38)}`;

/** A server with keys; creating and revoking keys succeeds. */
function stubKeys(keys: ApiKey[]) {
  return stubServer(({ method }) => {
    if (method === 'POST') return { status: 201, body: { key: aKey(), secret: SECRET } };
    if (method === 'DELETE') return { body: aKey({ ended_at: inDays(0) }) };
    return { body: { keys } };
  });
}
const show = (holder: 'account' | 'organisation' | 'operator' = 'account') => showScreen(<KeysSection userId="u1" holder={holder} />);
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const fill = (label: string | RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe('the list of keys', () => {
  it('shows each key’s permissions, expiry, addresses and usage', async () => {
    stubKeys([
      aKey(),
      aKey({ api_key_id: 'k2', name: 'Old', networks: [], expires_at: inDays(3), last_used_at: inDays(-1), calls: 1, day_budget: 0 }),
      aKey({ api_key_id: 'k3', name: 'Gone', ended_at: inDays(-1) }),
      aKey({ api_key_id: 'k4', name: 'Over', expires_at: inDays(-1) }),
    ]);
    await show();
    const rows = await screen.findAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(
        /Reports cwk_live_…Ab3d.*Read courses.*Generate.*Expires on .*Not used yet.*12\.5 of 50 tokens.*Only from 203\.0\.113\.0\/24/,
      ),
      expect.stringMatching(/Old.*Expires soon, on .*1 call, latest .*Spends no tokens/),
      expect.stringMatching(/Gone.*Revoked on /),
      expect.stringMatching(/Over.*Expired on /),
    ]);
    expect(within(rows[0]!).getByRole('button', { name: 'Revoke Reports' })).toBeTruthy();
    for (const row of rows.slice(2)) expect(within(row).queryByRole('button')).toBeNull();
  });

  it('of an organisation names the person each acts for', async () => {
    stubKeys([aKey()]);
    await show('organisation');
    expect(await screen.findByText('Acts for Ada Okafor')).toBeTruthy();
  });

  it('is empty at first', async () => {
    stubKeys([]);
    await show();
    expect(await screen.findByText(/^Give each program its own key/)).toBeTruthy();
  });

  it('that cannot be loaded says so, and can be reloaded', async () => {
    stubServer(() => problem('service.unavailable', 'Away.'));
    await show();
    expect(await screen.findByText('The list could not be loaded')).toBeTruthy();
  });
});

describe('making a key', () => {
  it('asks for its permissions, and shows it once, to be copied', async () => {
    const sent = stubKeys([]);
    const writeText = vi.fn(async () => undefined);
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator) as Navigator, { clipboard: { writeText } }));
    await show();
    await screen.findByText(/^Give each program its own key/);
    press('Create a key');
    fill(/^Purpose/, 'Reports');
    fireEvent.click(screen.getByRole('checkbox', { name: /^Generate/ }));
    // the default budget is enough for a course
    const budget = screen.getByLabelText<HTMLInputElement>(/^Tokens it may spend/);
    expect(Number(budget.value) * 100).toBeGreaterThanOrEqual(COURSE_TEXT_PRICE.centitokens);
    fill(/^Tokens it may spend/, '40');
    fill(/^Allowed addresses/, '203.0.113.0/24\n2001:db8::1');
    fill(/^Your password/, 'correct horse');
    press('Create the key');
    expect(await screen.findByDisplayValue(SECRET)).toBeTruthy();
    expect(sent.find(({ method }) => method === 'POST')!.body).toEqual({
      name: 'Reports',
      scopes: ['generate'],
      days: 90,
      day_budget: 40,
      networks: ['203.0.113.0/24', '2001:db8::1'],
      password: 'correct horse',
    });
    press('Copy the key');
    await waitFor(() => expect(writeText).toHaveBeenCalledWith(SECRET));
    press('I have saved it');
    expect(screen.queryByDisplayValue(SECRET)).toBeNull();
  });

  it('offers operators’ permissions for operators’ keys', async () => {
    stubKeys([]);
    await show('operator');
    await screen.findByText(/^Give each program its own key/);
    press('Create a key');
    expect(screen.getAllByRole('checkbox').map((box) => box.getAttribute('value'))).toEqual(['operate:read', 'operate']);
    expect(screen.queryByLabelText(/^Tokens it may spend/)).toBeNull();
  });

  it('names missing or wrong values before it sends a request', async () => {
    const sent = stubKeys([]);
    await show();
    await screen.findByText(/^Give each program its own key/);
    press('Create a key');
    fill(/^Allowed addresses/, 'example.com');
    press('Create the key');
    expect(await screen.findByText('Choose at least one option.')).toBeTruthy();
    expect(screen.getByText('example.com is neither an address nor a network.')).toBeTruthy();
    expect(sent.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('shows a wrong password at its field, and keeps the chosen values', async () => {
    stubServer(({ method }) => (method === 'POST' ? problem('auth.password_wrong', 'The password is wrong.') : { body: { keys: [] } }));
    await show();
    await screen.findByText(/^Give each program its own key/);
    press('Create a key');
    fill(/^Purpose/, 'Reports');
    fireEvent.click(screen.getByRole('checkbox', { name: /^Learn/ }));
    fill(/^Your password/, 'wrong');
    press('Create the key');
    await waitFor(() => expect(screen.getByLabelText(/^Your password/).getAttribute('aria-invalid')).toBe('true'));
    expect((screen.getByLabelText(/^Purpose/) as HTMLInputElement).value).toBe('Reports');
  });
});

it('revoking a key asks first', async () => {
  const sent = stubKeys([aKey()]);
  await show();
  fireEvent.click(await screen.findByRole('button', { name: 'Revoke Reports' }));
  expect(sent.some(({ method }) => method === 'DELETE')).toBe(false);
  press('Revoke the key');
  await waitFor(() => expect(sent.find(({ method }) => method === 'DELETE')?.path).toContain('/api/keys/account/k1'));
  await dialogClosed();
});
