/**
 * The organisation's sign-in that this browser is signed in by: when the session ends, its identity provider is asked again silently. It
 * names nobody, and is removed on sign-out or when somebody signs in another way.
 */
const KEY = 'organisation-sign-in';
/** Where the person was, while this tab is at the identity provider. */
const NEXT_KEY = 'organisation-sign-in-next';

/** Remembers that this browser is signed in through an organisation. */
export function rememberOrganisation(connectionId: string): void {
  try {
    localStorage.setItem(KEY, connectionId);
  } catch {
    // without storage the person is asked to sign in
  }
}

export function forgetOrganisation(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // without storage there is nothing to forget
  }
}

/** The id of the organisation's connection; null when this browser was signed in another way. */
export function rememberedOrganisation(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Stores in this tab where to go after the identity provider has answered. */
export function storePlaceBefore(next: string | undefined): void {
  try {
    if (next === undefined) sessionStorage.removeItem(NEXT_KEY);
    else sessionStorage.setItem(NEXT_KEY, next);
  } catch {
    // continues on the default screen
  }
}

export function placeBefore(): string | undefined {
  try {
    return sessionStorage.getItem(NEXT_KEY) ?? undefined;
  } catch {
    return undefined;
  }
}
