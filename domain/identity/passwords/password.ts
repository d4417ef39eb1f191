import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';

/** Cost of a hash: argon2id (the library's default algorithm) at OWASP's minimum: 19 MiB, 2 passes, 1 lane. */
export const HASH_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
let cost = HASH_COST;
let nobodysHash: Promise<string> | null = null;

/** Sets the cost of new hashes, for tests that create hundreds of accounts. No setting of an installation reaches it. */
export function setHashCost(next: typeof HASH_COST): void {
  cost = next;
  nobodysHash = null;
}

// Hashing takes a whole core: two at a time, so that a burst of sign-ins cannot starve everything else.
const turn = pLimit(2);

/** Hashes a password. @returns a PHC string, which includes parameters and salt */
export function hashPassword(password: string): Promise<string> {
  return turn(() => hash(password, cost));
}

/**
 * Checks a password against a stored hash. Without a hash (unknown email, or an account without a password) it checks a dummy hash, so that
 * the response time does not reveal which emails exist.
 * @param check compares a hash with a password; tests count its calls
 */
export async function checkPassword(password: string, storedHash: string | null | undefined, check = verify): Promise<boolean> {
  const known = storedHash ?? (await (nobodysHash ??= hashPassword(randomBytes(32).toString('hex'))));
  const right = await turn(() => check(known, password));
  return right && storedHash != null;
}
