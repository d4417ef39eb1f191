import { changeSignInLifetime } from '#contract/organisations/sign-in-lifetime.contract.ts';
import * as contract from '#contract/organisations/sign-in.contract.ts';
import * as overview from '#contract/organisations/sign-in-overview.contract.ts';
import { addDomain, changeDomain, checkDomain, removeDomain } from '#domain/organisations/domains/domain.commands.ts';
import {
  changeMode,
  readSetup,
  readTest,
  relaxSignIn,
  removeSignIn,
  saveSignIn,
  startTest,
} from '#domain/organisations/sign-in/connection.commands.ts';
import { changeLifetime } from '#domain/organisations/sign-in/change-lifetime.command.ts';
import { listSignIns } from '#domain/organisations/sign-in/sign-in.queries.ts';
import { attemptCookie } from '#api/identity/organisation-sign-in.routes.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';

/** Mounts the settings of the caller's organisation's sign-in, and the operators' list of all. */
export function mountSignInSetup(router: ApiRouter): void {
  mount(router, contract.getSignInSetup, async ({ user }) => ({ status: 200, body: await readSetup(user.userId) }));

  mount(router, contract.saveSignIn, async ({ user, body }) => ({ status: 200, body: await saveSignIn(user.userId, body) }));

  mount(router, contract.changeSignInMode, async ({ user, body }) => ({
    status: 200,
    body: await changeMode({ accountId: user.userId, sessionId: user.sessionId }, body.mode),
  }));

  mount(router, changeSignInLifetime, async ({ user, body }) => ({ status: 200, body: await changeLifetime(user.userId, body) }));

  mount(router, contract.removeSignIn, async ({ user }) => ({ status: 200, body: await removeSignIn(user.userId) }));

  mount(router, contract.startSignInTest, async ({ user }) => {
    const { url, browser } = await startTest(user.userId);
    return { status: 200, body: { url }, headers: attemptCookie(browser) };
  });

  mount(router, contract.readSignInTest, async ({ user, body }) => ({ status: 200, body: await readTest(user.userId, body.arrival) }));

  mount(router, contract.addDomain, async ({ user, body }) => ({
    status: 200,
    body: await addDomain({ accountId: user.userId, domain: body.domain }),
  }));

  mount(router, contract.checkDomain, async ({ user, params }) => ({
    status: 200,
    body: await checkDomain({ accountId: user.userId, domain: params.domain }),
  }));

  mount(router, contract.changeDomain, async ({ user, params, body }) => ({
    status: 200,
    body: await changeDomain({ accountId: user.userId, domain: params.domain, joins: body.joins }),
  }));

  mount(router, contract.removeDomain, async ({ user, params }) => ({
    status: 200,
    body: await removeDomain({ accountId: user.userId, domain: params.domain }),
  }));

  mount(router, overview.listOrganisationSignIns, async () => ({ status: 200, body: { sign_ins: await listSignIns() } }));

  mount(router, overview.relaxOrganisationSignIn, async ({ user, params }) => ({
    status: 200,
    body: await relaxSignIn({ organisationId: params.organisation_id, actor: `account:${user.userId}` }),
  }));
}
