import { useNavigate, useRouter } from '@tanstack/react-router';

/** The dialogs that have an address of their own, over any screen (G43): `?dialog=tokens`. */
export const BILLING_DIALOGS = ['tokens', 'plan', 'journey'] as const;
export const PERSONAL_DIALOGS = ['bio', 'accessibility', 'help', 'translation'] as const;
export type BillingDialog = (typeof BILLING_DIALOGS)[number];
export type PersonalDialog = (typeof PERSONAL_DIALOGS)[number];
export type DialogName = BillingDialog | PersonalDialog;

/** What a search holds of it; undefined for other values, because the router keeps what an address says unless it is overruled. */
export const dialogSearch = (dialog: unknown): { dialog: DialogName | undefined } => ({
  dialog: [...BILLING_DIALOGS, ...PERSONAL_DIALOGS].find((name) => name === dialog),
});

export const isBillingDialog = (dialog: DialogName): dialog is BillingDialog => BILLING_DIALOGS.some((name) => name === dialog);

/**
 * Closes the dialog of the address and leaves the screen as it was: back to it where it was opened from there, so that Back leads no second
 * time through it.
 */
export function useCloseDialog(): () => void {
  const navigate = useNavigate();
  const router = useRouter();
  return () => {
    if (router.state.location.state.isOverScreen) router.history.back();
    else void navigate({ to: '.', search: (old) => ({ ...old, dialog: undefined }), replace: true, resetScroll: false });
  };
}
