/** Maximum number of additional words, and share of words that may be missing: the product tidies spaces, headings and punctuation. */
const MOST_EXTRA = 2;
const MOST_MISSING = 0.04;
/** In shorter texts every word counts. */
const SHORT = 12;
const SHOWN = 60;

/** Returns a text's words, and marks that belong in no text. */
const tokens = (text: string): string[] =>
  text
    .replaceAll(/\\[a-z]+/g, (command) => ` ${command} `)
    .toLowerCase()
    .match(/<[^>\s]*>|[|｜][\p{L}_▁]+[|｜]|\[\/?inst\]|\\[a-z]+|\p{Script=Han}|[\p{L}\p{N}\p{M}]+/gu) ?? [];

/** A single such mark is too many, however long the text. */
const MARK = /^(?:<.*>|[|｜].*[|｜]|\[\/?inst\])$/;

function counted(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Returns the words of a text that another lacks, as often as it lacks them. */
function besides(text: readonly string[], other: readonly string[]): string[] {
  const left = counted(other);
  return text.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count <= 0;
  });
}

/**
 * Returns how a stored text differs from the intended one, word by word and independently of the product's own comparison; null if it does
 * not
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

/** Returns how a text differs from the most similar of the intended ones; null if it equals one of them. */
export function differenceFromAll(stored: string, all: readonly string[]): string | null {
  const found = all.map((meant) => difference(stored, meant));
  if (found.includes(null)) return null;
  return found.toSorted((one, other) => (one ?? '').length - (other ?? '').length)[0] ?? 'was never said';
}
