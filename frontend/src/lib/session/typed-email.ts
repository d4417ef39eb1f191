const KEY = 'typed-email';

/** Keeps in this tab what a visitor has typed into the landing page's field, which is sent nowhere, for the form that creates the account. */
export function storeTypedEmail(email: string): void {
  try {
    sessionStorage.setItem(KEY, email.trim().slice(0, 200));
  } catch {
    // without storage it is typed again
  }
}

/** What was typed there; empty when nothing was. */
export function typedEmail(): string {
  try {
    return sessionStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}
