import { login, register, type SessionAnswer } from '#contract/identity/identity.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { ApiError, errorText } from '#frontend/lib/api-error.ts';
import { enterSession } from '#frontend/lib/session/session.ts';
import { toast } from '#frontend/lib/toast.ts';
import { t } from '#frontend/lib/text.ts';

export interface SignInFields {
  email: string;
  password: string;
  first_name: string;
  last_name: string;
  terms_accepted: boolean;
  marketing_consent: boolean;
}

/** Why nobody is signed in: a sentence, and the fields the server found wrong. */
export interface Refusal {
  readonly text: string;
  readonly fields: readonly { path: keyof SignInFields; message: string }[];
}

const isField = (path: string): path is keyof SignInFields =>
  ['email', 'password', 'first_name', 'last_name', 'terms_accepted', 'marketing_consent'].includes(path);

/** Asks the server and stores the session. Null when signed in; else what to show (AUTH-25…27). */
export async function enterWith(fields: SignInFields, isCreating: boolean): Promise<Refusal | null> {
  const fallback = isCreating ? t('Registration failed') : t('Login failed');
  let answer: SessionAnswer;
  try {
    answer = isCreating
      ? await call(register, { body: { ...fields, terms_accepted: true }, fallback })
      : await call(login, { body: { email: fields.email, password: fields.password }, fallback });
  } catch (error) {
    const found = error instanceof ApiError ? error.errors : [];
    return { text: errorText(error, fallback), fields: found.flatMap(({ path, message }) => (isField(path) ? [{ path, message }] : [])) };
  }
  if (!enterSession(answer)) {
    // ROOT-07 logs this; G12 says it too.
    console.error('The sign-in answer had no access token or no user');
    return { text: t('{fallback}: the server sent no session. Please try again.', { fallback }), fields: [] };
  }
  toast('success', isCreating ? t('Registration successful!') : t('Login successful!'), null, false);
  return null;
}
