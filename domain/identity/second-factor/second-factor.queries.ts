import type { SecondFactorState } from '#contract/identity/second-factor.contract.ts';
import { database } from '#domain/platform/database.ts';
import { expression, sql } from '#domain/platform/sql.ts';

/** Returns whether an account has two-step sign-in. */
export async function findSecondFactor(accountId: string): Promise<SecondFactorState> {
  const factor = await database()('second_factor')
    .where({ account_id: accountId })
    .whereNotNull('confirmed_at')
    .first<{ confirmed_at: Date; codes: number } | undefined>(
      'confirmed_at',
      expression(
        database(),
        sql`(select count(*) from recovery_code c where c.account_id = second_factor.account_id and used_at is null) as codes`,
      ),
    );
  return {
    on: factor !== undefined,
    since: factor ? factor.confirmed_at.toISOString() : null,
    recovery_codes_left: factor?.codes ?? 0,
  };
}
