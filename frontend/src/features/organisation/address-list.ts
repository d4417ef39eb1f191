/** Splits typed or pasted text into email addresses: separated by commas, semicolons, spaces or lines, each once, in lower case. */
export function readAddresses(text: string): string[] {
  const found = text
    .split(/[\s,;]+/)
    .map((part) => part.replace(/^<|>$/g, '').toLowerCase())
    .filter((part) => part !== '');
  return [...new Set(found)];
}

/** Returns those that cannot be addresses; the server checks the others. */
export const malformed = (addresses: readonly string[]): string[] => addresses.filter((address) => !/^[^@]+@[^@]+\.[^@]+$/.test(address));
