import * as contract from '#contract/moderation/moderation.contract.ts';
import { decide, appealDecision } from '#domain/moderation/decision.commands.ts';
import { listModeration, listOwnTexts } from '#domain/moderation/moderation.queries.ts';
import { reportSubject } from '#domain/moderation/reports/report-subject.command.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';

/** Mounts reports, their outcome, and the author's view of it. */
export function mountModeration(router: ApiRouter): void {
  mount(router, contract.reportSubject, async ({ user, body }) => ({
    status: 200,
    body: await reportSubject({ accountId: user.userId, ...body }),
  }));
  mount(router, contract.listOwnTexts, async ({ user }) => ({ status: 200, body: await listOwnTexts(user.userId) }));
  mount(router, contract.appealDecision, async ({ user, body }) => ({
    status: 200,
    body: await appealDecision({ accountId: user.userId, type: body.subject_type, id: body.subject_id, text: body.text }),
  }));
  mount(router, contract.listModeration, async ({ query }) => ({ status: 200, body: await listModeration(query) }));
  mount(router, contract.decideModeration, async ({ user, body }) => {
    const { subject_type: type, subject_id: id, ...decision } = body;
    return { status: 200, body: { state: await decide({ moderatorId: user.userId, type, id, ...decision }) } };
  });
}
