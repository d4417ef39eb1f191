import { useNavigate, useRouter } from '@tanstack/react-router';

/** The dialogs that have their own URL and open over any screen (G43): `?dialog=tokens`. */
export const BILLING_DIALOGS = ['tokens', 'plan', 'journey'] as const;
export const PERSONAL_DIALOGS = ['bio', 'accessibility', 'help', 'translation'] as const;
export type BillingDialog = (typeof BILLING_DIALOGS)[number];
export type PersonalDialog = (typeof PERSONAL_DIALOGS)[number];
export type DialogName = BillingDialog | PersonalDialog;

/** The search parameters for a dialog; undefined for other values, because the router keeps a parameter unless it is overwritten. */
export const dialogSearch = (dialog: unknown): { dialog: DialogName | undefined } => ({
  dialog: [...BILLING_DIALOGS, ...PERSONAL_DIALOGS].find((name) => name === dialog),
});

export const isBillingDialog = (dialog: DialogName): dialog is BillingDialog => BILLING_DIALOGS.some((name) => name === dialog);

/**
 * Closes the dialog named in the URL and keeps the screen below. If that screen opened it, goes back in the history, so that Back does not open
 * the dialog again.
 */
export function useCloseDialog(): () => void {
  const navigate = useNavigate();
  const router = useRouter();
  return () => {
    if (router.state.location.state.isOverScreen) router.history.back();
    else void navigate({ to: '.', search: (old) => ({ ...old, dialog: undefined }), replace: true, resetScroll: false });
  };
}
