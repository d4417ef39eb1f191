import type { Lexicon } from './book.ts';

/** One field of life: how a text shows that it is about it, and its words. */
export type Field = readonly [pattern: RegExp, words: Lexicon];

/** The words of a field, each kind in one string separated by bars. */
export function lexicon(
  thing: string, action: string, tool: string, hazard: string, measure: string, person: string, place: string, event: string,
): Lexicon {
  const list = (text: string): string[] => text.split('|');
  return {
    thing: list(thing), action: list(action), tool: list(tool), hazard: list(hazard), measure: list(measure), person: list(person), place: list(place), event: list(event),
  };
}

/** The field whose words come first in a text: 'statistics for nurses' is about statistics. */
export function nearestField(fields: readonly Field[], about: string): Lexicon | undefined {
  let nearest: { at: number; words: Lexicon } | undefined;
  for (const [pattern, words] of fields) {
    const at = about.search(pattern);
    if (at >= 0 && (nearest === undefined || at < nearest.at)) nearest = { at, words };
  }
  return nearest?.words;
}
