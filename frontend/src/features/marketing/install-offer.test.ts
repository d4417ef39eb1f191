import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storeInstallOffer, wireInstallButton } from '#frontend/features/marketing/install-offer.ts';

let media: string[];
let stop: () => void;
const part = () => document.querySelector<HTMLElement>('[data-install]')!;
const alert = () => part().querySelector('dialog')!;
/** The alert's text; null while it is closed. */
const told = () => (alert().open ? alert().querySelector('p')!.textContent : null);
const press = () => part().querySelector('button')!.click();
/** Clicks at a position in the window; the alert's box is 100 px wide and high, at 0. */
const pressAt = (x: number) => alert().dispatchEvent(new MouseEvent('pointerdown', { clientX: x, clientY: 50 }));

/** Fires the browser's install offer with the user's future choice. */
function offer(outcome: 'accepted' | 'dismissed') {
  const prompt = vi.fn(async () => undefined);
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    prompt,
    userChoice: Promise.resolve({ outcome }),
  });
  window.dispatchEvent(event);
  return { prompt, event };
}

beforeEach(() => {
  media = [];
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: media.includes(query) }));
  document.body.innerHTML = '<div data-install><button>Install App</button><dialog><p></p></dialog></div>';
  // jsdom does not implement dialogs
  Object.assign(alert(), {
    showModal: () => (alert().open = true),
    close: () => (alert().open = false),
    getBoundingClientRect: () => new DOMRect(0, 0, 100, 100),
  });
  storeInstallOffer();
  stop = wireInstallButton(document);
});
afterEach(() => {
  stop();
  window.dispatchEvent(new Event('appinstalled'));
});

describe('Install App', () => {
  it('LAND-11 keeps the browser’s offer, and disappears once it was accepted', async () => {
    const { prompt, event } = offer('accepted');
    expect(event.defaultPrevented).toBe(true);
    press();
    expect(prompt).toHaveBeenCalledOnce();
    await expect.poll(() => part().hidden).toBe(true);
  });

  it('LAND-11 stays after a refusal, and reappears with another offer', async () => {
    const { prompt } = offer('dismissed');
    press();
    await expect.poll(() => prompt).toHaveBeenCalled();
    expect(part().hidden).toBe(false);
    part().hidden = true;
    offer('accepted');
    expect(part().hidden).toBe(false);
  });

  it('LAND-12 without an install prompt an alert explains the manual steps, on a computer and on a phone', async () => {
    press();
    await expect.poll(() => told()).toBe('To install the app, use the install icon in the address bar.');
    alert().close();
    media.push('(max-width: 767.98px), (pointer: coarse)');
    press();
    await expect.poll(() => told()).toBe('To install the app, open the browser menu and choose Add to Home Screen.');
  });

  it('LAND-12 a press outside the alert closes it, one inside does not', async () => {
    press();
    await expect.poll(() => alert().open).toBe(true);
    pressAt(50);
    expect(alert().open).toBe(true);
    pressAt(150);
    expect(alert().open).toBe(false);
  });

  it('is hidden inside the installed app', () => {
    stop();
    media.push('(display-mode: standalone)');
    stop = wireInstallButton(document);
    expect(part().hidden).toBe(true);
  });
});
