/** Notification kinds of the market. */
export const MARKET_NOTICES = ['market.message', 'market.question', 'market.answer', 'market.taken_down'] as const;
