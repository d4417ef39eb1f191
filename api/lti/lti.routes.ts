import * as launch from '#contract/lti/launch.contract.ts';
import * as setup from '#contract/lti/platforms.contract.ts';
import {
  answerInLaunch,
  completeInLaunch,
  readActivity,
  readLesson,
  readSimulation,
  solveInLaunch,
} from '#domain/lti/activity.commands.ts';
import { chooseContents, listContents } from '#domain/lti/choose-contents.command.ts';
import { openLaunch, startLogin } from '#domain/lti/launch.commands.ts';
import {
  addPlatform,
  changePlatform,
  listOffers,
  offerCourse,
  removePlatform,
  renewRegistration,
  requestRoster,
  withdrawOffer,
} from '#domain/lti/platform.commands.ts';
import { listContextMembers, listContexts, listPlatforms, listRefusals } from '#domain/lti/platform.queries.ts';
import { registerPlatform, toolConfiguration } from '#domain/lti/register-platform.command.ts';
import { publicKeys } from '#domain/lti/signing-key.commands.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';

/** Mounts an organisation's learning platforms, for its administrators. */
export function mountLtiPlatforms(router: ApiRouter): void {
  mount(router, setup.listLtiPlatforms, async ({ user }) => ({ status: 200, body: { platforms: await listPlatforms(user.userId) } }));

  mount(router, setup.addLtiPlatform, async ({ user, body: { name, product } }) => ({
    status: 201,
    body: await addPlatform({ accountId: user.userId, name, product }),
  }));

  mount(router, setup.changeLtiPlatform, async ({ user, params, body }) => ({
    status: 200,
    body: { platform: await changePlatform({ accountId: user.userId, platformId: params.platform_id, ...body }) },
  }));

  mount(router, setup.renewLtiRegistration, async ({ user, params }) => ({
    status: 200,
    body: { registration_url: await renewRegistration({ accountId: user.userId, platformId: params.platform_id }) },
  }));

  mount(router, setup.removeLtiPlatform, async ({ user, params }) => {
    await removePlatform({ accountId: user.userId, platformId: params.platform_id });
    return { status: 200, body: { platform_id: params.platform_id } };
  });

  mount(router, setup.listLtiRefusals, async ({ user, params }) => ({
    status: 200,
    body: { refusals: await listRefusals(user.userId, params.platform_id) },
  }));

  mount(router, setup.listLtiContexts, async ({ user }) => ({ status: 200, body: { contexts: await listContexts(user.userId) } }));

  mount(router, setup.listLtiMembers, async ({ user, params }) => ({
    status: 200,
    body: await listContextMembers(user.userId, params.context_id),
  }));

  mount(router, setup.readLtiRoster, async ({ user, params }) => {
    await requestRoster({ accountId: user.userId, contextId: params.context_id });
    return { status: 202, body: { context_id: params.context_id } };
  });

  mount(router, setup.listLtiOffers, async ({ user }) => ({ status: 200, body: { offers: await listOffers(user.userId) } }));

  mount(router, setup.offerLtiCourse, async ({ user, params }) => ({
    status: 200,
    body: { offers: await offerCourse({ accountId: user.userId, courseId: params.course_id }) },
  }));

  mount(router, setup.withdrawLtiOffer, async ({ user, params }) => ({
    status: 200,
    body: { offers: await withdrawOffer({ accountId: user.userId, courseId: params.course_id }) },
  }));
}

/** Mounts the endpoints for platforms, and for the pages that they open. */
export function mountLtiLaunch(router: ApiRouter): void {
  mount(router, launch.startLtiLogin, async ({ body }) => ({ status: 200, body: await startLogin(body) }));

  mount(router, launch.openLtiLaunch, async ({ body }) => ({ status: 201, body: await openLaunch(body) }));

  mount(router, launch.registerLtiPlatform, async ({ body }) => ({ status: 201, body: await registerPlatform(body) }));

  mount(router, launch.ltiKeys, async () => ({ status: 200, body: { keys: await publicKeys() } }));

  mount(router, launch.ltiConfiguration, async ({ params }) => ({ status: 200, body: await toolConfiguration(params.platform_id) }));

  mount(router, launch.getLtiActivity, async ({ user }) => ({ status: 200, body: await readActivity(user) }));

  mount(router, launch.getLtiLesson, async ({ user, params }) => ({ status: 200, body: await readLesson(user, params.lesson_id) }));

  mount(router, launch.answerLtiQuestion, async ({ user, body, credentials }) => ({
    status: 200,
    body: await answerInLaunch(user, body, credentials.bearer!),
  }));

  mount(router, launch.completeLtiLesson, async ({ user, body, credentials }) => ({
    status: 200,
    body: await completeInLaunch(user, body.lesson_id, credentials.bearer!),
  }));

  mount(router, launch.getLtiSimulation, async ({ user }) => ({ status: 200, body: await readSimulation(user) }));

  mount(router, launch.solveLtiTasks, async ({ user, body, credentials }) => ({
    status: 200,
    body: await solveInLaunch(user, body.solutions, credentials.bearer!),
  }));

  mount(router, launch.listLtiContents, async ({ user, query, credentials }) => ({
    status: 200,
    body: await listContents(user, credentials.bearer!, query.q),
  }));

  mount(router, launch.chooseLtiContents, async ({ user, body, credentials }) => ({
    status: 200,
    body: await chooseContents(user, credentials.bearer!, body.items),
  }));
}
