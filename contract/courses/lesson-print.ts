import { stripInvisible } from '#contract/platform/visible-text.ts';

interface EditableLesson {
  readonly title: string;
  readonly content: string;
  readonly objectives: readonly string[];
  readonly key_takeaways: readonly string[];
}

/** Returns objectives or takeaways as the editor shows them, one per line. */
const lines = (points: readonly string[]): string[] =>
  points
    .join('\n')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/**
 * Returns a short hash of a lesson as an editor shows it. A save uses it to detect that another session has overwritten the same version of
 * the lesson, which the version number does not reveal.
 */
export function lessonPrint({ title, content, objectives, key_takeaways }: EditableLesson): string {
  const text = JSON.stringify([stripInvisible(title), content, lines(objectives), lines(key_takeaways)]);
  // cyrb53: 53 bits, well mixed, synchronous, and the same in browser and server
  let [low, high] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    low = Math.imul(low ^ unit, 2_654_435_761);
    high = Math.imul(high ^ unit, 1_597_334_677);
  }
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  return (4_294_967_296 * (2_097_151 & high) + (low >>> 0)).toString(36);
}
