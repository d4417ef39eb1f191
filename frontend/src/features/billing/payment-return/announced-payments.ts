/**
 * A server notification about a payment counts as already shown in this tab if the two times differ by less than this, in ms, because the
 * clocks may differ.
 */
const CLOCKS_DIFFER_MS = 60_000;

let announcedAt = Number.NEGATIVE_INFINITY;

/** Records that this tab has announced a successful payment. */
export function markPaymentAnnounced(): void {
  announcedAt = Date.now();
}

/** Whether a notification with this ISO time concerns a payment that this tab has already announced. */
export const wasPaymentAnnounced = (createdAt: string): boolean => Date.parse(createdAt) <= announcedAt + CLOCKS_DIFFER_MS;
