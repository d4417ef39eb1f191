// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';

const root = document.documentElement;
const worn = () => ['data-large-text', 'data-reduced-motion'].filter((name) => root.hasAttribute(name));

/** Loads the module as a newly opened page does. */
async function open() {
  vi.resetModules();
  const aids = await import('./accessibility-preferences.ts');
  const { wantsReducedMotion } = await import('./reduced-motion.ts');
  aids.wearAids();
  return { ...aids, wantsReducedMotion };
}

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe('A11Y-01 the aids somebody chooses', () => {
  it('are off at first, but for the keyboard', async () => {
    const { getAids } = await open();
    expect(getAids()).toEqual({ large_text: false, reduced_motion: false, screen_reader: false, keyboard_navigation: true });
    expect(worn()).toEqual([]);
  });

  it('are worn at once, and before the first paint of the next visit', async () => {
    const { chooseAids } = await open();
    chooseAids({ large_text: true });
    expect(worn()).toEqual(['data-large-text']);
    root.removeAttribute('data-large-text');
    const { getAids } = await open();
    expect(worn()).toEqual(['data-large-text']);
    expect(getAids().keyboard_navigation).toBe(true);
  });

  it('are told to who listens, also when another tab chose them', async () => {
    const { subscribeToAids, getAids, chooseAids } = await open();
    const heard = vi.fn();
    const stop = subscribeToAids(heard);
    chooseAids({ screen_reader: true });
    localStorage.setItem('accessibility', '{"reduced_motion":true}');
    window.dispatchEvent(new StorageEvent('storage', { key: 'accessibility' }));
    expect(heard).toHaveBeenCalledTimes(2);
    expect([getAids().screen_reader, getAids().reduced_motion]).toEqual([false, true]);
    stop();
    chooseAids({ large_text: false });
    expect(heard).toHaveBeenCalledTimes(2);
  });

  it('are none where storage holds nonsense', async () => {
    for (const nonsense of ['{', '[]', 'null', '{"large_text":"yes"}']) {
      localStorage.setItem('accessibility', nonsense);
      expect((await open()).getAids().large_text).toBe(false);
    }
  });

  it('last as long as the page where the browser refuses storage', async () => {
    vi.stubGlobal('localStorage', {
      getItem() {
        throw new Error('refused');
      },
      setItem() {
        throw new Error('refused');
      },
    });
    const { chooseAids, getAids } = await open();
    chooseAids({ large_text: true });
    expect([getAids().large_text, worn()]).toEqual([true, ['data-large-text']]);
  });

  it('reduced motion holds whatever the machine says', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: false }));
    const { chooseAids, wantsReducedMotion } = await open();
    expect(wantsReducedMotion()).toBe(false);
    chooseAids({ reduced_motion: true });
    expect(wantsReducedMotion()).toBe(true);
  });
});
