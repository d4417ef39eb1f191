import { t } from '#frontend/lib/text.ts';

/** What Chromium browsers send when the page can be installed; it is in no standard, so TypeScript does not know it. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
  readonly userChoice: Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

let offer: InstallPromptEvent | null = null;
let isListening = false;

/** Keeps the browser's offer to install the app, which it makes once, soon after the page is there (LAND-11). */
export function keepInstallOffer(): void {
  if (isListening) return;
  isListening = true;
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offer = event as InstallPromptEvent;
    for (const part of document.querySelectorAll<HTMLElement>('[data-install]')) part.hidden = false;
  });
  window.addEventListener('appinstalled', () => {
    offer = null;
    for (const part of document.querySelectorAll<HTMLElement>('[data-install]')) part.hidden = true;
  });
}

const isPhone = (): boolean => matchMedia('(max-width: 767.98px), (pointer: coarse)').matches;

/** How to do it by hand, where the browser offers nothing (LAND-12). */
const instructions = (): string =>
  isPhone()
    ? t('To install the app, open the browser menu and choose Add to Home Screen.')
    : t('To install the app, use the install icon in the address bar.');

/** Asks the browser, if it has made an offer. @returns whether somebody accepted; null when there was no offer */
async function install(): Promise<boolean | null> {
  if (!offer) return null;
  const asked = offer;
  await asked.prompt();
  const { outcome } = await asked.userChoice;
  // an offer can be shown once only
  offer = null;
  return outcome === 'accepted';
}

/**
 * Makes the Install App button of a page work: `[data-install]` holds the button and a live region for what it has to say.
 * @returns the way to stop
 */
export function wireInstallButton(page: ParentNode): () => void {
  keepInstallOffer();
  const part = page.querySelector<HTMLElement>('[data-install]');
  const button = part?.querySelector('button');
  const told = part?.querySelector('[role="alert"]');
  if (!part || !button || !told) return () => undefined;
  if (matchMedia('(display-mode: standalone)').matches) part.hidden = true;
  const press = async () => {
    const accepted = await install();
    if (accepted) part.hidden = true;
    told.textContent = accepted === null ? instructions() : '';
  };
  const onClick = () => void press();
  button.addEventListener('click', onClick);
  return () => button.removeEventListener('click', onClick);
}
