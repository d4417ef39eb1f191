/**
 * A text of the interface. The English sentence is the key, so a language without a translation of it falls back by itself.
 * `{name}` in the text is replaced by `values.name`; a placeholder without a value stays visible.
 */
export function t(english: string, values?: Readonly<Record<string, string | number>>): string {
  if (!values) return english;
  return english.replace(/\{(\w+)\}/g, (placeholder, name: string) => (name in values ? String(values[name]) : placeholder));
}
