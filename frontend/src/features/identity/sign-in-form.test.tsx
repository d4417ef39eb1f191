import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { brokenAnswer, problem } from '#contract/platform/mocked-answer.factory.ts';
import { SignInForm } from '#frontend/features/identity/sign-in-form.tsx';
import { getNotices } from '#frontend/lib/toast.ts';
import { storeTypedEmail } from '#frontend/lib/session/typed-email.ts';
import { readSession } from '#frontend/lib/session/token-store.ts';
import { partly, type Answer, showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { aUser } from '#frontend/testing/user.factory.ts';

const USER = aUser();
const SESSION = { access_token: 'a1', refresh_token: 'r1', user: USER };

let sent: ReturnType<typeof stubServer>;
let answer: () => Answer | Promise<Answer>;
const onEntered = vi.fn();

/** The form as on its page: a new form for each mode. */
function Screen({ onBack }: { readonly onBack?: () => void }) {
  const [isCreating, setCreating] = useState(false);
  return (
    <SignInForm
      key={String(isCreating)}
      isCreating={isCreating}
      onToggle={() => setCreating(!isCreating)}
      onEntered={onEntered}
      {...(onBack && { onBack })}
    />
  );
}

const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const type = (label: RegExp, value: string) => fireEvent.change(field(label), { target: { value } });
const submit = () => act(async () => fireEvent.submit(document.querySelector('form')!));
const toCreate = () => fireEvent.click(button('Create an account'));
const fillSignIn = () => {
  type(/Email/, 'a@example.com');
  type(/Password/, 'coursewright-demo');
};
const fillCreate = () => {
  toCreate();
  fillSignIn();
  type(/First name/, 'Ada');
  type(/Last name/, 'Learner');
  fireEvent.click(field(/I accept/));
};

beforeEach(() => {
  answer = () => partly(SESSION);
  sent = stubServer(() => answer());
});

describe('sign-in', () => {
  it('AUTH-04 asks for an email and a password that can be shown', async () => {
    await showScreen(<Screen />);
    expect(field(/Email/)).toMatchObject({ type: 'email', autocomplete: 'username' });
    expect(field(/Password/)).toMatchObject({ type: 'password', autocomplete: 'current-password' });
    expect(field(/Email/).getAttribute('aria-required')).toBe('true');
    expect(screen.queryByText(/characters/)).toBeNull();
    fireEvent.click(button('Show password'));
    expect(field(/Password/).type).toBe('text');
    fireEvent.click(button('Hide password'));
    expect(field(/Password/).type).toBe('password');
  });

  it('AUTH-08 AUTH-24 ROOT-06 sends email and password, stores the session, and enters 200 ms later, not sooner', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await showScreen(<Screen />);
    fillSignIn();
    await submit();
    expect(readSession()).toMatchObject({ accessToken: 'a1', user: USER });
    await act(() => vi.advanceTimersByTimeAsync(199));
    expect(onEntered).not.toHaveBeenCalled();
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(onEntered).toHaveBeenCalledOnce();
    vi.useRealTimers();
    expect(sent).toMatchObject([
      { method: 'POST', path: '/api/auth/login', body: { email: 'a@example.com', password: 'coursewright-demo' } },
    ]);
    expect(readSession()).toMatchObject({ accessToken: 'a1', refreshToken: 'r1', user: USER });
    expect(getNotices()[0]).toMatchObject({ kind: 'success', text: 'Login successful!', isListed: false });
  });

  it('AUTH-07 cannot be sent twice at once', async () => {
    const late = Promise.withResolvers<Answer>();
    answer = () => late.promise;
    await showScreen(<Screen />);
    fillSignIn();
    expect(button('Sign in').disabled).toBe(false);
    await act(async () => {
      fireEvent.submit(document.querySelector('form')!);
      fireEvent.submit(document.querySelector('form')!);
    });
    await waitFor(() => expect(button('Sign in').disabled).toBe(true));
    expect(sent).toHaveLength(1);
    await act(async () => late.resolve(problem('auth.invalid_credentials', 'No')));
    await waitFor(() => expect(button('Sign in').disabled).toBe(false));
  });

  it('names the missing fields and sends nothing', async () => {
    await showScreen(<Screen />);
    await submit();
    expect(await screen.findAllByText('Please fill in this field.')).toHaveLength(2);
    expect(document.activeElement).toBe(field(/Email/));
    expect(field(/Email/).getAttribute('aria-invalid')).toBe('true');
    expect(sent).toEqual([]);
  });

  it('AUTH-25 AUTH-26 announces the detail, else the fallback', async () => {
    await showScreen(<Screen />);
    fillSignIn();
    answer = () => problem('auth.invalid_credentials', 'Wrong email or password');
    await submit();
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Wrong email or password'));
    answer = () => brokenAnswer('a proxy', 500, {});
    await submit();
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Login failed'));
    expect(onEntered).not.toHaveBeenCalled();
  });

  it('a problem with one address is not shown for the next one', async () => {
    await showScreen(<Screen />);
    fillSignIn();
    answer = () => problem('auth.invalid_credentials', 'Wrong email or password');
    await submit();
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Wrong email or password'));
    fireEvent.change(field(/Email/), { target: { value: 'other@example.com' } });
    expect(screen.getByRole('alert').textContent).toBe('');
  });

  it('ROOT-07 G12 logs and reports a response without a session', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    answer = () => brokenAnswer('a proxy', 200, { user: USER });
    await showScreen(<Screen />);
    fillSignIn();
    await submit();
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('the server did not start a session'));
    expect(log).toHaveBeenCalled();
    expect(onEntered).not.toHaveBeenCalled();
  });

  it('AUTH-03 the two social buttons make no call and say so', async () => {
    await showScreen(<Screen />);
    fireEvent.click(button('Continue with Google'));
    const told = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
    expect(told()).toEqual(['', 'Google login integration coming soon!']);
    fireEvent.click(button('Continue with Apple'));
    expect(told()).toEqual(['', 'Apple login integration coming soon!']);
    expect(sent).toEqual([]);
  });

  it('AUTH-02 offers the way back only if there is one', async () => {
    const onBack = vi.fn();
    const { unmount } = await showScreen(<Screen />);
    expect(screen.queryByRole('button', { name: 'Back to Home' })).toBeNull();
    unmount();
    await showScreen(<Screen onBack={onBack} />);
    fireEvent.click(button('Back to Home'));
    expect(onBack).toHaveBeenCalledOnce();
  });
});

