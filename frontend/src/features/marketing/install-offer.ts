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
 * Makes the Install App button of a page work: `[data-install]` holds the button and the alert that says how to do it by hand, which is
 * closed by its button, Escape, or a press outside.
 * @returns the way to stop
 */
export function wireInstallButton(page: ParentNode): () => void {
  keepInstallOffer();
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
  // its padding is its own, so what is pressed is the backdrop only when the press is outside its box
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
