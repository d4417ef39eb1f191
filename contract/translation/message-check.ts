import { compileMessageOrThrow, type CompiledIcuChoices, type CompiledMessage } from '@lingui/message-utils/compileMessage';

/** The arguments of a message, and the plural categories of arguments that select a form. */
interface Shape {
  readonly names: ReadonlySet<string>;
  readonly plurals: ReadonlyMap<string, readonly string[]>;
}

function shapeOf(message: string): Shape {
  const names = new Set<string>();
  const plurals = new Map<string, string[]>();
  const walk = (tokens: CompiledMessage | string): void => {
    if (typeof tokens === 'string') return;
    for (const token of tokens) {
      if (typeof token === 'string') continue;
      const [name, type, format] = token;
      names.add(name);
      if (type !== 'plural') continue;
      const { offset: _, ...cases } = format as CompiledIcuChoices;
      plurals.set(name, Object.keys(cases));
      for (const inside of Object.values(cases)) walk(inside as CompiledMessage);
    }
  };
  walk(compileMessageOrThrow(message));
  return { names, plurals };
}

/** Returns the argument whose number selects the form of an English message; null if there is none. */
export const countedBy = (english: string): string | null => [...shapeOf(english).plurals.keys()][0] ?? null;

/**
 * Tells whether a text can be shown as a translation: an ICU message that parses, with the arguments of the English one, the same plural
 * argument, and a form for each plural category of the language in `Intl.PluralRules`.
 */
export function isTranslationOf(english: string, text: string, language: string): boolean {
  const source = shapeOf(english);
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  try {
    const { names, plurals } = shapeOf(text);
    if (names.size !== source.names.size || ![...names].every((name) => source.names.has(name))) return false;
    return (
      plurals.size === source.plurals.size &&
      [...plurals].every(([name, cases]) => source.plurals.has(name) && pluralCategories.every((category) => cases.includes(category)))
    );
  } catch {
    return false;
  }
}
