const KEY = 'typed-email';

/**
 * Keeps the address that a visitor typed into the landing page's field, in this tab only, for the registration form. It is sent nowhere.
 */
export function storeTypedEmail(email: string): void {
  try {
    sessionStorage.setItem(KEY, email.trim().slice(0, 200));
  } catch {
    // without storage the visitor types it again
  }
}

/** The address typed there; empty when there is none. */
export function typedEmail(): string {
  try {
    return sessionStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}
