import * as contract from '#contract/operator/people.contract.ts';
import { actOnPerson } from '#domain/operator/people/act-on-person.command.ts';
import { findPeople } from '#domain/operator/people/people.queries.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';

/** Mounts accounts, for operators. */
export function mountConsolePeople(router: ApiRouter): void {
  mount(router, contract.findPeople, async ({ query }) => ({ status: 200, body: { people: await findPeople(query.q) } }));

  mount(router, contract.actOnPerson, async ({ user, params, body, requestId }) => ({
    status: 200,
    body: await actOnPerson(
      { personId: params.person_id, ...body },
      { accountId: user.userId, requestId },
      user.roles.some((role) => role === 'admin'),
    ),
  }));
}
