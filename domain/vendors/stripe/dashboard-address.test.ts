import { expect, it } from 'vitest';
import { dashboardAddress } from './dashboard-address.ts';

it('leads to the page of Stripe’s dashboard in the mode of the key', () => {
  expect(dashboardAddress('evt_1Ab', 'live')).toBe('https://dashboard.stripe.com/events/evt_1Ab');
  expect(dashboardAddress('sub_1Ab', 'test')).toBe('https://dashboard.stripe.com/test/subscriptions/sub_1Ab');
});

it('leads nowhere where Stripe shows nothing', () => {
  expect(dashboardAddress('evt_1Ab', 'sandbox')).toBeNull();
  for (const id of ['0193', 'pro_monthly', 'tokens']) expect(dashboardAddress(id, 'live')).toBeNull();
});
