import { useNavigate, useSearch } from '@tanstack/react-router';

/** The terms dialog, whose open state is in the URL (G43): `?terms=read`. */
export interface TermsSearch {
  readonly terms?: 'read' | undefined;
}

/** Parses the parameter. */
export const termsSearch = (terms: unknown): { terms: 'read' | undefined } => ({ terms: terms === 'read' ? terms : undefined });

/** Returns whether the terms are open over this screen, and a function that closes them and keeps the screen. */
export function useTerms(): { isOpen: boolean; close: () => void } {
  const { terms } = useSearch({ strict: false });
  const navigate = useNavigate();
  const close = () => void navigate({ to: '.', search: (old) => ({ ...old, terms: undefined }), replace: true, resetScroll: false });
  return { isOpen: terms !== undefined, close };
}
