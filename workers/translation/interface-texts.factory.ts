import { isTranslationOf } from '#contract/translation/message-check.ts';
import { interfaceCatalogue } from '#domain/translation/interface/interface-catalogue.ts';
import { itemsOf, messageOf } from '#domain/translation/interface/interface-text.commands.ts';
import type { Texts } from '#domain/translation/interface/read-catalogue.ts';
import { unshield } from '#domain/translation/shield.ts';
import { composeTranslation } from '#ops/sandbox/translation/translation.ts';

/** Returns sentences that are missing, that lack the arguments or plural forms of the language, or that contain our own markup. */
export const faultsOf = (language: string, texts: Texts): string[] =>
  interfaceCatalogue().texts.filter((source) => {
    const text = texts[source];
    return text === undefined || /[⟦⟧]/.test(text) || !isTranslationOf(source, text, language);
  });

/** Returns the sandbox's translation of the whole catalogue, without HTTP. */
export function bySandbox(language: string): Texts {
  const { texts } = interfaceCatalogue();
  const items = texts.flatMap((text, place) => itemsOf(text, String(place), language));
  const { translations } = composeTranslation({ wanted: { language }, texts: items }) as { translations: { id: string; text: string }[] };
  const message = new Map(items.flatMap((item, place) => [[item.id, unshield(item, translations[place]!.text)!] as const]));
  return Object.fromEntries(texts.map((text, place) => [text, messageOf(text, String(place), language, message)!]));
}
