const STORED_CHOICE = 'language';

function storedChoice(): string | null {
  try {
    return localStorage.getItem(STORED_CHOICE);
  } catch {
    return null;
  }
}

export function storeLanguage(language: string): void {
  try {
    localStorage.setItem(STORED_CHOICE, language);
  } catch {
    // lasts as long as the page
  }
}

/** The reader's preferred language (SHELL-01, I18N-02): the stored choice, else the first part of the browser language. */
export function preferredLanguage(): string {
  return (storedChoice() ?? navigator.language).split('-')[0]?.toLowerCase() || 'en';
}
