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

const RIGHT_TO_LEFT: readonly string[] = ['ar', 'fa', 'he', 'ur'];

/**
 * The direction the interface is laid out in: that of the language the reader has chosen, also while its texts are English. A browser
 * language alone does not turn English texts round.
 */
export function layoutDirection(): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.includes(storedChoice()?.split('-')[0]?.toLowerCase() ?? '') ? 'rtl' : 'ltr';
}

/** Tells the browser and screen readers which language the page is in, and which way it runs. */
export function announceLanguage(): void {
  document.documentElement.lang = textLanguage();
  document.documentElement.dir = layoutDirection();
}
