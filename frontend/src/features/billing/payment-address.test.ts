import { describe, expect, it } from 'vitest';
import { isPaymentAddress } from '#frontend/lib/payment-address.ts';
import { returnPathOf } from './start-payment.ts';

const SANDBOX = 'http://127.0.0.1:3100';

describe('the addresses that the browser may leave for', () => {
  it.each(['https://checkout.stripe.com/c/pay/cs_1#fid', 'https://billing.stripe.com/p/session/1', `${SANDBOX}/checkout/cs_1`])(
    'AUTH-28 %s',
    (url) => {
      expect(isPaymentAddress(url, SANDBOX)).toBe(true);
    },
  );

  it.each([
    'https://checkout.stripe.com.evil.example/pay',
    'https://evil.example/checkout.stripe.com',
    'http://checkout.stripe.com/pay',
    'https://checkout.stripe.com:8443/pay',
    'https://user:secret@checkout.stripe.com/pay',
    'https://checkout.stripe.com@evil.example/pay',
    '//evil.example/pay',
    'javascript:alert(1)',
    '/create',
    '',
    'http://127.0.0.1:3101/checkout',
  ])('not %s', (url) => {
    expect(isPaymentAddress(url, SANDBOX)).toBe(false);
  });

  it('include no stand-in if the server names none', () => {
    expect(isPaymentAddress(`${SANDBOX}/checkout/cs_1`, undefined)).toBe(false);
  });
});

describe('the return address of a payment', () => {
  it('is the screen where it was started, without its dialog', () => {
    expect(returnPathOf('/courses?filter=saved&dialog=tokens&session_id=cs_1#top')).toBe('/courses?filter=saved');
    expect(returnPathOf('/billing?change=premium_monthly')).toBe('/billing');
  });
});
