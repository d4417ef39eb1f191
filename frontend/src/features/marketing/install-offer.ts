import { t } from '#frontend/lib/text.ts';

/** The event with which Chromium browsers offer installation. It is not standardised, so TypeScript does not declare it. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
  readonly userChoice: Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

let offer: InstallPromptEvent | null = null;
let isListening = false;

/** Stores the browser's install offer, which comes once, soon after the page has loaded (LAND-11). */
export function storeInstallOffer(): void {
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

/** Instructions for manual installation, if the browser makes no offer (LAND-12). */
const instructions = (): string =>
  isPhone()
    ? t('To install the app, open the browser menu and choose Add to Home Screen.')
    : t('To install the app, use the install icon in the address bar.');

/** Shows the browser's offer, if there is one. @returns whether the user accepted; null without an offer */
async function install(): Promise<boolean | null> {
  if (!offer) return null;
  const asked = offer;
  await asked.prompt();
  const { outcome } = await asked.userChoice;
  // an offer can be shown only once
  offer = null;
  return outcome === 'accepted';
}

/**
 * Wires the Install App button of a page: `[data-install]` contains the button and the alert with manual instructions, which is closed by its
 * button, Escape, or a click outside.
 * @returns the function that removes the listeners
 */
export function wireInstallButton(page: ParentNode): () => void {
  storeInstallOffer();
  const part = page.querySelector<HTMLElement>('[data-install]');
  const button = part?.querySelector('button');
  const alert = part?.querySelector('dialog');
  const how = alert?.querySelector('p');
  if (!part || !button || !alert || !how) return () => undefined;
  if (matchMedia('(display-mode: standalone)').matches) part.hidden = true;
  const press = async () => {
    const accepted = await install();
    if (accepted) part.hidden = true;
    if (accepted !== null) return;
    how.textContent = instructions();
    alert.showModal();
  };
  const onClick = () => void press();
  // the padding belongs to the dialog, so only a click outside its box is on the backdrop
  const onPress = ({ clientX: x, clientY: y }: MouseEvent) => {
    const { left, right, top, bottom } = alert.getBoundingClientRect();
    if (x < left || x > right || y < top || y > bottom) alert.close();
  };
  button.addEventListener('click', onClick);
  alert.addEventListener('pointerdown', onPress);
  return () => {
    button.removeEventListener('click', onClick);
    alert.removeEventListener('pointerdown', onPress);
  };
}
