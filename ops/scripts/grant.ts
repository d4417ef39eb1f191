import { userInfo } from 'node:os';
import { ROLES, type Role } from '#domain/identity/account.model.ts';
import { grantRole } from '#domain/identity/grant-role.command.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { ScriptError } from './run-script.ts';
import { runWithDatabase } from './with-database.ts';

const isRole = (word: string): word is Role => (ROLES as readonly string[]).includes(word);

// npm run grant -- <email> <role>: gives an account a role. It is audited with the name of whoever ran it.
await runWithDatabase(async ([email, role]) => {
  if (!email || !role) throw new ScriptError(`Say who and what: npm run grant -- <email> <${ROLES.join('|')}>`);
  if (!isRole(role)) throw new ScriptError(`There is no role '${role}'. Roles: ${ROLES.join(', ')}.`);
  try {
    const roles = await grantRole({ email, role, actor: `script:${userInfo().username}` });
    console.log(`${email} is now ${roles.join(', ')}.`);
  } catch (error) {
    if (error instanceof ProductError && error.code === 'not_found') throw new ScriptError(`No account has the email ${email}.`);
    throw error;
  }
});
