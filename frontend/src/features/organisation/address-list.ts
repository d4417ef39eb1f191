/** The addresses in what somebody typed or pasted: separated by commas, semicolons, spaces or lines, each once, in lower case. */
export function readAddresses(text: string): string[] {
  const found = text
    .split(/[\s,;]+/)
    .map((part) => part.replace(/^<|>$/g, '').toLowerCase())
    .filter((part) => part !== '');
  return [...new Set(found)];
}

/** Those that cannot be addresses; the server judges the others. */
export const malformed = (addresses: readonly string[]): string[] => addresses.filter((address) => !/^[^@]+@[^@]+\.[^@]+$/.test(address));
