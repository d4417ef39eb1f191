const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** Scripts whose words are not set apart. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const LAST_WORD = /[\p{L}\p{M}]+$/u;

/**
 * Tells whether a text ends within a word, as a schema closes what was cut: its last letters are no word of what its author was sent, where longer words
 * begin with them, and no stop follows. 'each does what sh' was to be 'should'.
 * @param given all that the author was sent
 */
export function endsInHalfWord(text: string, given: ReadonlySet<string>): boolean {
  const half = LAST_WORD.exec(text.trimEnd())?.[0].toLowerCase();
  if (half === undefined || DENSE.test(half) || given.has(half)) return false;
  // a text may use its own words, but seldom ends with one that it has not said before and that is a beginning besides
  const said = text.toLowerCase().match(WORD) ?? [];
  if (said.filter((word) => word === half).length > 1) return false;
  for (const word of given) if (word.length > half.length && word.startsWith(half)) return true;
  return false;
}
