import * as contract from '#contract/organisations/organisation.contract.ts';
import { listContracts } from '#domain/organisations/contract.queries.ts';
import { invitePeople, acceptInvite } from '#domain/organisations/invite.commands.ts';
import {
  authoriseMember,
  changeRole,
  joinByDomain,
  leaveOrganisation,
  removePerson,
  resendInvite,
} from '#domain/organisations/member.commands.ts';
import { findOrganisation, getOrganisation } from '#domain/organisations/organisation.queries.ts';
import { listPeople } from '#domain/organisations/people.queries.ts';
import { recordContract } from '#domain/organisations/record-contract.command.ts';
import { ProductError } from '#domain/platform/errors.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';

/** Mounts the caller's organisation, and the contracts that operators record. */
export function mountOrganisation(router: ApiRouter): void {
  mount(router, contract.getOrganisation, async ({ user }) => ({ status: 200, body: await getOrganisation(user.userId) }));

  mount(router, contract.listPeople, async ({ user, query }) => ({
    status: 200,
    body: await listPeople({ accountId: user.userId, ...query }),
  }));

  mount(router, contract.invitePeople, async ({ user, body }) => {
    await invitePeople({ accountId: user.userId, emails: body.emails, role: body.role });
    return { status: 200, body: { organisation: await organisationOf(user.userId) } };
  });

  mount(router, contract.resendInvite, async ({ user, params }) => {
    await resendInvite({ accountId: user.userId, personId: params.person_id });
    return { status: 200, body: { organisation: await organisationOf(user.userId) } };
  });

  mount(router, contract.acceptInvite, async ({ user, body }) => {
    await acceptInvite({ accountId: user.userId, token: body.token });
    return { status: 200, body: { organisation: await organisationOf(user.userId) } };
  });

  mount(router, contract.joinByDomain, async ({ user }) => {
    await joinByDomain(user.userId);
    return { status: 200, body: { organisation: await organisationOf(user.userId) } };
  });

  mount(router, contract.removePerson, async ({ user, params }) => {
    await removePerson({ accountId: user.userId, personId: params.person_id });
    return { status: 200, body: { organisation: await findOrganisation(user.userId) } };
  });

  mount(router, contract.leaveOrganisation, async ({ user }) => {
    await leaveOrganisation(user.userId);
    return { status: 200, body: { organisation: null } };
  });

  mount(router, contract.changeRole, async ({ user, params, body }) => {
    await changeRole({ accountId: user.userId, personId: params.person_id, role: body.role });
    return { status: 200, body: { organisation: await organisationOf(user.userId) } };
  });

  mount(router, contract.authoriseMember, async ({ user, params, body }) => {
    const { authorised: isAuthorised, reason } = body;
    await authoriseMember({ accountId: user.userId, personId: params.person_id, isAuthorised, reason });
    return { status: 200, body: { organisation: await organisationOf(user.userId) } };
  });

  mount(router, contract.listContracts, async () => ({ status: 200, body: await listContracts() }));

  mount(router, contract.recordContract, async ({ user, body }) => {
    const recorded = await recordContract({
      actor: `account:${user.userId}`,
      packageId: body.package_id,
      ownerEmail: body.owner_email,
      organisationName: body.organisation_name,
      reference: body.reference,
      startsOn: body.starts_on,
    });
    return {
      status: recorded.isNew ? 201 : 200,
      body: {
        order_id: recorded.orderId,
        organisation_id: recorded.organisationId,
        starts_at: recorded.startsAt.toISOString(),
        ends_at: recorded.endsAt.toISOString(),
      },
    };
  });
}

/** Reads the caller's organisation. @throws ProductError organisation.none for a member who was removed meanwhile */
async function organisationOf(accountId: string) {
  const organisation = await findOrganisation(accountId);
  if (!organisation) throw new ProductError('organisation.none');
  return organisation;
}
