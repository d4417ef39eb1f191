import { toSentence } from '#contract/platform/sentence.contract.ts';
import { database } from '#domain/platform/database.ts';

const PASSWORD = 'coursewright-demo';

/** Enough tokens to try everything. Granted once. */
const GIFT = { tokens: 100_000, occasion: 'sample-account', cause: toSentence('Sample account'), actor: 'script:seed' } as const;

const SAMPLE_ACCOUNTS = [
  { email: 'learner@example.com', firstName: 'Lena', lastName: 'Learner', role: 'learner' },
  { email: 'creator@example.com', firstName: 'Carlos', lastName: 'Creator', role: 'creator' },
  { email: 'operator@example.com', firstName: 'Olu', lastName: 'Operator', role: 'operator' },
] as const;

/** Makes the missing sample accounts. @returns a line for each one it touched */
export async function seedSampleAccounts(): Promise<string[]> {
  const emails = SAMPLE_ACCOUNTS.map((account) => account.email);
  // nobody reads their mail; without a proven address nothing but the password could be tried
  await database()('account').whereIn('email', emails).whereNull('email_verified_at').update({ email_verified_at: database().fn.now() });
  const { rows } = await database().raw(
    `select email, roles, exists (select from token_lot where owner_kind = 'user' and owner_id = account.id::text
                                     and source = 'admin' and period_key = ?) as has_gift
       from account where email = any(?)`,
    [GIFT.occasion, emails],
  );
  const found = new Map((rows as { email: string; roles: string[]; has_gift: boolean }[]).map((row) => [row.email, row]));
  const missing = SAMPLE_ACCOUNTS.filter(({ email, role }) => !found.get(email)?.has_gift || !found.get(email)?.roles.includes(role));
  if (missing.length === 0) return [];

  // loaded only when needed: password hashing is native code, and every start checks whether something is missing
  const { registerAccount } = await import('#domain/identity/accounts/register-account.command.ts');
  const { logOut } = await import('#domain/identity/sessions/log-out.command.ts');
  const { grantByHand } = await import('#domain/billing/ledger/grant-by-hand.command.ts');
  const { grantRole } = await import('#domain/identity/accounts/grant-role.command.ts');
  for (const { role, ...person } of missing) {
    if (!found.has(person.email)) {
      const { refreshToken } = await registerAccount({ ...person, password: PASSWORD, marketingConsent: false, userAgent: 'seed' });
      await database()('account').where({ email: person.email }).update({ email_verified_at: database().fn.now() });
      await logOut({ accessToken: null, refreshToken, cookie: null }); // registering signs in, and no one uses this session
    }
    if (!found.get(person.email)?.roles.includes(role)) await grantRole({ email: person.email, role, actor: 'script:seed' });
    await grantByHand({ email: person.email, ...GIFT });
  }
  return missing.map((account) => `${account.email} (${account.role}), password ${PASSWORD}`);
}
