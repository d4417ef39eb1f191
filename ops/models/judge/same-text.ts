/** Words that may be there besides, and the share that may be missing: the product tidies spaces, headings and punctuation. */
const MOST_EXTRA = 2;
const MOST_MISSING = 0.04;
/** Of shorter texts every word counts. */
const SHORT = 12;
const SHOWN = 60;

/** Words, and the marks that no text has. */
const tokens = (text: string): string[] =>
  text
    .replaceAll(/\\[a-z]+/g, (command) => ` ${command} `)
    .toLowerCase()
    .match(/<[^>\s]*>|[|｜][\p{L}_▁]+[|｜]|\[\/?inst\]|\\[a-z]+|\p{Script=Han}|[\p{L}\p{N}\p{M}]+/gu) ?? [];

/** One mark is too many, however long the text. */
const MARK = /^(?:<.*>|[|｜].*[|｜]|\[\/?inst\])$/;

function counted(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Words of one text that another has not, each as often as it has not. */
function besides(text: readonly string[], other: readonly string[]): string[] {
  const left = counted(other);
  return text.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count <= 0;
  });
}

/**
 * Tells how a text that was stored differs from what was meant, word by word and without a look at how the product would tell.
 * @returns null: it does not
 */
export function difference(stored: string, meant: string): string | null {
  const [has, should] = [tokens(stored), tokens(meant)];
  const extra = besides(has, should);
  const missing = besides(should, has);
  const isShort = should.length < SHORT;
  const mark = extra.find((word) => MARK.test(word));
  if (mark !== undefined) return `has “${mark}”`;
  if (extra.length > (isShort ? 0 : MOST_EXTRA)) return `has “${extra.join(' ').slice(0, SHOWN)}”`;
  if (missing.length > (isShort ? 0 : Math.max(1, should.length * MOST_MISSING))) return `lacks “${missing.join(' ').slice(0, SHOWN)}”`;
  return null;
}

/** Returns how a text differs from the likeliest of those that were meant; null: it is one of them. */
export function differenceFromAll(stored: string, all: readonly string[]): string | null {
  const found = all.map((meant) => difference(stored, meant));
  if (found.includes(null)) return null;
  return found.toSorted((one, other) => (one ?? '').length - (other ?? '').length)[0] ?? 'was never said';
}
