import type { SignInSetup } from '#contract/organisations/sign-in.contract.ts';
import { endOutlived, forgetSessions } from '#domain/identity/sessions/session.commands.ts';
import { transact } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { lockAllowed } from '#domain/membership/membership.queries.ts';
import { describeSetup } from './sign-in.queries.ts';

interface Lifetime {
  readonly idle_hours: number | null;
  readonly longest_hours: number | null;
}

/**
 * Sets how long sessions through an organisation's provider last. Older sessions end at once; sessions opened in a person's own way are not
 * affected. Repeating it changes nothing.
 * @throws ProductError organisation.none, organisation.not_allowed, organisation.sign_in_missing
 */
export async function changeLifetime(accountId: string, lifetime: Lifetime): Promise<SignInSetup> {
  const { ended, organisationId } = await transact(async (trx) => {
    const { organisationId } = await lockAllowed(trx, accountId, 'set_sign_in');
    const which = { organisation_id: organisationId };
    const before = await trx('organisation_sign_in').where(which).forUpdate().first('idle_hours', 'longest_hours');
    if (!before) throw new ProductError('organisation.sign_in_missing');
    const { idle_hours, longest_hours } = lifetime;
    if (before.idle_hours === idle_hours && before.longest_hours === longest_hours) return { ended: [], organisationId };
    await trx('organisation_sign_in').where(which).update({ idle_hours, longest_hours });
    const detail = { from: before, to: { idle_hours, longest_hours } };
    const subject = `organisation:${organisationId}`;
    await recordAudit({ actor: `account:${accountId}`, action: 'organisation.sign_in_lifetime', subject, detail }, trx);
    return { ended: await endOutlived(trx, organisationId), organisationId };
  });
  forgetSessions(ended);
  return describeSetup(organisationId);
}
