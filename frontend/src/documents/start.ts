import { redirectToApp } from '#frontend/documents/redirect-to-app.ts';
import { offerTranslation } from '#frontend/documents/offer-translation.ts';
import { startAssistant } from '#frontend/documents/start-assistant.ts';
import { applyStoredScheme } from '#frontend/documents/apply-stored-scheme.ts';
import { wireInstallButton } from '#frontend/features/marketing/install-offer.ts';
import { wireMaterial } from '#frontend/features/investors/wire-material.ts';
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
