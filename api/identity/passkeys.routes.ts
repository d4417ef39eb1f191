import * as contract from '#contract/identity/passkeys.contract.ts';
import {
  addPasskey,
  startPasskey,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
  startPasskeySignIn,
} from '#domain/identity/passkeys/passkey.commands.ts';
import { listPasskeys } from '#domain/identity/passkeys/passkey.queries.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';
import { sessionAnswer } from './session-answer.ts';

export function mountPasskeys(router: ApiRouter): void {
  mount(router, contract.listPasskeys, async ({ user }) => ({ status: 200, body: { passkeys: await listPasskeys(user.userId) } }));

  mount(router, contract.startPasskey, async ({ user, body }) => ({
    status: 200,
    body: await startPasskey({ accountId: user.userId, password: body.password }),
  }));

  mount(router, contract.addPasskey, async ({ user, body }) => ({
    status: 201,
    body: await addPasskey({ accountId: user.userId, sessionId: user.sessionId, name: body.name, registration: body.registration }),
  }));

  mount(router, contract.renamePasskey, async ({ user, params, body }) => ({
    status: 200,
    body: await renamePasskey({ accountId: user.userId, passkeyId: params.passkey_id, name: body.name }),
  }));

  mount(router, contract.removePasskey, async ({ user, params }) => {
    await removePasskey({ accountId: user.userId, passkeyId: params.passkey_id });
    return { status: 200, body: { message: 'The passkey is removed.' } };
  });

  mount(router, contract.startPasskeySignIn, async () => {
    const { challenge, rpId } = await startPasskeySignIn();
    return { status: 200, body: { challenge, rp_id: rpId } };
  });

  mount(router, contract.signInWithPasskey, async ({ body, header }) => {
    const opened = await signInWithPasskey({ assertion: body.assertion, userAgent: header('User-Agent') });
    return { status: 200, ...(await sessionAnswer(opened, header)) };
  });
}
