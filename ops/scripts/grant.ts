import { userInfo } from 'node:os';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { grantByHand } from '#domain/billing/ledger/grant.commands.ts';
import { grantRole } from '#domain/identity/accounts/account.commands.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { readGrantOptions } from './grant-options.ts';
import { ScriptError } from './run-script.ts';
import { runWithDatabase } from './with-database.ts';

// npm run grant -- <email> <role>: gives an account a role; with tokens:1000 instead of the role, that many tokens. Both are audited under the
// system user's name.
await runWithDatabase(async (words) => {
  const { email, gift } = readGrantOptions(words);
  const actor = `script:${userInfo().username}`;
  try {
    if (typeof gift === 'number') {
      const { balance } = await grantByHand({ email, tokens: gift, actor, cause: toSentence('Given by an operator') });
      console.log(`${email} was given ${gift} tokens and can spend ${balance} now.`);
    } else {
      const roles = await grantRole({ email, role: gift, actor });
      console.log(`${email} is now ${roles.join(', ')}.`);
    }
  } catch (error) {
    if (error instanceof ProductError && error.code === 'not_found') throw new ScriptError(`No account has the email ${email}.`);
    throw error;
  }
});
