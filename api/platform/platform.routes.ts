import * as health from '#contract/platform/health.contract.ts';
import { PRODUCT } from '#contract/product.ts';
import { SERVICES } from '#contract/platform/status.contract.ts';
import { config } from '#domain/platform/config.ts';
import type { ApiRouter } from './api-router.ts';
import { mount } from './guard.ts';
import { openApiDocument } from './openapi/openapi.ts';
import { sessionCookieName } from './session-cookie.ts';
import { createHealth } from './health/health.ts';
import type { Readiness } from './health/readiness.ts';

const tutorials = (): { tutorials_url?: string } => {
  const { tutorialsUrl } = config();
  return tutorialsUrl === null ? {} : { tutorials_url: tutorialsUrl };
};

/** Returns whether users can pay, and the origin of the payment pages when it is not Stripe: the sandbox serves its own pages. */
function paymentPages(): { checkout_origin?: string; takes_payments: boolean } {
  const { mode, protocol, host, port } = config().payments;
  const takes_payments = mode !== 'off';
  return mode === 'sandbox' ? { checkout_origin: new URL(`${protocol}://${host}:${port}`).origin, takes_payments } : { takes_payments };
}

function modelNames() {
  const { vendors } = config();
  const local = SERVICES.filter((service) => vendors[service].compatible);
  return local.length > 0 ? { model_names: Object.fromEntries(local.map((service) => [service, vendors[service].model])) } : {};
}

export function mountPlatform(router: ApiRouter, readiness: Readiness): void {
  const state = createHealth(readiness);
  mount(router, health.health, async () => ({ status: 200, body: await state() }));
  mount(router, health.live, async () => ({ status: 200, body: { status: 'live' } }));
  mount(router, health.ready, async () => ({ status: 200, body: { status: 'ready', checks: await readiness.ask() } }));
  mount(router, health.about, async () => ({
    status: 200,
    body: {
      product: PRODUCT,
      ai_mode: config().aiMode,
      ...modelNames(),
      ...paymentPages(),
      translates: config().services.translation,
      ...tutorials(),
    },
  }));
  mount(router, health.openapi, async () => ({
    status: 200,
    body: openApiDocument({ origin: config().publicOrigin, sessionCookie: sessionCookieName() }),
  }));
}
