import { userInfo } from 'node:os';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { grantByHand } from '#domain/billing/ledger/grant-by-hand.command.ts';
import { ROLES, type Role } from '#domain/identity/accounts/account.model.ts';
import { grantRole } from '#domain/identity/accounts/grant-role.command.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { ScriptError } from './run-script.ts';
import { runWithDatabase } from './with-database.ts';

const isRole = (word: string): word is Role => (ROLES as readonly string[]).includes(word);
const MOST_TOKENS = 10_000_000;

/** Parses `tokens:1000`; null for another argument. @throws ScriptError for an invalid amount */
function tokensIn(word: string): number | null {
  const [, amount] = /^tokens:(.*)$/.exec(word) ?? [];
  if (amount === undefined) return null;
  const tokens = /^\d{1,8}$/.test(amount) ? Number(amount) : 0;
  if (tokens < 1 || tokens > MOST_TOKENS) throw new ScriptError(`Say a whole number of tokens from 1 to ${MOST_TOKENS}: tokens:1000`);
  return tokens;
}

// npm run grant -- <email> <role>: gives an account a role; with tokens:1000 instead of the role, that many tokens. Both are audited under the
// system user's name.
await runWithDatabase(async ([email, gift]) => {
  if (!email || !gift) throw new ScriptError(`Say who and what: npm run grant -- <email> <${ROLES.join('|')}|tokens:1000>`);
  const actor = `script:${userInfo().username}`;
  const tokens = tokensIn(gift);
  if (tokens === null && !isRole(gift))
    throw new ScriptError(`There is no role '${gift}'. Roles: ${ROLES.join(', ')}. Tokens: tokens:1000.`);
  try {
    if (tokens !== null) {
      const { balance } = await grantByHand({ email, tokens, actor, cause: toSentence('Given by an operator') });
      console.log(`${email} was given ${tokens} tokens and can spend ${balance} now.`);
    } else {
      const roles = await grantRole({ email, role: gift as Role, actor });
      console.log(`${email} is now ${roles.join(', ')}.`);
    }
  } catch (error) {
    if (error instanceof ProductError && error.code === 'not_found') throw new ScriptError(`No account has the email ${email}.`);
    throw error;
  }
});
