import { writeStoredChoice, readStoredChoice } from '#frontend/lib/drafts/persisted-choice.ts';

/** Accessibility preferences stored in this browser (A11Y-01). High contrast is a scheme (theme/scheme-choice.ts). */
export interface AccessibilityPreferences {
  /** Text is a quarter larger. */
  readonly large_text: boolean;
  /** Disables animations, whatever the system setting. */
  readonly reduced_motion: boolean;
  /** Toasts stay until dismissed, and the progress of a course is announced in words. */
  readonly screen_reader: boolean;
  /** Enables the product's own shortcuts, Alt with an arrow key. Tab and the focus ring always work. */
  readonly keyboard_navigation: boolean;
  /** After a completed lesson, the next one opens only on a press. */
  readonly stay_on_lesson: boolean;
}

const NONE: AccessibilityPreferences = {
  large_text: false,
  reduced_motion: false,
  screen_reader: false,
  keyboard_navigation: true,
  stay_on_lesson: false,
};
const KEY = 'accessibility';

let current: AccessibilityPreferences | null = null;
const listeners = new Set<() => void>();

function stored(): AccessibilityPreferences {
  try {
    const kept = JSON.parse(readStoredChoice(KEY) ?? '{}') as Record<string, unknown>;
    const flags = Object.entries(NONE).map(([name, usual]) => [name, typeof kept[name] === 'boolean' ? kept[name] : usual]);
    return Object.fromEntries(flags) as AccessibilityPreferences;
  } catch {
    return NONE;
  }
}

/** The current preferences; the same object until something changes. */
export const getAccessibilityPreferences = (): AccessibilityPreferences => (current ??= stored());

/** Applies the visible preferences as two attributes that the style sheets use. Called before the first paint. */
export function applyAccessibilityPreferences(): void {
  const { large_text, reduced_motion } = getAccessibilityPreferences();
  const root = document.documentElement;
  root.toggleAttribute('data-large-text', large_text);
  root.toggleAttribute('data-reduced-motion', reduced_motion);
}

function change(next: AccessibilityPreferences): void {
  current = next;
  applyAccessibilityPreferences();
  for (const listener of listeners) listener();
}

/** Stores the given preferences for this browser; the others do not change. */
export function setAccessibilityPreferences(part: Partial<AccessibilityPreferences>): void {
  const next = { ...getAccessibilityPreferences(), ...part };
  writeStoredChoice(KEY, JSON.stringify(next));
  change(next);
}

const onStorage = ({ key }: StorageEvent): void => {
  if (key === null || key === KEY) change(stored());
};

/** Subscribes to changes from this tab or another. Returns the unsubscribe function. */
export function subscribeToAccessibilityPreferences(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', onStorage);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', onStorage);
  };
}
