import { preferredLanguage } from '#frontend/lib/preferences/preferred-language.ts';

/** Returns a language's name in itself, `español`; null for an unknown code. */
function ownName(language: string): string | null {
  try {
    const name = new Intl.DisplayNames(language, { type: 'language', fallback: 'none' }).of(language);
    return name ?? null;
  } catch {
    return null;
  }
}

/** Offers readers of other languages a translation of a legal page; its code and texts load on demand. */
export function offerTranslation(page: ParentNode): void {
  const place = page.querySelector<HTMLElement>('[data-legal]');
  const language = preferredLanguage();
  const name = ownName(language);
  if (!place || language === 'en' || name === null) return;
  const button = document.createElement('button');
  button.type = 'button';
  button.lang = language;
  button.textContent = name;
  button.addEventListener('click', () => {
    button.setAttribute('aria-busy', 'true');
    import('#frontend/documents/legal-translation.tsx')
      .then(({ showTranslation }) => showTranslation(place, language))
      .catch(() => {
        place.textContent = 'There is no translation into this language yet.';
      })
      .finally(() => button.removeAttribute('aria-busy'));
  });
  place.append('Read a translation: ', button);
  place.hidden = false;
}
