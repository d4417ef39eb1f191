/** Creators' share of the paid list price, before tax, in per cent (A10, G15). */
export const CREATOR_PERCENT = 70;
