import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { AccountDetails, AccountSession } from '#contract/identity/account.contract.ts';
import { brokenAnswer, problem } from '#contract/platform/mocked-answer.factory.ts';
import { partly, showScreen, stubServer, type SentRequest, type Answer } from '#frontend/testing/show-screen.tsx';
import { accountKey } from '#frontend/lib/session/account-query.ts';
import { DeskSection } from '#frontend/ui/desk-section.tsx';
import { ForgotPasswordForm } from '../forgot-password-form.tsx';
import { ResetPasswordForm } from '../reset-password-form.tsx';
import { VerifyEmailNote } from '../verify-email-note.tsx';
import { AccountView } from './account-view.tsx';

const DETAILS: AccountDetails = {
  email: 'ada@example.com',
  email_verified: false,
  birth_year: 1984,
  age_verification: { verified: false, age: 42, parentalConsent: false, requiresParentalConsent: false },
  deletion_due_at: null,
  deletion_ends: { plan: false, organisation: null, earnings: null },
  mail_configured: true,
};
const session = (id: string, change: Partial<AccountSession> = {}): AccountSession => ({
  session_id: id,
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
  created_at: '2026-11-01T10:00:00.000Z',
  last_seen_at: '2026-11-19T10:00:00.000Z',
  current: false,
  ...change,
});

/** A server with one account and its sessions. */
function serve(details: AccountDetails, sessions: AccountSession[], more: (sent: SentRequest) => Answer | null = () => null, keys = 0) {
  return stubServer((sent) => {
    if (sent.method === 'GET' && sent.path === '/api/auth/account') return partly(details);
    if (sent.method === 'GET' && sent.path === '/api/auth/sessions') return partly({ sessions, api_keys: keys });
    return more(sent) ?? brokenAnswer('nothing is said of other calls', 404, {});
  });
}
const press = (name: string | RegExp) => act(async () => fireEvent.click(screen.getByRole('button', { name })));

