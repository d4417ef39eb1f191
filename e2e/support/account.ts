import type { SessionAnswer } from '#contract/identity/identity.contract.ts';
import { mailTo } from './sandbox.ts';
import { installation } from './installation.ts';

export const PASSWORD = 'a long enough password';

let made = 0;
/** An email address that is not registered. */
export const freshEmail = (): string => `learner-${Date.now().toString(36)}-${++made}@example.com`;

/**
 * A new user, so that no journey sees the courses of another. Without a year of birth, as every new user is, unless one is given.
 */
export async function createAccount(firstName = 'Ines', birthYear: number | null = null): Promise<SessionAnswer> {
  const answer = await fetch(`${installation().appUrl}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: freshEmail(), password: PASSWORD, first_name: firstName, last_name: 'Moreno', terms_accepted: true }),
  });
  if (!answer.ok) throw new Error(`register: ${answer.status} ${await answer.text()}`);
  const session = (await answer.json()) as SessionAnswer;
  if (birthYear === null) return session;
  const told = await fetch(`${installation().appUrl}/api/auth/birth-year`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${session.access_token}` },
    body: JSON.stringify({ birth_year: birthYear }),
  });
  if (!told.ok) throw new Error(`birth-year: ${told.status} ${await told.text()}`);
  return session;
}

/** Opens the verification link mailed to a new account. */
export async function verifyAddress(email: string): Promise<void> {
  const { links } = await mailTo(email, 'Confirm your email address');
  const token = new URL(links.find((link) => link.includes('token='))!).searchParams.get('token');
  const answer = await fetch(`${installation().appUrl}/api/auth/verify-email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  if (!answer.ok) throw new Error(`verify-email: ${answer.status} ${await answer.text()}`);
}

/** The sample accounts of every development installation. */
export const SAMPLE_OPERATOR = { email: 'operator@example.com', password: 'coursewright-demo' } as const;

/** Signs in and returns the session in the form the product stores. */
export async function enter(account: { readonly email: string; readonly password: string }): Promise<SessionAnswer> {
  const answer = await fetch(`${installation().appUrl}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  });
  if (!answer.ok) throw new Error(`login: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as SessionAnswer;
}

/** Makes an organisation whose pool pays for the user's courses: an operator records a contract for it. */
export async function givePool(email: string): Promise<void> {
  const { access_token } = await enter(SAMPLE_OPERATOR);
  const answer = await fetch(`${installation().appUrl}/api/operator/contracts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${access_token}` },
    body: JSON.stringify({ package_id: 'small_business', owner_email: email, organisation_name: 'Workshop', reference: `pool ${email}` }),
  });
  if (!answer.ok) throw new Error(`contract: ${answer.status} ${await answer.text()}`);
}
