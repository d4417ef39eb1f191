import { ROLES, type Role } from '#domain/identity/accounts/account.model.ts';
import { ScriptError } from './run-script.ts';

const isRole = (word: string): word is Role => (ROLES as readonly string[]).includes(word);
const MOST_TOKENS = 10_000_000;

/** Parses `tokens:1000`; null for another argument. @throws ScriptError for an invalid amount */
function tokensIn(word: string): number | null {
  const [, amount] = /^tokens:(.*)$/.exec(word) ?? [];
  if (amount === undefined) return null;
  const tokens = /^\d{1,8}$/.test(amount) ? Number(amount) : 0;
  if (tokens < 1 || tokens > MOST_TOKENS) throw new ScriptError(`Give a whole number of tokens from 1 to ${MOST_TOKENS}: tokens:1000`);
  return tokens;
}

/** Reads the arguments of `npm run grant`: a number is an amount of tokens. @throws ScriptError if one is missing or unknown */
export function readGrantOptions([email, gift]: readonly string[]): { email: string; gift: Role | number } {
  if (!email || !gift)
    throw new ScriptError(`Name an account, and a role or tokens: npm run grant -- <email> <${ROLES.join('|')}|tokens:1000>`);
  const tokens = tokensIn(gift);
  if (tokens !== null) return { email, gift: tokens };
  if (!isRole(gift)) throw new ScriptError(`There is no role '${gift}'. Roles: ${ROLES.join(', ')}. Tokens: tokens:1000.`);
  return { email, gift };
}
