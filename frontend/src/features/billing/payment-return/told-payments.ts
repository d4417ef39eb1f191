/** The server's notification of a payment and what this tab has said of it are one piece of news; their clocks may differ this much, ms. */
const CLOCKS_DIFFER_MS = 60_000;

let toldAt = Number.NEGATIVE_INFINITY;

/** This tab has said that a payment has landed. */
export function markPaymentTold(): void {
  toldAt = Date.now();
}

/** Whether a notification made at this ISO time tells of a payment that this tab has told already. */
export const wasPaymentTold = (createdAt: string): boolean => Date.parse(createdAt) <= toldAt + CLOCKS_DIFFER_MS;
