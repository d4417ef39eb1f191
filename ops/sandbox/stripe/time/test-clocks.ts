import type Stripe from 'stripe';
import { read } from '../http/parameters.ts';
import { invalid } from '../http/stripe-api-error.ts';
import type { Parameters } from '../schema/validate-request.ts';
import type { World } from '../state/world.ts';
import { runDueSteps } from './due-steps.ts';

const DELETES_AFTER_S = 30 * 86_400;

export function createTestClock(world: World, parameters: Parameters): Stripe.TestHelpers.TestClock {
  const created = world.now();
  const clock: Stripe.TestHelpers.TestClock = {
    id: world.id('clock'),
    object: 'test_helpers.test_clock',
    created,
    deletes_after: created + DELETES_AFTER_S,
    frozen_time: read<number>(parameters, 'frozen_time') ?? created,
    livemode: false,
    name: read<string>(parameters, 'name') ?? null,
    status: 'ready',
    status_details: {},
  };
  return world.store.put('test_clocks', clock);
}

/**
 * Advances a clock; everything due has happened when this returns, where Stripe reports `advancing` for a while. @throws StripeApiError
 * backwards
 */
export function advanceTestClock(world: World, id: string, parameters: Parameters): Stripe.TestHelpers.TestClock {
  const clock = world.find('test_clocks', id);
  const to = read<number>(parameters, 'frozen_time') ?? 0;
  if (to <= clock.frozen_time) throw invalid('Test clocks can only be advanced forward.', 'frozen_time');
  runDueSteps(world, id, to);
  clock.frozen_time = to;
  world.store.put('test_clocks', clock);
  world.emit('test_helpers.test_clock.ready', clock);
  return clock;
}
