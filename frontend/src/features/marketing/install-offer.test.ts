// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepInstallOffer, wireInstallButton } from '#frontend/features/marketing/install-offer.ts';

let media: string[];
let stop: () => void;
const part = () => document.querySelector<HTMLElement>('[data-install]')!;
const told = () => part().querySelector('[role="alert"]')!.textContent;
const press = async () => {
  part().querySelector('button')!.click();
  await vi.waitFor(() => expect(told() !== null).toBe(true));
};

/** The browser offers to install; answers what the person will say. */
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
  document.body.innerHTML = '<div data-install><button>Install App</button><p role="alert"></p></div>';
  keepInstallOffer();
  stop = wireInstallButton(document);
});
afterEach(() => {
  stop();
  window.dispatchEvent(new Event('appinstalled'));
  vi.unstubAllGlobals();
});

describe('Install App', () => {
  it('LAND-11 keeps the browser’s offer, and is gone once it was accepted', async () => {
    const { prompt, event } = offer('accepted');
    expect(event.defaultPrevented).toBe(true);
    await press();
    expect(prompt).toHaveBeenCalledOnce();
    await vi.waitFor(() => expect(part().hidden).toBe(true));
  });

  it('LAND-11 stays after a refusal, and comes back with another offer', async () => {
    const { prompt } = offer('dismissed');
    await press();
    await vi.waitFor(() => expect(prompt).toHaveBeenCalled());
    expect(part().hidden).toBe(false);
    part().hidden = true;
    offer('accepted');
    expect(part().hidden).toBe(false);
  });

  it('LAND-12 without an offer tells how to do it by hand, on a computer and on a phone', async () => {
    await press();
    await vi.waitFor(() => expect(told()).toBe('To install the app, use the install icon in the address bar.'));
    media.push('(max-width: 767.98px), (pointer: coarse)');
    await press();
    await vi.waitFor(() => expect(told()).toBe('To install the app, open the browser menu and choose Add to Home Screen.'));
  });

  it('is not there inside the installed app', () => {
    stop();
    media.push('(display-mode: standalone)');
    stop = wireInstallButton(document);
    expect(part().hidden).toBe(true);
  });
});
