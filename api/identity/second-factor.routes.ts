import * as contract from '#contract/identity/second-factor.contract.ts';
import { renewRecoveryCodes, turnOffSecondFactor } from '#domain/identity/second-factor/turn-off-second-factor.command.ts';
import { confirmSecondFactor } from '#domain/identity/second-factor/confirm-second-factor.command.ts';
import { finishSignIn } from '#domain/identity/second-factor/finish-sign-in.command.ts';
import { findSecondFactor } from '#domain/identity/second-factor/second-factor.queries.ts';
import { setUpSecondFactor } from '#domain/identity/second-factor/set-up-second-factor.command.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';
import { sessionAnswer } from './session-answer.ts';

export function mountSecondFactor(router: ApiRouter): void {
  mount(router, contract.getSecondFactor, async ({ user }) => ({ status: 200, body: await findSecondFactor(user.userId) }));

  mount(router, contract.setUpSecondFactor, async ({ user, body }) => ({
    status: 200,
    body: await setUpSecondFactor({ accountId: user.userId, password: body.password }),
  }));

  mount(router, contract.confirmSecondFactor, async ({ user, body }) => {
    const { recoveryCodes } = await confirmSecondFactor({ accountId: user.userId, sessionId: user.sessionId, code: body.code });
    return { status: 200, body: { recovery_codes: recoveryCodes } };
  });

  mount(router, contract.renewRecoveryCodes, async ({ user, body }) => {
    const { recoveryCodes } = await renewRecoveryCodes({ accountId: user.userId, password: body.password, code: body.code });
    return { status: 200, body: { recovery_codes: recoveryCodes } };
  });

  mount(router, contract.turnOffSecondFactor, async ({ user, body }) => {
    await turnOffSecondFactor({ accountId: user.userId, password: body.password, code: body.code });
    return { status: 200, body: await findSecondFactor(user.userId) };
  });

  mount(router, contract.finishSignIn, async ({ body, header }) => {
    const opened = await finishSignIn({ token: body.token, code: body.code, userAgent: header('User-Agent') });
    return { status: 200, ...(await sessionAnswer(opened, header)) };
  });
}