describe('create account', () => {
  it('AUTH-01 switching clears the error and resets the form', async () => {
    answer = () => problem('auth.invalid_credentials', 'No');
    await showScreen(<Screen />);
    fillSignIn();
    await submit();
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('No'));
    toCreate();
    expect(screen.getByRole('alert').textContent).toBe('');
    expect([field(/Email/).value, field(/Password/).value]).toEqual(['', '']);
  });

  it('AUTH-05 asks for names only here, and states the password rule', async () => {
    await showScreen(<Screen />);
    expect(screen.queryByLabelText(/First name/)).toBeNull();
    toCreate();
    expect(field(/First name/).getAttribute('aria-required')).toBe('true');
    expect(field(/Last name/).getAttribute('aria-required')).toBe('true');
    expect(field(/Password/).autocomplete).toBe('new-password');
    expect(screen.getByText('8 to 128 characters.')).toBeTruthy();
  });

  it('AUTH-05 a user with one name enters one', async () => {
    await showScreen(<Screen />);
    fillCreate();
    fireEvent.click(field(/^I have only one name/));
    expect(screen.queryByLabelText(/Last name/)).toBeNull();
    type(/^Name/, 'Sukarno');
    await submit();
    await waitFor(() =>
      expect(sent.find(({ path }) => path === '/api/auth/register')?.body).toMatchObject({ first_name: 'Sukarno', last_name: '' }),
    );
  });

  it('LAND-07 fills in the text typed on the landing page', async () => {
    storeTypedEmail(' ines@example.com ');
    await showScreen(<Screen />);
    expect(field(/^Email/).value).toBe('');
    fireEvent.click(screen.getByRole('button', { name: 'Create an account' }));
    expect(field(/^Email/).value).toBe('ines@example.com');
  });

  it('AUTH-06 cannot be sent before the terms are accepted', async () => {
    await showScreen(<Screen />);
    fillCreate();
    fireEvent.click(field(/I accept/));
    const isDisabled = () => button('Create account').getAttribute('aria-disabled');
    expect(isDisabled()).toBe('true');
    // a press shows the error at the checkbox
    await act(async () => fireEvent.click(button('Create account')));
    const why = await screen.findByText('Accept the terms and the privacy policy to create the account.');
    expect(field(/I accept/).getAttribute('aria-describedby')).toBe(why.id);
    expect(document.activeElement).toBe(field(/I accept/));
    expect(sent).toEqual([]);
    fireEvent.click(field(/I accept/));
    expect(isDisabled()).toBeNull();
    await waitFor(() => expect(why.isConnected).toBe(false));
  });

  it('AUTH-09 AUTH-24 sends the six fields and enters', async () => {
    answer = () => partly(SESSION, 201);
    await showScreen(<Screen />);
    fillCreate();
    await submit();
    await waitFor(() => expect(onEntered).toHaveBeenCalledOnce());
    expect(sent).toMatchObject([
      {
        path: '/api/auth/register',
        body: {
          email: 'a@example.com',
          password: 'coursewright-demo',
          first_name: 'Ada',
          last_name: 'Learner',
          terms_accepted: true,
          marketing_consent: false,
        },
      },
    ]);
    expect(getNotices()[0]?.text).toBe('Registration successful!');
  });

  it('AUTH-06 consents to news only when the box is ticked', async () => {
    answer = () => partly(SESSION, 201);
    await showScreen(<Screen />);
    fillCreate();
    fireEvent.click(screen.getByRole('checkbox', { name: /Send me news/ }));
    await submit();
    await waitFor(() => expect(onEntered).toHaveBeenCalledOnce());
    expect(sent[0]?.body).toMatchObject({ marketing_consent: true });
  });

  it('shows the server’s problems beside their fields', async () => {
    answer = () => problem('validation.failed', 'Not valid', { errors: [{ path: 'email', message: 'Not an email' }] });
    await showScreen(<Screen />);
    fillCreate();
    await submit();
    await screen.findByText('Not valid');
    expect(screen.getByText('Not an email')).toBeTruthy();
  });
});
