import { PRODUCT } from '#contract/product.ts';
import { VENDOR_NAMES } from '#contract/platform/service-names.ts';

/** The text to send: protected parts are replaced by `⟦0⟧`, `⟦1⟧` …; `kept` lists them. */
export interface Shielded {
  readonly text: string;
  readonly shielded: readonly string[];
}

/** Names that are the same in every language. */
const NAMES = [PRODUCT, ...Object.values(VENDOR_NAMES), 'Stripe', 'Google', 'Veo', 'Markdown', 'WCAG', 'FSRS', 'PDF', 'CSV'];
/** Protected in the interface: placeholders, link targets, names. */
const OF_INTERFACE = new RegExp(String.raw`\{\w+\}|\]\([^()\s]*\)|\b(?:${NAMES.join('|')})\b`, 'g');
/**
 * Protected in a line of Markdown: code, formulas, targets of links and pictures, footnotes, tags, entities and bare URLs. The end of each
 * is searched over a limited distance, and a run of backticks matches only from its first: otherwise a text of unclosed openings would take
 * quadratic time.
 */
const OF_MARKDOWN =
  /(?<!`)(`+)(?!`)[^\n]{1,400}?(?<!`)\1(?!`)|\$[^\s$](?:[^$\n]{0,800}[^\s$])?\$|\\\([^\n]{0,800}?\\\)|\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s+"[^"]{0,300}")?\)|!\[|\[\^[^\]]{1,100}\]|<\/?[a-z][^<>]*>|&\w+;|https?:\/\/[^\s<>)]+|\\[^\w\s]/gi;

function shield(text: string, pattern: RegExp): Shielded {
  const shielded: string[] = [];
  return { text: text.replaceAll(pattern, (found) => `⟦${shielded.push(found) - 1}⟧`), shielded };
}

/** Protects a sentence of the interface: its placeholders and the product's names. */
export const shieldSentence = (text: string): Shielded => shield(text, OF_INTERFACE);
/** Protects everything in a line of Markdown that is not prose. */
export const shieldMarkdown = (text: string): Shielded => shield(text, OF_MARKDOWN);

/** Markup of which a translation must keep the number. */
const SIGNS = [/\*\*/g, /~~/g, /\[/g, /\|/g] as const;
const LONGEST_GROWTH = 6;
const SHORT = 60;

/**
 * Restores the protected parts in a translation.
 * @returns null when it is invalid because a part is missing, duplicated or invented
 */
export function unshield({ text: source, shielded }: Shielded, translated: string): string | null {
  const text = translated.trim();
  const found = [...text.matchAll(/⟦(\d+)⟧/g)].map(([, number]) => Number(number));
  const isWhole =
    found.length === shielded.length && new Set(found).size === shielded.length && found.every((number) => number < shielded.length);
  const rest = text.replaceAll(/⟦\d+⟧/g, '');
  if (!isWhole || text === '' || /[⟦⟧]/.test(rest)) return null;
  if (text.length > source.length * LONGEST_GROWTH + SHORT) return null;
  if (/\{\w+\}|<\/?[a-z]/i.test(rest) || text.includes('\n') !== source.includes('\n')) return null;
  const hasSigns = SIGNS.every((sign) => (source.match(sign)?.length ?? 0) === (rest.match(sign)?.length ?? 0));
  return hasSigns ? text.replaceAll(/⟦(\d+)⟧/g, (_, number: string) => shielded[Number(number)]!) : null;
}
