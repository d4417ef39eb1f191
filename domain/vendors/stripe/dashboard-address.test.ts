import { expect, it } from 'vitest';
import { dashboardAddress } from './dashboard-address.ts';

const at = (mode: 'off' | 'sandbox' | 'test' | 'live') => ({ mode, protocol: 'http' as const, host: '127.0.0.1', port: 4242 });

it('leads to the page of Stripe’s dashboard in the mode of the key', () => {
  expect(dashboardAddress('evt_1Ab', at('live'))).toBe('https://dashboard.stripe.com/events/evt_1Ab');
  expect(dashboardAddress('sub_1Ab', at('test'))).toBe('https://dashboard.stripe.com/test/subscriptions/sub_1Ab');
});

it('leads to the sandbox’s page of a dispute, where evidence is submitted', () => {
  expect(dashboardAddress('du_1Ab', at('sandbox'))).toBe('http://127.0.0.1:4242/disputes/du_1Ab');
});

it('leads nowhere if there is no page', () => {
  expect(dashboardAddress('evt_1Ab', at('sandbox'))).toBeNull();
  expect(dashboardAddress('du_1Ab', at('off'))).toBeNull();
  for (const id of ['0193', 'pro_monthly', 'tokens']) expect(dashboardAddress(id, at('live'))).toBeNull();
});
