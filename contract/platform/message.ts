import { setupI18n, type Messages } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';

/** The arguments of a message. */
export type Values = Readonly<Record<string, string | number>>;

const compiled = new Map<string, ReturnType<typeof compileMessage>>();

/** Compiles English sentences and the services' translations when they are first shown. */
function compileOnce(message: string) {
  const known = compiled.get(message) ?? compileMessage(message);
  compiled.set(message, known);
  return known;
}

/**
 * Returns a function that formats ICU messages in a language (decision 0024). The English message is the key, and is shown itself if there
 * is no translation.
 * @param locale BCP 47 tag, whose plural rules select the form and whose notation `#` uses
 */
export function messagesIn(locale: string, messages: Messages): (english: string, values?: Values) => string {
  const i18n = setupI18n({ locale, messages: { [locale]: messages } }).setMessagesCompiler(compileOnce);
  return (english, values = {}) => i18n._(english, values);
}

/** Writes numbers in the notation of a locale, except those that select a plural form, which `#` writes. */
export const inNotation = (key: string, values: Values, locale: string): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'number' && !key.includes(`{${name}, plural`) ? new Intl.NumberFormat(locale).format(value) : value,
    ]),
  );
