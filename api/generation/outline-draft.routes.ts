import * as contract from '#contract/generation/outline-draft.contract.ts';
import { keepOutlineDraft } from '#domain/generation/outline/keep-outline-draft.command.ts';
import { getOutlineDraft } from '#domain/generation/outline/outline-draft.queries.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';

export function mountOutlineDraft(router: ApiRouter): void {
  mount(router, contract.getOutlineDraft, async ({ user, params }) => ({
    status: 200,
    body: await getOutlineDraft({ runId: params.task_id, accountId: user.userId }),
  }));

  mount(router, contract.keepOutlineDraft, async ({ user, params, body }) => ({
    status: 200,
    body: await keepOutlineDraft({
      runId: params.task_id,
      accountId: user.userId,
      draft: body.draft,
      baseVersion: body.base_version,
    }),
  }));
}
