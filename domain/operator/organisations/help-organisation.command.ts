import type { HelpAct, OrganisationDetails } from '#contract/operator/organisations.contract.ts';
import { auditAct, type Operator } from '#domain/platform/operator-act.ts';
import { transact } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { readConsoleOrganisation } from '#domain/organisations/console.queries.ts';
import { endMemberships } from '#domain/organisations/end-memberships.command.ts';
import { inviteAgain } from '#domain/organisations/member.commands.ts';
import { lockOrganisation } from '#domain/organisations/own-organisation.queries.ts';

interface Help {
  readonly organisationId: string;
  readonly personId: string;
  readonly act: HelpAct;
}

/**
 * Helps an organisation with a person who has not joined: sends the invite again in the organisation's name, or withdraws it, which frees
 * the seat. Audited in the same transaction.
 * @throws ProductError not_found, also for a person who has joined or left; organisation.ended, organisation.seats_full
 */
export async function helpOrganisation({ organisationId, personId, act }: Help, operator: Operator): Promise<OrganisationDetails> {
  await readConsoleOrganisation(organisationId);
  await transact(async (trx) => {
    const organisation = await lockOrganisation(trx, organisationId);
    const person = await trx('organisation_person')
      .where({ id: personId, organisation_id: organisationId, state: 'waiting' })
      .first('id', 'email');
    if (!person) throw notFound('person');
    if (act === 'resend_invite') {
      await inviteAgain(trx, { organisation, person, inviter: { accountId: null, name: organisation.name } });
    } else {
      await endMemberships(trx, { organisation, personIds: [personId] });
    }
    await auditAct(trx, operator, {
      action: `organisation.${act}`,
      subject: `organisation:${organisationId}`,
      after: { person: personId },
    });
  });
  return readConsoleOrganisation(organisationId);
}
