/** The dialogs that have an address of their own, over any screen (G43): `?dialog=tokens`. */
export const BILLING_DIALOGS = ['tokens', 'plan', 'journey'] as const;
export type BillingDialog = (typeof BILLING_DIALOGS)[number];

/** What a search holds of it; undefined for other values, because the router keeps what an address says unless it is overruled. */
export const dialogSearch = (dialog: unknown): { dialog: BillingDialog | undefined } => ({
  dialog: BILLING_DIALOGS.find((name) => name === dialog),
});
