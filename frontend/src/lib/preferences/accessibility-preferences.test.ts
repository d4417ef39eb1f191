import { describe, expect, it, vi } from 'vitest';

const root = document.documentElement;
const applied = () => ['data-large-text', 'data-reduced-motion'].filter((name) => root.hasAttribute(name));

/** Loads the module as a newly opened page does. */
async function open() {
  vi.resetModules();
  const aids = await import('./accessibility-preferences.ts');
  const { wantsReducedMotion } = await import('./reduced-motion.ts');
  aids.applyAccessibilityPreferences();
  return { ...aids, wantsReducedMotion };
}

describe('A11Y-01 accessibility preferences', () => {
  it('are off at first, except for the keyboard', async () => {
    const { getAccessibilityPreferences } = await open();
    expect(getAccessibilityPreferences()).toEqual({
      large_text: false,
      reduced_motion: false,
      screen_reader: false,
      keyboard_navigation: true,
      stay_on_lesson: false,
    });
    expect(applied()).toEqual([]);
  });

  it('are applied at once, and before the first paint of the next visit', async () => {
    const { setAccessibilityPreferences } = await open();
    setAccessibilityPreferences({ large_text: true });
    expect(applied()).toEqual(['data-large-text']);
    root.removeAttribute('data-large-text');
    const { getAccessibilityPreferences } = await open();
    expect(applied()).toEqual(['data-large-text']);
    expect(getAccessibilityPreferences().keyboard_navigation).toBe(true);
  });

  it('notify subscribers, also of changes in another tab', async () => {
    const { subscribeToAccessibilityPreferences, getAccessibilityPreferences, setAccessibilityPreferences } = await open();
    const heard = vi.fn();
    const stop = subscribeToAccessibilityPreferences(heard);
    setAccessibilityPreferences({ screen_reader: true });
    localStorage.setItem('accessibility', '{"reduced_motion":true}');
    window.dispatchEvent(new StorageEvent('storage', { key: 'accessibility' }));
    expect(heard).toHaveBeenCalledTimes(2);
    expect([getAccessibilityPreferences().screen_reader, getAccessibilityPreferences().reduced_motion]).toEqual([false, true]);
    stop();
    setAccessibilityPreferences({ large_text: false });
    expect(heard).toHaveBeenCalledTimes(2);
  });

  it('are none if storage contains nonsense', async () => {
    for (const nonsense of ['{', '[]', 'null', '{"large_text":"yes"}']) {
      localStorage.setItem('accessibility', nonsense);
      expect((await open()).getAccessibilityPreferences().large_text).toBe(false);
    }
  });

  it('last as long as the page if the browser refuses storage', async () => {
    vi.stubGlobal('localStorage', {
      getItem() {
        throw new Error('refused');
      },
      setItem() {
        throw new Error('refused');
      },
    });
    const { setAccessibilityPreferences, getAccessibilityPreferences } = await open();
    setAccessibilityPreferences({ large_text: true });
    expect([getAccessibilityPreferences().large_text, applied()]).toEqual([true, ['data-large-text']]);
  });

  it('reduced motion applies whatever the system says', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: false }));
    const { setAccessibilityPreferences, wantsReducedMotion } = await open();
    expect(wantsReducedMotion()).toBe(false);
    setAccessibilityPreferences({ reduced_motion: true });
    expect(wantsReducedMotion()).toBe(true);
  });
});
