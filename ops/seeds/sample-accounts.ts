import { database } from '#domain/platform/database.ts';

const PASSWORD = 'coursewright-demo';

const SAMPLE_ACCOUNTS = [
  { email: 'learner@example.com', firstName: 'Lena', lastName: 'Learner', role: 'learner' },
  { email: 'creator@example.com', firstName: 'Carlos', lastName: 'Creator', role: 'creator' },
  { email: 'operator@example.com', firstName: 'Olu', lastName: 'Operator', role: 'operator' },
] as const;

/** Makes the sample accounts, or what is missing of them. @returns a line for each one it touched */
export async function seedSampleAccounts(): Promise<string[]> {
  const emails = SAMPLE_ACCOUNTS.map((account) => account.email);
  const rows: { email: string; roles: string[] }[] = await database()('account').whereIn('email', emails).select('email', 'roles');
  const roles = new Map(rows.map((row) => [row.email, row.roles]));
  const missing = SAMPLE_ACCOUNTS.filter((account) => !roles.get(account.email)?.includes(account.role));
  if (missing.length === 0) return [];

  // loaded only when needed: password hashing is native code, and every start asks whether something is missing
  const { registerAccount } = await import('#domain/identity/register-account.command.ts');
  const { logOut } = await import('#domain/identity/log-out.command.ts');
  const { grantRole } = await import('#domain/identity/grant-role.command.ts');
  for (const { role, ...person } of missing) {
    if (!roles.has(person.email)) {
      const { refreshToken } = await registerAccount({ ...person, password: PASSWORD, marketingConsent: false, userAgent: 'seed' });
      await logOut({ accessToken: null, refreshToken, cookie: null }); // registering signs in, and nobody is there
    }
    await grantRole({ email: person.email, role, actor: 'script:seed' });
  }
  return missing.map((account) => `${account.email} (${account.role}), password ${PASSWORD}`);
}
