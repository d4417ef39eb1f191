const STORED_CHOICE = 'language';

/** Languages the interface has texts for. English texts are the keys themselves. */
const AVAILABLE: readonly string[] = ['en'];

function storedChoice(): string | null {
  try {
    return localStorage.getItem(STORED_CHOICE);
  } catch {
    return null;
  }
}

/** The language the reader wants (SHELL-01): the stored choice, else the first part of the browser language. */
export function preferredLanguage(): string {
  return (storedChoice() ?? navigator.language).split('-')[0]?.toLowerCase() || 'en';
}

/** The language texts are shown in: the preferred one where there are texts, else English. */
export function textLanguage(): string {
  const preferred = preferredLanguage();
  return AVAILABLE.includes(preferred) ? preferred : 'en';
}

/** Tells the browser and screen readers which language the page is in. */
export function announceLanguage(): void {
  document.documentElement.lang = textLanguage();
}
