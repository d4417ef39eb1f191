import { inject } from 'vitest';
import type { SessionAnswer } from '#contract/identity/identity.contract.ts';

export const PASSWORD = 'a long enough password';

let made = 0;
/** An address nobody has registered. */
export const freshEmail = (): string => `learner-${Date.now().toString(36)}-${++made}@example.com`;

/** A person of their own, so that no journey sees the courses of another. */
export async function createAccount(firstName = 'Ines'): Promise<SessionAnswer> {
  const answer = await fetch(`${inject('appUrl')}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: freshEmail(), password: PASSWORD, first_name: firstName, last_name: 'Moreno', terms_accepted: true }),
  });
  if (!answer.ok) throw new Error(`register: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as SessionAnswer;
}
