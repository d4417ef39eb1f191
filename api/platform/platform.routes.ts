import * as health from '#contract/platform/health.contract.ts';
import { PRODUCT } from '#contract/product.ts';
import { config } from '#domain/platform/config.ts';
import type { Door } from './door.ts';
import { mount } from './guard.ts';
import { openApiDocument } from './openapi.ts';
import type { Readiness } from './readiness.ts';

export function mountPlatform(door: Door, readiness: Readiness): void {
  const document = openApiDocument();

  mount(door, health.live, async () => ({ status: 200, body: { status: 'live' } }));
  mount(door, health.ready, async () => ({ status: 200, body: { status: 'ready', checks: await readiness() } }));
  mount(door, health.about, async () => ({ status: 200, body: { product: PRODUCT, ai_mode: config().aiMode } }));
  mount(door, health.openapi, async () => ({ status: 200, body: document }));
}
