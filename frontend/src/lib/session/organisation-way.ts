/**
 * By which organisation's sign-in this browser is signed in: when the session ends, its provider is asked again in silence. It names nobody, and
 * goes when somebody signs out or in by another way.
 */
const KEY = 'organisation-sign-in';
/** Where the person was, while this tab is at the provider. */
const NEXT_KEY = 'organisation-sign-in-next';

/** Keeps that this browser is signed in by an organisation's sign-in. */
export function rememberOrganisation(connectionId: string): void {
  try {
    localStorage.setItem(KEY, connectionId);
  } catch {
    // without storage the person is asked
  }
}

export function forgetOrganisation(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // nothing was stored
  }
}

/** The connection of the organisation; null when this browser was signed in by another way. */
export function rememberedOrganisation(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Keeps in this tab where to go on after the provider has answered. */
export function storePlaceBefore(next: string | undefined): void {
  try {
    if (next === undefined) sessionStorage.removeItem(NEXT_KEY);
    else sessionStorage.setItem(NEXT_KEY, next);
  } catch {
    // it goes on where everybody begins
  }
}

export function placeBefore(): string | undefined {
  try {
    return sessionStorage.getItem(NEXT_KEY) ?? undefined;
  } catch {
    return undefined;
  }
}
