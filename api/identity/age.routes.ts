import * as contract from '#contract/identity/age.contract.ts';
import { findAgePage } from '#domain/identity/age/age-page.queries.ts';
import { answerParentalRequest, correctBirthYear, readParentalRequest } from '#domain/identity/age/answer-parental-request.command.ts';
import { askParent } from '#domain/identity/age/ask-parent.command.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';

/** Mounts age rules and parental consent. */
export function mountAge(router: ApiRouter): void {
  mount(router, contract.getAgePage, async ({ user }) => ({ status: 200, body: await findAgePage(user.userId) }));

  mount(router, contract.askParent, async ({ user, body }) => {
    await askParent({ accountId: user.userId, parentEmail: body.parent_email });
    return { status: 202, body: await findAgePage(user.userId) };
  });

  mount(router, contract.readParentalRequest, async ({ body }) => ({ status: 200, body: await readParentalRequest(body.token) }));

  mount(router, contract.answerParentalRequest, async ({ body }) => ({ status: 200, body: await answerParentalRequest(body) }));

  mount(router, contract.correctBirthYear, async ({ body: { token, birth_year: birthYear } }) => ({
    status: 200,
    body: await correctBirthYear({ token, birthYear }),
  }));
}
