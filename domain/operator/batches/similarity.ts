/** Returns the similarity of two texts: twice their common words divided by all words, 0 to 1. */
export function similarityOf(one: string, other: string): number {
  const [left, right] = [wordsOf(one), wordsOf(other)];
  const total = left.length + right.length;
  if (total === 0) return 1;
  const counts = new Map<string, number>();
  for (const word of left) counts.set(word, (counts.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of right) {
    const count = counts.get(word) ?? 0;
    if (count === 0) continue;
    counts.set(word, count - 1);
    shared += 1;
  }
  return (2 * shared) / total;
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