describe('the account page', () => {
  it('resends the verification link, and does not offer it if the address is verified or email cannot be sent', async () => {
    const sent = serve(DETAILS, [], ({ path }) =>
      path === '/api/auth/verification' ? partly({ message: 'On its way.', email_verified: false }, 202) : null,
    );
    await showScreen(<AccountView userId="u1" />);
    await screen.findByText(/Not verified/);
    await press('Send the link again');
    await screen.findByText('On its way.');
    expect(sent.some(({ method, path }) => method === 'POST' && path === '/api/auth/verification')).toBe(true);
    for (const change of [{ email_verified: true }, { mail_configured: false }]) {
      cleanup();
      serve({ ...DETAILS, ...change }, []);
      await showScreen(<AccountView userId="u1" />);
      await screen.findByText('ada@example.com');
      expect(screen.queryByRole('button', { name: 'Send the link again' })).toBeNull();
    }
  });

  it('saves the year of birth, removes it with an empty field, and sends no impossible year', async () => {
    const sent = serve(DETAILS, [], ({ path, body }) =>
      path === '/api/auth/birth-year' ? partly({ ...DETAILS, ...(body as object) }) : null,
    );
    await showScreen(<AccountView userId="u1" />);
    const year = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Year of birth' });
    expect(year.value).toBe('1984');
    const puts = () => sent.filter(({ method }) => method === 'PUT').map(({ body }) => body);
    for (const wrong of ['1899', '84', 'soon', '3000']) {
      fireEvent.change(year, { target: { value: wrong } });
      await press('Save year of birth');
      await screen.findByText(/A year from 1900 to/);
    }
    expect(puts()).toEqual([]);
    for (const right of ['1990', ' ']) {
      fireEvent.change(year, { target: { value: right } });
      await press('Save year of birth');
    }
    await waitFor(() => expect(puts()).toEqual([{ birth_year: 1990 }, { birth_year: null }]));
  });

  it('PROF-03 PROF-04 names disabled features and the reason, and asks a parent for users under 18', async () => {
    const pending = { verified: false, age: 12, parentalConsent: false, requiresParentalConsent: true };
    const page = { band: 'child', consents: [], rules: [{ rule: 'location', refusal: 'age.too_young' }], asked: null, school: null };
    const asked = { ...page, asked: { parent_email: 'mum@example.com', asked_at: '2026-11-20T10:00:00.000Z', is_refused: false } };
    const sent = serve({ ...DETAILS, birth_year: 2014, age_verification: pending }, [], ({ path, method }) =>
      path === '/api/auth/age' ? partly(page) : method === 'POST' ? partly(asked, 202) : null,
    );
    await showScreen(<AccountView userId="u1" />);
    expect(await screen.findByText('Pending')).toBeTruthy();
    expect(await screen.findByText(/Off at your age/)).toBeTruthy();
    fireEvent.change(await screen.findByRole('textbox', { name: /parent or guardian/ }), { target: { value: 'mum@example.com' } });
    await press('Ask for consent');
    expect(await screen.findByText(/We asked mum@example.com on/)).toBeTruthy();
    expect(sent.find(({ path }) => path === '/api/auth/parental-consent')?.body).toEqual({ parent_email: 'mum@example.com' });
  });

  it('starts with the account’s owner and plan, and ends with the data and the deletion', async () => {
    serve({ ...DETAILS, email_verified: true }, []);
    const standing = { plan: 'Premium, active', since: '2026-01-02T10:00:00.000Z' };
    await showScreen(<AccountView userId="u1" standing={standing} dataExport={<DeskSection title="Your data" />} />);
    const owner = await screen.findByRole('region', { name: 'Your account' });
    expect(owner.textContent).toContain('ada@example.com');
    within(owner).getByText('Verified');
    within(owner).getByText('Premium, active');
    within(owner).getByText('Jan 2, 2026');
    expect(within(owner).getByRole('link', { name: 'View Profile' }).getAttribute('href')).toBe('/profile');
    const parts = screen.getAllByRole('region').map((region) => region.querySelector('h2')?.textContent);
    expect([parts[1], ...parts.slice(-3)]).toEqual(['Password', 'Year of birth', 'Your data', 'Delete the account']);
  });

  it('asks for the year of birth first while it is missing, and shows it in its place once it is entered', async () => {
    serve({ ...DETAILS, birth_year: null }, []);
    const { cache } = await showScreen(<AccountView userId="u1" />);
    await screen.findByText('ada@example.com');
    const second = () => screen.getAllByRole('region')[1]!.querySelector('h2')?.textContent;
    expect(second()).toBe('Year of birth');
    act(() => void cache.setQueryData(accountKey('u1'), DETAILS));
    await screen.findByText(/based on the year you entered/);
    expect(second()).toBe('Year of birth');
  });

  it('names the devices, and ends one or all others', async () => {
    const ended: string[] = [];
    serve(DETAILS, [session('a', { current: true }), session('b'), session('c', { user_agent: 'curl/8' })], ({ method, path }) => {
      if (method !== 'DELETE') return null;
      ended.push(path);
      return partly(path.endsWith('sessions') ? { ended: 2 } : { message: 'Signed out.' });
    });
    await showScreen(<AccountView userId="u1" />);
    await screen.findByText(/This device/);
    const [first, , third] = screen.getAllByRole('listitem');
    expect(within(first!).queryByRole('button')).toBeNull();
    await act(async () => fireEvent.click(within(third!).getByRole('button', { name: 'Sign out Unknown device' })));
    await press('Sign out everywhere else');
    expect(ended).toEqual(['/api/auth/sessions/c', '/api/auth/sessions']);
  });

  it('revokes the API keys with the other devices if the user ticks it, and not otherwise', async () => {
    const ended: string[] = [];
    serve(
      DETAILS,
      [session('a', { current: true })],
      ({ method, path }) => {
        if (method !== 'DELETE') return null;
        ended.push(path);
        return partly({ ended: 0, ended_keys: 2 });
      },
      2,
    );
    await showScreen(<AccountView userId="u1" />);
    const tick = await screen.findByRole('checkbox', { name: 'Revoke my 2 API keys, too' });
    expect(screen.queryByRole('button', { name: 'Sign out everywhere else' })).toBeNull();
    fireEvent.click(tick);
    await press('Sign out everywhere else');
    expect(ended).toEqual(['/api/auth/sessions?api_keys=end']);
  });

  it('shows five of many devices, this one first, and all of them on demand', async () => {
    const many = Array.from({ length: 7 }, (_, index) => session(`s${index}`, { current: index === 6 }));
    serve(DETAILS, many);
    await showScreen(<AccountView userId="u1" />);
    await screen.findByText(/This device/);
    expect(screen.getAllByRole('listitem')).toHaveLength(5);
    expect(screen.getAllByRole('listitem')[0]!.textContent).toContain('This device');
    await press('Show all 7');
    expect(screen.getAllByRole('listitem')).toHaveLength(7);
  });

  it('reports at the field that the current password is wrong', async () => {
    serve(DETAILS, [], ({ path }) =>
      path === '/api/auth/password/change' ? problem('auth.password_wrong', 'The password is wrong.') : null,
    );
    await showScreen(<AccountView userId="u1" />);
    await screen.findByText('ada@example.com');
    expect(screen.queryByLabelText(/^Current password/)).toBeNull();
    await press('Change the password');
    const current = await screen.findByLabelText(/^Current password/);
    expect(document.activeElement).toBe(current);
    fireEvent.change(current, { target: { value: 'wrong' } });
    fireEvent.change(screen.getByLabelText(/^New password/), { target: { value: 'long enough' } });
    await press('Save the new password');
    await waitFor(() => expect(current.getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getAllByText('The password is wrong.')).toHaveLength(1);
  });

  it('names before the deletion the paid products that end with it, and nothing for a user who has paid nothing', async () => {
    serve(DETAILS, []);
    await showScreen(<AccountView userId="u1" />);
    await screen.findByText('ada@example.com');
    await press('Delete the account');
    expect((await screen.findByRole('dialog')).textContent).not.toMatch(/plan|tokens/);
    cleanup();
    serve(
      {
        ...DETAILS,
        deletion_ends: {
          plan: true,
          organisation: { name: 'Apiary Ltd', ends_at: '2027-06-01T10:00:00.000Z' },
          earnings: { amount: 12.6, reason: 'minimum' },
        },
      },
      [],
    );
    await showScreen(<AccountView userId="u1" />);
    await screen.findByText('ada@example.com');
    await press('Delete the account');
    const said = (await screen.findByRole('dialog')).textContent;
    expect(said).toContain('Your plan ends with the account. What you paid in the last 14 days can be refunded on the billing page first.');
    expect(said).toContain('Your courses have earned $12.60. That is below $25, the least we pay out, and is lost with the account.');
    expect(said).toContain(
      'Members of Apiary Ltd keep its tokens until Jun 1, 2027. Once you leave, nobody can invite or remove people, and its plan will not renew.',
    );
  });

  it('offers to retry when it could not be loaded', async () => {
    let isUp = false;
    stubServer(({ path }) => (isUp && path === '/api/auth/account' ? partly(DETAILS) : problem('internal', 'Not now.')));
    await showScreen(<AccountView userId="u1" />);
    await screen.findByText('The account could not be loaded');
    isUp = true;
    await press('Try again');
    await screen.findByText('ada@example.com');
  });
});

describe('emailed links', () => {
  it('verify once, however often the page renders', async () => {
    const sent = stubServer(() => partly({ message: 'ok' }));
    const { rerender } = await showScreen(<VerifyEmailNote token="t" userId={null} />);
    await screen.findByText('Email address verified');
    rerender(<div />);
    expect(sent.map(({ path, body }) => [path, body])).toEqual([['/api/auth/verify-email', { token: 't' }]]);
  });

  it('that lost their token in copying send no request', async () => {
    const sent = stubServer(() => partly({}));
    await showScreen(<VerifyEmailNote token="" userId={null} />);
    await screen.findByText(/This link is incomplete/);
    expect(sent).toEqual([]);
  });

  it('that no longer work link to a new one', async () => {
    stubServer(() => problem('auth.link_invalid', 'This link no longer works.'));
    const onDone = vi.fn();
    await showScreen(<ResetPasswordForm token="t" onDone={onDone} />);
    expect((await screen.findByRole('link', { name: 'Ask for a new link' })).getAttribute('href')).toContain('/forgot-password');
    expect(onDone).not.toHaveBeenCalled();
  });

  it('list other ways to sign in, and remove the ticked ones', async () => {
    const at = '2026-11-01T10:00:00.000Z';
    const passkeys = ['Phone', 'Laptop'].map((name) => ({ passkey_id: `id of ${name}`, name, created_at: at, last_used_at: null }));
    const providers = [{ provider: 'google', email: 'ada@example.org', linked_at: at }];
    const sent = stubServer(({ path }) =>
      partly(path.endsWith('ways-in') ? { proven: true, second_factor: true, passkeys, providers } : { message: 'Changed.' }),
    );
    const onDone = vi.fn();
    await showScreen(<ResetPasswordForm token="t" onDone={onDone} />);
    fireEvent.change(await screen.findByLabelText(/^New password/), { target: { value: 'long enough' } });
    fireEvent.click(screen.getByRole('checkbox', { name: /Passkey Phone/ }));
    await press('Save the new password');
    expect(sent.filter(({ path }) => path === '/api/auth/password/reset')).toEqual([]);
    fireEvent.change(screen.getByLabelText(/recovery code/), { target: { value: '123456' } });
    await press('Save the new password');
    await waitFor(() => expect(onDone).toHaveBeenCalled());
    const named = { end_passkeys: ['id of Phone'], end_providers: [] };
    expect(sent.at(-1)!.body).toEqual({ token: 't', password: 'long enough', code: '123456', ...named });
  });

  it('cannot be sent by an installation without a mail server, which says so', async () => {
    stubServer(() => partly({ message: 'On its way.', mail_configured: false }, 202));
    await showScreen(<ForgotPasswordForm />);
    fireEvent.change(screen.getByLabelText(/Email/), { target: { value: 'ada@example.com' } });
    await press('Send the link');
    await screen.findByText(/cannot send email yet/);
    expect(screen.queryByText(/On its way/)).toBeNull();
  });
});
