import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';

// argon2id (the library's default algorithm) at OWASP's minimum: 19 MiB, 2 passes, 1 lane.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// Hashing takes whole cores: two at a time, so that a burst of sign-ins cannot starve everything else.
const turn = pLimit(2);

/** @returns a PHC string that carries its own parameters and salt */
export function hashPassword(password: string): Promise<string> {
  return turn(() => hash(password, COST));
}

let nobodysHash: Promise<string> | null = null;

/**
 * Checks a password against a stored hash. Without a hash (nobody has that email, or the account has no password) it works just as
 * long on a hash nobody knows the password of, so the time of the answer does not tell which emails exist.
 */
export async function checkPassword(password: string, storedHash: string | null | undefined): Promise<boolean> {
  const known = storedHash ?? (await (nobodysHash ??= hashPassword(randomBytes(32).toString('hex'))));
  const right = await turn(() => verify(known, password));
  return right && storedHash != null;
}
