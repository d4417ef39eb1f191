import * as contract from '#contract/identity/api-keys.contract.ts';
import { createKey, endKey } from '#domain/identity/api-keys/api-key.commands.ts';
import { findKey, listKeys } from '#domain/identity/api-keys/api-key.queries.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';

export function mountApiKeys(router: ApiRouter): void {
  mount(router, contract.listKeys, async ({ user, params }) => ({
    status: 200,
    body: { keys: await listKeys({ accountId: user.userId, holder: params.holder }) },
  }));

  mount(router, contract.getCaller, async ({ user }) => ({
    status: 200,
    body: { user_id: user.userId, key: user.key ? await findKey(user.key.id) : null },
  }));

  mount(router, contract.createKey, async ({ user, params, body: { day_budget: dayBudget, ...body } }) => ({
    status: 201,
    body: await createKey({ accountId: user.userId, sessionId: user.sessionId, holder: params.holder, dayBudget, ...body }),
  }));

  mount(router, contract.endKey, async ({ user, params }) => ({
    status: 200,
    body: await endKey({ accountId: user.userId, holder: params.holder, keyId: params.api_key_id }),
  }));
}
