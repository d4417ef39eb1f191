import * as live from '#contract/live/live.contract.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';
import { createTicket } from '#domain/identity/sessions/session.commands.ts';
import type { LiveHub } from './live-hub.ts';

export function mountLive(router: ApiRouter, hub: LiveHub): void {
  mount(router, live.openLiveSocket, async ({ user }) => ({ status: 101, body: await hub.admit(user) }));

  mount(router, live.createLiveTicket, async ({ user }) => ({
    status: 201,
    body: { ticket: await createTicket(user.sessionId), expires_in: live.TICKET_SECONDS },
  }));
}
