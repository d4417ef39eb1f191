// @vitest-environment node
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readOffline, takeUpdate } from './read-offline.ts';

/** The browser's state for this page, as far as the module uses it; jsdom has no service workers. */
class Version extends EventTarget {
  state = 'installing';
  readonly postMessage = vi.fn();
  finishInstallation(): void {
    this.state = 'installed';
    this.dispatchEvent(new Event('statechange'));
  }
}
class Registration extends EventTarget {
  installing: Version | null = null;
  waiting: Version | null = null;
}
const reload = vi.fn();
let registration = new Registration();
let container = new EventTarget();

beforeEach(() => {
  vi.useFakeTimers();
  registration = new Registration();
  container = Object.assign(new EventTarget(), {
    controller: new Version(),
    register: async () => registration,
    getRegistration: async () => registration,
  });
  vi.stubGlobal('navigator', { serviceWorker: container, onLine: true });
  vi.stubGlobal('location', { reload });
  vi.stubGlobal('addEventListener', vi.fn());
});

describe('PWA-02 a page with a newer version', () => {
  it('is told when it is installed, even if the installation has already started', async () => {
    const begun = (registration.installing = new Version());
    const onUpdate = vi.fn();
    await readOffline(onUpdate);
    expect(onUpdate).not.toHaveBeenCalled();
    begun.finishInstallation();
    expect(onUpdate).toHaveBeenCalledTimes(1);
    const found = (registration.installing = new Version());
    registration.dispatchEvent(new Event('updatefound'));
    found.finishInstallation();
    expect(onUpdate).toHaveBeenCalledTimes(2);
  });

  it('asks it to take over, and is reloaded once when it has', async () => {
    const waiting = (registration.waiting = new Version());
    await takeUpdate();
    await vi.advanceTimersByTimeAsync(100);
    expect(waiting.postMessage).toHaveBeenCalledExactlyOnceWith('update');
    expect(reload).not.toHaveBeenCalled();
    container.dispatchEvent(new Event('controllerchange'));
    // a second reload would restart the first one if it takes long
    await vi.advanceTimersByTimeAsync(10_000);
    expect(reload).toHaveBeenCalledOnce();
  });

  it('is reloaded after three seconds without a takeover, and again when it happens: the first reload may be lost', async () => {
    registration.waiting = new Version();
    await takeUpdate();
    await vi.advanceTimersByTimeAsync(2_999);
    expect(reload).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(reload).toHaveBeenCalledOnce();
    container.dispatchEvent(new Event('controllerchange'));
    container.dispatchEvent(new Event('controllerchange'));
    expect(reload).toHaveBeenCalledTimes(2);
  });

  it('is reloaded at once when another tab has activated it', async () => {
    await takeUpdate();
    expect(reload).toHaveBeenCalledOnce();
  });
});
