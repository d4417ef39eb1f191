import { createRoot } from 'react-dom/client';
import { LegalDocument } from '#frontend/features/legal/legal-document.tsx';
import { LEGAL_NAMES } from '#frontend/features/legal/legal-pages.ts';
import { loadLegalWords, translatorFor } from '#frontend/features/legal/legal-words.ts';

/**
 * Replaces the English text of a legal page with its translation, and restores it on request.
 * @param place the element on the page, with its name
 * @throws if there is no translation, or it does not load
 */
export async function showTranslation(place: HTMLElement, language: string): Promise<void> {
  const english = place.closest<HTMLElement>('.lg');
  const name = LEGAL_NAMES.find((one) => one === place.dataset['legal']);
  if (!english || !name) throw new Error('no legal page');
  const say = translatorFor(language, await loadLegalWords(language));
  const root = document.createElement('div');
  const translated = createRoot(root);
  const onEnglish = () => {
    root.replaceWith(english);
    translated.unmount();
    place.querySelector('button')?.focus();
  };
  english.replaceWith(root);
  translated.render(<LegalDocument name={name} translation={{ language, say, onEnglish }} />);
}
