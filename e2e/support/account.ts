import type { SessionAnswer } from '#contract/identity/identity.contract.ts';
import { signIn, type Client } from '#ops/testing/client.ts';
import { mailTo } from './sandbox.ts';
import { installation } from './installation.ts';

export const PASSWORD = 'a long enough password';

let made = 0;
/** An email address that is not registered. */
export const freshEmail = (): string => `learner-${Date.now().toString(36)}-${++made}@example.com`;

/** Sends a document to the API. @throws unless it is accepted */
async function send<T>(method: 'POST' | 'PUT', path: string, body: object, token = ''): Promise<T> {
  const answer = await fetch(`${installation().appUrl}/api/${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** Creates a new user, so that no journey sees another's courses. Without a year of birth unless one is given, as for every new user. */
export async function createAccount(firstName = 'Ines', birthYear: number | null = null): Promise<SessionAnswer> {
  const person = { email: freshEmail(), password: PASSWORD, first_name: firstName, last_name: 'Moreno', terms_accepted: true };
  const session = await send<SessionAnswer>('POST', 'auth/register', person);
  if (birthYear !== null) await send('PUT', 'auth/birth-year', { birth_year: birthYear }, session.access_token);
  return session;
}

/** Opens the verification link mailed to a new account. */
export async function verifyAddress(email: string): Promise<void> {
  const { links } = await mailTo(email, 'Confirm your email address');
  const token = new URL(links.find((link) => link.includes('token='))!).searchParams.get('token');
  await send('POST', 'auth/verify-email', { token });
}

/** The sample operator of every development installation. */
export const SAMPLE_OPERATOR = { email: 'operator@example.com', password: 'coursewright-demo' } as const;

/** Signs in and returns the session in the form the product stores. */
export const enter = (account: { readonly email: string; readonly password: string }): Promise<SessionAnswer> =>
  send('POST', 'auth/login', account);

/** Creates an organisation whose pool pays for the user's courses: an operator records a contract for it. */
export async function givePool(email: string): Promise<void> {
  const owner = await enter({ email, password: PASSWORD });
  await send('PUT', 'auth/birth-year', { birth_year: 1990 }, owner.access_token);
  const { access_token } = await enter(SAMPLE_OPERATOR);
  const contract = { package_id: 'small_business', owner_email: email, organisation_name: 'Workshop', reference: `pool ${email}` };
  await send('POST', 'operator/contracts', contract, access_token);
}

/** Returns an API client for an account that was created here. */
export const clientOf = ({ user }: Pick<SessionAnswer, 'user'>): Promise<Client> =>
  signIn(installation().appUrl, { email: user.email, password: PASSWORD });
