import { useNavigate, useSearch } from '@tanstack/react-router';

/** The terms as a dialog, whose open state is in the address (G43): `?terms=read`. */
export interface TermsSearch {
  readonly terms?: 'read' | undefined;
}

/** What a search holds of it. */
export const termsSearch = (terms: unknown): { terms: 'read' | undefined } => ({ terms: terms === 'read' ? terms : undefined });

/** Whether the terms are open over this screen, and the way to close them, which leaves the screen as it is. */
export function useTerms(): { isOpen: boolean; close: () => void } {
  const { terms } = useSearch({ strict: false });
  const navigate = useNavigate();
  const close = () => void navigate({ to: '.', search: (old) => ({ ...old, terms: undefined }), replace: true, resetScroll: false });
  return { isOpen: terms !== undefined, close };
}
