/** Characters that programs typeset differently. */
const ALIKE = ["'‘’‚`´", '"“”„«»', '-‐‑‒–—―−'];

const escaped = (sign: string): string => sign.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
const signOf = (sign: string): string => {
  const same = ALIKE.find((signs) => signs.includes(sign));
  return same ? `[${[...same].map(escaped).join('')}]` : escaped(sign);
};

/** Finds a quote in a passage, ignoring spacing and punctuation variants between its words; null when it is not there. */
export function findQuote(text: string, quote: string): { start: number; end: number } | null {
  const words = quote.trim().split(/\s+/).filter(Boolean);
  if (words.length === 0) return null;
  const match = new RegExp(words.map((word) => [...word].map(signOf).join('')).join(String.raw`\s+`), 'u').exec(text);
  return match && { start: match.index, end: match.index + match[0].length };
}
