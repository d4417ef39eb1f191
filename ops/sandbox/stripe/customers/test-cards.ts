/** The behaviour of a card. `charge`: on every charge; `renewal`: only on charges without its owner present. */
export interface TestCard {
  number: string;
  brand: string;
  about: string;
  decline?: { on: 'charge' | 'renewal'; code: string; declineCode: string; message: string };
  /** Requires authentication by its owner: `setup` on first use, `always` also for every later charge. */
  authenticates?: 'setup' | 'always';
  disputes?: boolean;
}

const DECLINED = { code: 'card_declined', declineCode: 'generic_decline', message: 'Your card was declined.' };

/** The simulated subset of Stripe's published test card numbers. */
export const TEST_CARDS: readonly TestCard[] = [
  { number: '4242424242424242', brand: 'visa', about: 'succeeds' },
  { number: '5555555555554444', brand: 'mastercard', about: 'succeeds' },
  { number: '4000000000000002', brand: 'visa', about: 'is declined', decline: { on: 'charge', ...DECLINED } },
  {
    number: '4000000000009995',
    brand: 'visa',
    about: 'has insufficient funds',
    decline: { on: 'charge', code: 'card_declined', declineCode: 'insufficient_funds', message: 'Your card has insufficient funds.' },
  },
  { number: '4000002500003155', brand: 'visa', about: 'asks for authentication once', authenticates: 'setup' },
  { number: '4000002760003184', brand: 'visa', about: 'asks for authentication on every charge', authenticates: 'always' },
  { number: '4000000000000341', brand: 'visa', about: 'succeeds now, renewals fail', decline: { on: 'renewal', ...DECLINED } },
  { number: '4000000000000259', brand: 'visa', about: 'succeeds, then is disputed', disputes: true },
];

/** Returns the card with these digits, ignoring spaces; undefined for any other number. */
export function cardOf(number: string): TestCard | undefined {
  const digits = number.replaceAll(/[\s-]/g, '');
  return TEST_CARDS.find((card) => card.number === digits);
}

/** Saved cards are identified by their last four digits. */
export function cardEndingWith(last4: string): TestCard | undefined {
  return TEST_CARDS.find((card) => card.number.endsWith(last4));
}

/** Bank accounts for bank debits, by the outcome of the payment days later. */
export const TEST_ACCOUNTS: Record<string, 'succeeded' | 'failed'> = { '000123456789': 'succeeded', '000111111116': 'failed' };
