import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { hashing } from './hashing.ts';

/** Cost of a hash: argon2id (the library's default algorithm) at OWASP's minimum: 19 MiB, 2 passes, 1 lane. */
export const HASH_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
let cost = HASH_COST;
let nobodysHash: Promise<string> | null = null;

/** Sets the cost of new hashes, for tests that create hundreds of accounts. No setting of an installation reaches it. */
export function setHashCost(next: typeof HASH_COST): void {
  cost = next;
  nobodysHash = null;
}

/**
 * Hashes a password, in the turn of the request's caller.
 * @returns a PHC string, which includes parameters and salt
 * @throws ProductError limits.rate when too many strangers wait
 */
export const hashPassword = (password: string): Promise<string> => hashing(() => hash(password, cost));

/**
 * Checks a password against a stored hash. Without a hash (unknown email, or an account without a password) it checks a dummy hash, so that
 * the response time does not reveal which emails exist.
 * @param check compares a hash with a password; tests count its calls
 * @throws as `hashPassword`
 */
export async function checkPassword(password: string, storedHash: string | null | undefined, check = verify): Promise<boolean> {
  const right = await hashing(async () =>
    check(storedHash ?? (await (nobodysHash ??= hash(randomBytes(32).toString('hex'), cost))), password),
  );
  return right && storedHash != null;
}
