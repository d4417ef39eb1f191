/** Everything here is a pure function of its seed text: the same request always composes the same answer. */

/** 32-bit FNV-1a with a final mix, so that similar texts get very different hashes. */
export function hash32(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  h ^= h >>> 15;
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  return h >>> 0;
}

/** Returns a text's hash as 16 hexadecimal digits. */
export function hashHex(text: string): string {
  return [hash32(text), hash32(`${text.length}:${text}`)].map((n) => n.toString(16).padStart(8, '0')).join('');
}

/** Creates a generator of numbers from 0 (included) to 1 (excluded); mulberry32. */
export function createRandom(seed: string): () => number {
  let a = hash32(seed);
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export function shuffle<T>(items: readonly T[], seed: string): T[] {
  const random = createRandom(seed);
  const result = [...items];
  for (let i = result.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [result[i], result[j]] = [result[j] as T, result[i] as T];
  }
  return result;
}

export function pick<T>(items: readonly T[], seed: string): T {
  if (items.length === 0) throw new Error(`nothing to pick from for ${seed}`);
  return items[hash32(seed) % items.length] as T;
}
