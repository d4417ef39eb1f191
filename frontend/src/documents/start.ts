import { redirectToApp } from '#frontend/documents/redirect-to-app.ts';
import { applyStoredScheme } from '#frontend/documents/apply-stored-scheme.ts';
import { wireInstallButton } from '#frontend/features/marketing/install-offer.ts';
import { wireMaterial } from '#frontend/features/investors/wire-material.ts';
import { preferredLanguage } from '#frontend/lib/preferences/preferred-language.ts';
import { storeTypedEmail } from '#frontend/lib/session/typed-email.ts';
import { applyAccessibilityPreferences } from '#frontend/lib/preferences/accessibility-preferences.ts';

/** The only script of the static documents before an interaction. The document may still be loading. */
if (!redirectToApp()) {
  applyStoredScheme();
  applyAccessibilityPreferences();
  const ready = () => {
    wireInstallButton(document);
    startAssistant(document);
    offerTranslation(document);
    for (const field of document.querySelectorAll<HTMLInputElement>('[data-typed-email]'))
      field.addEventListener('input', () => storeTypedEmail(field.value));
    wireMaterial(document.body, () => import('#frontend/features/investors/show-material.tsx'));
  };
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', ready);
  else ready();
  // PWA-01; its precaching must not delay the visible page
  if (import.meta.env.PROD && 'serviceWorker' in navigator)
    addEventListener('load', () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined));
}

/**
 * Loads the assistant on demand: its code is preloaded when the pointer or focus reaches its tab; a click on the tab replaces it with the
 * open assistant.
 */
function startAssistant(page: ParentNode): void {
  const place = page.querySelector<HTMLElement>('[data-assistant]');
  const tab = place?.querySelector('button');
  if (!place || !tab) return;
  const load = () => import('#frontend/documents/assistant-island.tsx');
  const prepare = () => void load().catch(() => undefined);
  for (const kind of ['pointerenter', 'touchstart', 'focus']) tab.addEventListener(kind, prepare, { once: true, passive: true });
  const open = () => {
    tab.setAttribute('aria-busy', 'true');
    load().then(
      ({ showAssistant }) => showAssistant(place),
      // after a failure the next click retries
      () => tab.removeAttribute('aria-busy'),
    );
  };
  tab.addEventListener('click', open);
}

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
function offerTranslation(page: ParentNode): void {
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
