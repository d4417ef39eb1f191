import { login, register, type PendingAnswer, type SessionAnswer } from '#contract/identity/identity.contract.ts';
import { finishSignIn } from '#contract/identity/second-factor.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { ApiError, errorText } from '#frontend/lib/api-error.ts';
import { textLanguage } from '#frontend/lib/language.ts';
import { enterSession } from '#frontend/lib/session/session.ts';
import { toast } from '#frontend/lib/toast.ts';
import { proveByPasskey } from './security/passkeys.ts';
import { t } from '#frontend/lib/text.ts';

export interface SignInFields {
  email: string;
  password: string;
  first_name: string;
  last_name: string;
  terms_accepted: boolean;
  marketing_consent: boolean;
}

/** Why the sign-in failed: a sentence, and the fields the server rejected. */
export interface Refusal {
  readonly text: string;
  readonly fields: readonly { path: keyof SignInFields; message: string }[];
  /** The address belongs to an organisation whose members can only use its own sign-in. */
  readonly isForOrganisation?: boolean;
}

const isField = (path: string): path is keyof SignInFields =>
  ['email', 'password', 'first_name', 'last_name', 'terms_accepted', 'marketing_consent'].includes(path);

/** The password was right; a second-factor code is required with this token. */
export interface SecondStep {
  readonly token: string;
}

/** Signs in or registers, and stores the session. Null when signed in; else the second step, or the refusal to show (AUTH-25…27). */
export async function signInOrRegister(fields: SignInFields, isCreating: boolean): Promise<Refusal | SecondStep | null> {
  const fallback = isCreating ? t('Registration failed') : t('Login failed');
  const language = textLanguage();
  let answer: SessionAnswer | PendingAnswer;
  try {
    answer = isCreating
      ? await call(register, {
          body: { ...fields, terms_accepted: true, ...(language !== 'en' && { interface_language: language }) },
          fallback,
        })
      : await call(login, { body: { email: fields.email, password: fields.password }, fallback });
  } catch (error) {
    const found = error instanceof ApiError ? error.errors : [];
    return {
      text: errorText(error, fallback),
      fields: found.flatMap(({ path, message }) => (isField(path) ? [{ path, message }] : [])),
      isForOrganisation: error instanceof ApiError && error.code === 'auth.organisation_required',
    };
  }
  return storeSignInAnswer(answer, isCreating);
}

/** Stores the session of an answer. Null when signed in; else the second step, or the refusal to show. */
export function storeSignInAnswer(answer: SessionAnswer | PendingAnswer, isCreating = false): Refusal | SecondStep | null {
  if ('second_factor' in answer) return { token: answer.second_factor.token };
  const refusal = storeSession(answer, isCreating ? t('Registration failed') : t('Login failed'));
  if (refusal === null) toast('success', isCreating ? t('Registration successful!') : t('Login successful!'), null, false);
  return refusal;
}

/** Sends the code of the second step and stores the session. Null when signed in; `isOver`: the sign-in must start again. */
export async function signInWithCode(token: string, code: string): Promise<(Refusal & { readonly isOver: boolean }) | null> {
  const fallback = t('Login failed');
  try {
    const refusal = storeSession(await call(finishSignIn, { body: { token, code }, fallback }), fallback);
    if (refusal) return { ...refusal, isOver: true };
  } catch (error) {
    return { text: errorText(error, fallback), fields: [], isOver: error instanceof ApiError && error.code === 'auth.sign_in_expired' };
  }
  toast('success', t('Login successful!'), null, false);
  return null;
}

/** Signs in with a passkey of this browser. Null when signed in; else the refusal to show. */
export async function signInWithPasskey(): Promise<Refusal | null> {
  const fallback = t('Login failed');
  try {
    const refusal = storeSession(await proveByPasskey(), fallback);
    if (refusal) return refusal;
  } catch (error) {
    return { text: errorText(error, fallback), fields: [] };
  }
  toast('success', t('Login successful!'), null, false);
  return null;
}

function storeSession(answer: SessionAnswer, fallback: string): Refusal | null {
  if (enterSession(answer)) return null;
  // the specification only logs this (ROOT-07); a user who sees nothing happen needs a sentence too (G12)
  console.error('The sign-in answer had no access token or no user');
  return { text: t('{fallback}: the server did not start a session. Please try again.', { fallback }), fields: [] };
}
