import * as contract from '#contract/operator/services.contract.ts';
import { openServiceLane } from '#domain/vendors/llm/open-service-lane.command.ts';
import { listServiceLanes } from '#domain/vendors/llm/service-lanes.queries.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';

/** Mounts the AI services, for operators. */
export function mountServices(router: ApiRouter): void {
  mount(router, contract.listServiceLanes, async () => ({ status: 200, body: { services: await listServiceLanes() } }));

  mount(router, contract.openServiceLane, async ({ user, params }) => {
    await openServiceLane({ service: params.service, accountId: user.userId });
    return { status: 200, body: { services: await listServiceLanes() } };
  });
}
