import * as people from '#contract/people/people.contract.ts';
import * as command from '#domain/people/person.commands.ts';
import { mutePerson, unmutePerson } from '#domain/people/person.commands.ts';
import { listBlocks, listConnections, listMutes, listPublicProfiles } from '#domain/people/people.queries.ts';
import { ProductError } from '#domain/platform/errors.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';

/** Mounts public profiles and connections. */
export function mountPeople(router: ApiRouter): void {
  mount(router, people.listProfiles, async ({ user, query }) => ({
    status: 200,
    body: await listPublicProfiles({ viewerId: user.userId, ...query }),
  }));
  mount(router, people.listConnections, async ({ user }) => ({
    status: 200,
    body: { connections: await listConnections(user.userId) },
  }));
  mount(router, people.connectUsers, async ({ user, query }) => {
    if (query.user1_id !== user.userId) throw new ProductError('access.denied', 'This belongs to someone else.');
    const state = await command.connectPeople({ accountId: user.userId, personId: query.user2_id });
    return { status: 200, body: { message: people.CONNECT_SENT, state } };
  });
  mount(router, people.answerConnection, async ({ user, params, body }) => ({
    status: 200,
    body: { state: await command.answerConnection({ accountId: user.userId, personId: params.person_id, accept: body.accept }) },
  }));
  mount(router, people.removeConnection, async ({ user, params }) => ({
    status: 200,
    body: await command.removeConnection({ accountId: user.userId, personId: params.person_id }),
  }));
  mount(router, people.listMutes, async ({ user }) => ({ status: 200, body: { muted: await listMutes(user.userId) } }));
  mount(router, people.mutePerson, async ({ user, params }) => ({
    status: 200,
    body: await mutePerson({ accountId: user.userId, personId: params.person_id }),
  }));
  mount(router, people.unmutePerson, async ({ user, params }) => ({
    status: 200,
    body: await unmutePerson({ accountId: user.userId, personId: params.person_id }),
  }));
  mount(router, people.listBlocks, async ({ user }) => ({ status: 200, body: { blocked: await listBlocks(user.userId) } }));
  mount(router, people.blockPerson, async ({ user, params }) => ({
    status: 200,
    body: await command.blockPerson({ accountId: user.userId, personId: params.person_id }),
  }));
  mount(router, people.unblockPerson, async ({ user, params }) => ({
    status: 200,
    body: await command.unblockPerson({ accountId: user.userId, personId: params.person_id }),
  }));
}
