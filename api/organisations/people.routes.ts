import * as provisioning from '#contract/organisations/provisioning.contract.ts';
import * as rosters from '#contract/organisations/rosters.contract.ts';
import { createRoster, startRoster } from '#domain/organisations/rosters/roster.commands.ts';
import { getRoster, listRosterRows, listRosters } from '#domain/organisations/rosters/rosters.queries.ts';
import { createScimToken, endScimToken, getProvisioning, listScimRequests } from '#domain/organisations/scim/scim-token.commands.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';

/** Mounts the lists of people that owners and administrators upload. */
export function mountRosters(router: ApiRouter): void {
  mount(router, rosters.createRoster, async ({ user, files, body, signal }) => {
    const { roster, reading } = await createRoster({
      accountId: user.userId,
      file: files['file']![0]!,
      removes: body.removes,
      authoriseReason: body.authorise_reason,
      isLook: body.look,
      encoding: body.encoding,
      columns: body.columns,
      signal,
    });
    return roster ? { status: 201, body: { roster, reading } } : { status: 200, body: { roster: null, reading } };
  });

  mount(router, rosters.listRosters, async ({ user }) => ({ status: 200, body: { rosters: await listRosters(user.userId) } }));

  mount(router, rosters.getRoster, async ({ user, params }) => ({
    status: 200,
    body: { roster: await getRoster(user.userId, params.roster_id) },
  }));

  mount(router, rosters.listRosterRows, async ({ user, params, query }) => ({
    status: 200,
    body: await listRosterRows({
      accountId: user.userId,
      rosterId: params.roster_id,
      kind: query.kind,
      afterLine: query.after_line,
      limit: query.limit,
    }),
  }));

  mount(router, rosters.applyRoster, async ({ user, params, requestId }) => ({
    status: 202,
    body: { roster: await startRoster({ accountId: user.userId, rosterId: params.roster_id, what: 'apply', requestId }) },
  }));

  mount(router, rosters.undoRoster, async ({ user, params, requestId }) => ({
    status: 202,
    body: { roster: await startRoster({ accountId: user.userId, rosterId: params.roster_id, what: 'undo', requestId }) },
  }));
}

/** Mounts the settings of directories: their tokens and their requests. */
export function mountProvisioning(router: ApiRouter): void {
  mount(router, provisioning.getProvisioning, async ({ user }) => ({
    status: 200,
    body: { provisioning: await getProvisioning(user.userId) },
  }));

  mount(router, provisioning.createScimToken, async ({ user }) => {
    const token = await createScimToken(user.userId);
    return { status: 201, body: { token, provisioning: await getProvisioning(user.userId) } };
  });

  mount(router, provisioning.endScimToken, async ({ user, params }) => {
    await endScimToken(user.userId, params.token_id);
    return { status: 200, body: { provisioning: await getProvisioning(user.userId) } };
  });

  mount(router, provisioning.listScimRequests, async ({ user, query }) => ({
    status: 200,
    body: await listScimRequests(user.userId, query),
  }));
}
