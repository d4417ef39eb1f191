import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { registerAccount, grantRole } from './accounts/account.commands.ts';

const database = useTestDatabase();

describe('roles', () => {
  it('are granted once, by email address, and every grant is recorded with its author', async () => {
    const { accountId } = await registerAccount({
      email: 'op@example.com',
      password: 'correct horse',
      firstName: 'O',
      lastName: 'P',
      marketingConsent: false,
      userAgent: '',
    });
    expect(await grantRole({ email: ' OP@example.com', role: 'operator', actor: 'script:grant' })).toEqual(['learner', 'operator']);
    expect(await grantRole({ email: 'op@example.com', role: 'operator', actor: 'script:grant' })).toEqual(['learner', 'operator']);
    const audit = await database.knex('audit_entry').where({ subject: `account:${accountId}` });
    expect(audit).toHaveLength(2);
    expect(audit[0]).toMatchObject({ actor: 'script:grant', action: 'role.grant', detail: { role: 'operator' } });
  });

  it('cannot be granted to a missing account', async () => {
    await expect(grantRole({ email: 'nobody@example.com', role: 'admin', actor: 'script:grant' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
