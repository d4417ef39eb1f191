import { useSyncExternalStore, type CSSProperties } from 'react';
import { writeStoredChoice, readStoredChoice } from '#frontend/lib/drafts/persisted-choice.ts';

/** Text settings depend on the screen, so this browser stores them, not the account. The middle value of each is the default. */
export const READING_CHOICES = {
  size: ['small', 'medium', 'large', 'largest'],
  measure: ['narrow', 'medium', 'wide'],
  spacing: ['tight', 'medium', 'loose'],
} as const;
export type ReadingChoice = keyof typeof READING_CHOICES;
export type ReadingPreferences = { readonly [Choice in ReadingChoice]: (typeof READING_CHOICES)[Choice][number] };

const KEY = 'reading';
const MEDIUM: ReadingPreferences = { size: 'medium', measure: 'medium', spacing: 'medium' };
const VALUES = {
  /** rem */
  size: { small: 0.9375, medium: 1.0625, large: 1.25, largest: 1.5 },
  /** ch */
  measure: { narrow: 48, medium: 66, wide: 84 },
  leading: { tight: '1.5', medium: '1.65', loose: '2' },
  spacing: { tight: '0.8em', medium: '1.1em', loose: '1.8em' },
} as const;

const listeners = new Set<() => void>();
let current: ReadingPreferences | undefined;

function load(): ReadingPreferences {
  try {
    const kept = JSON.parse(readStoredChoice(KEY) ?? '{}') as Record<string, unknown>;
    const known = Object.entries(READING_CHOICES).filter(([choice, values]) => (values as readonly unknown[]).includes(kept[choice]));
    return { ...MEDIUM, ...Object.fromEntries(known.map(([choice]) => [choice, kept[choice]])) };
  } catch {
    return MEDIUM;
  }
}

const getPreferences = (): ReadingPreferences => (current ??= load());

export function setReadingPreference<Choice extends ReadingChoice>(choice: Choice, value: ReadingPreferences[Choice]): void {
  current = { ...getPreferences(), [choice]: value };
  writeStoredChoice(KEY, JSON.stringify(current));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const useReadingPreferences = (): ReadingPreferences => useSyncExternalStore(subscribe, getPreferences);

/** Average width of a character of running text, in em. */
const CHARACTER = 0.579;

/** The CSS variables for the text of a lesson. */
export function readingStyle({ size, measure, spacing }: ReadingPreferences): CSSProperties {
  const width = VALUES.size[size] * VALUES.measure[measure] * CHARACTER;
  return {
    '--reading-size': `${VALUES.size[size]}rem`,
    '--reading-measure': `${VALUES.measure[measure]}ch`,
    '--reading-width': `${width.toFixed(1)}rem`,
    '--reading-leading': VALUES.leading[spacing],
    '--reading-spacing': VALUES.spacing[spacing],
  } as CSSProperties;
}
