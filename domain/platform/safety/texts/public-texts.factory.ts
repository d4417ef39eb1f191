import { readFileSync } from 'node:fs';

const linesOf = (name: string): string[] =>
  readFileSync(new URL(name, import.meta.url), 'utf8')
    .trim()
    .split('\n');

/** Sample texts for measuring the rules, in English, Spanish and Arabic. We wrote them; they are about no real person. */
export const ABUSIVE: readonly string[] = linesOf('abusive.txt');
export const HARMLESS: readonly string[] = linesOf('harmless.txt');
