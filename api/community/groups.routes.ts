import * as contract from '#contract/community/groups.contract.ts';
import { listGroups, readGroup } from '#domain/community/groups/groups.queries.ts';
import { decideMember, joinGroup, leaveGroup } from '#domain/community/groups/join-group.command.ts';
import { createGroup, deleteGroup, editGroup } from '#domain/community/groups/create-group.command.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';

export function mountGroups(router: ApiRouter): void {
  mount(router, contract.listGroups, async ({ user, query }) => ({
    status: 200,
    body: await listGroups({ viewerId: user.userId, ...query }),
  }));
  mount(router, contract.createGroup, async ({ user, body }) => ({
    status: 200,
    body: {
      message: contract.GROUP_CREATED,
      group: await createGroup({
        accountId: user.userId,
        groupId: body.group_id,
        name: body.name,
        description: body.description,
        isPublic: body.is_public,
      }),
    },
  }));
  mount(router, contract.readGroup, async ({ user, params }) => ({
    status: 200,
    body: await readGroup({ viewerId: user.userId, groupId: params.group_id }),
  }));
  mount(router, contract.editGroup, async ({ user, params, body }) => ({
    status: 200,
    body: {
      group: await editGroup({
        accountId: user.userId,
        groupId: params.group_id,
        name: body.name,
        description: body.description,
        isPublic: body.is_public,
      }),
    },
  }));
  mount(router, contract.deleteGroup, async ({ user, params }) => ({
    status: 200,
    body: await deleteGroup({ accountId: user.userId, groupId: params.group_id }),
  }));
  mount(router, contract.joinGroup, async ({ user, params, body }) => {
    const membership = { accountId: user.userId, groupId: params.group_id };
    return { status: 200, body: { standing: await (body.joined ? joinGroup(membership) : leaveGroup(membership)) } };
  });
  mount(router, contract.decideMember, async ({ user, params, body }) => ({
    status: 200,
    body: await decideMember({ accountId: user.userId, groupId: params.group_id, personId: params.person_id, accepted: body.accepted }),
  }));
}
