import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { ApiKey } from '#contract/identity/api-keys.contract.ts';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import AppsSection from './apps-section.tsx';
import { ConsentForm } from './consent-form.tsx';

const soon = new Date(Date.now() + 100 * 86_400_000).toISOString();
const APP: ApiKey = {
  api_key_id: 'a1',
  name: 'Study Buddy',
  ending: '',
  app: { host: 'localhost' },
  scopes: ['learn', 'generate'],
  day_budget: 20,
  spent_today: 1,
  networks: [],
  created_at: soon,
  expires_at: soon,
  ended_at: null,
  last_used_at: null,
  calls: 0,
  acts_for: 'Ada',
};
const CONSENT = {
  client_name: 'Study Buddy',
  host: 'agent.example.com',
  redirect_uri: 'https://agent.example.com/oauth/callback',
  scopes: ['courses:read', 'generate', 'learn'],
  replaces: false,
  age_refusal: null,
};
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

describe('connected apps', () => {
  it('are listed apart from keys, and disconnecting one asks first', async () => {
    const sent = stubServer(({ method }) => ({
      body: method === 'DELETE' ? APP : { keys: [APP, { ...APP, api_key_id: 'k', name: 'A key', app: null }] },
    }));
    await showScreen(<AppsSection userId="u1" />);
    const [row, ...others] = await screen.findAllByRole('listitem');
    expect(others).toEqual([]);
    expect(row!.textContent).toMatch(/Study Buddy on a machine of yours.*Learn.*Generate.*Not used yet.*1 of 20 tokens/);
    press('Disconnect Study Buddy');
    expect(sent.some(({ method }) => method === 'DELETE')).toBe(false);
    press('Disconnect');
    await waitFor(() => expect(sent.find(({ method }) => method === 'DELETE')?.path).toContain('/api/keys/account/a1'));
  });

  it('are none at first', async () => {
    stubServer(() => ({ body: { keys: [] } }));
    await showScreen(<AppsSection userId="u1" />);
    expect(await screen.findByText('None yet')).toBeTruthy();
  });
});

describe('the page of consent', () => {
  const show = async (answer: Parameters<typeof stubServer>[0]) => {
    const sent = stubServer(answer);
    const onDecided = vi.fn();
    await showScreen(<ConsentForm uid="u" email="ada@example.com" onDecided={onDecided} onOtherAccount={() => undefined} />);
    return { sent, onDecided };
  };

  it('names the app as it calls itself, its redirect address, and each scope in the words of keys; unticked scopes are not granted', async () => {
    const { sent, onDecided } = await show(({ method }) => ({
      body: method === 'POST' ? { location: 'http://localhost:3000/oauth/authorize/u' } : CONSENT,
    }));
    expect(await screen.findByText('“Study Buddy”')).toBeTruthy();
    expect(screen.getByText(/You will return to: agent\.example\.com/)).toBeTruthy();
    expect(screen.getByText('https://agent.example.com/oauth/callback')).toBeTruthy();
    expect(screen.getAllByRole('checkbox').map((box) => [box.getAttribute('value'), (box as HTMLInputElement).checked])).toEqual([
      ['courses:read', true],
      ['generate', true],
      ['learn', true],
    ]);
    fireEvent.click(screen.getByRole('checkbox', { name: /^Read courses/ }));
    fireEvent.change(screen.getByLabelText(/^Tokens it may spend/), { target: { value: '5' } });
    press('Allow');
    await waitFor(() => expect(onDecided).toHaveBeenCalledWith('http://localhost:3000/oauth/authorize/u'));
    expect(sent.find(({ method }) => method === 'POST')!.body).toEqual({ agree: true, scopes: ['generate', 'learn'], day_budget: 5 });
  });

  it('redirects back if the user declines', async () => {
    const { sent, onDecided } = await show(({ method }) => ({
      body: method === 'POST' ? { location: 'http://back' } : { ...CONSENT, host: 'localhost' },
    }));
    expect(await screen.findByText(/The app runs on this device/)).toBeTruthy();
    press('Deny access');
    await waitFor(() => expect(onDecided).toHaveBeenCalledWith('http://back'));
    expect(sent.find(({ method }) => method === 'POST')!.body).toEqual({ agree: false, scopes: [], day_budget: 0 });
  });

  it('shows the scheme of an app on this device in large type, and its whole address', async () => {
    const address = 'cursor://anysphere.cursor-mcp/oauth/callback';
    await show(() => ({ body: { ...CONSENT, host: 'cursor:', redirect_uri: address } }));
    expect((await screen.findByText(address)).getAttribute('dir')).toBe('ltr');
    const scheme = await screen.findByText('cursor:');
    expect(scheme.parentElement!.className).toMatch(/MuiTypography-h2/);
    expect(screen.getByText(/opens addresses beginning with/)).toBeTruthy();
  });

  it('A33 tells a child what is missing, and lets them decline', async () => {
    const { onDecided } = await show(({ method }) => ({
      body: method === 'POST' ? { location: 'http://back' } : { ...CONSENT, age_refusal: 'age.consent_needed' },
    }));
    expect(await screen.findByText(/needs the consent of a parent or of your school/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Allow' })).toBeNull();
    press('Deny access');
    await waitFor(() => expect(onDecided).toHaveBeenCalledWith('http://back'));
  });

  it('reports an expired sign-in', async () => {
    await show(() => problem('not_found', 'Sign-in not found.'));
    expect(await screen.findByText('This sign-in has expired')).toBeTruthy();
  });
});
