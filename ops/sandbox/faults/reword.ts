import { proseOf } from '../answers/prose.ts';

/** Interchangeable words and phrases with exactly the same meaning. */
const SAME: Readonly<Record<string, string>> = {
  'for example': 'for instance',
  'because of': 'owing to',
  because: 'since',
  'in order to': 'to',
  'a lot of': 'plenty of',
  'is called': 'is known as',
  'are called': 'are known as',
  'that is why': 'for that reason',
  'kind of': 'sort of',
  'kinds of': 'sorts of',
  'need to': 'have to',
  'needs to': 'has to',
  'make sure': 'see to it',
  'makes sure': 'sees to it',
  'at first': 'initially',
  'in the end': 'eventually',
  'at once': 'immediately',
  'instead of': 'in place of',
  'as long as': 'so long as',
  'as soon as': 'once',
  'no one': 'nobody',
  nobody: 'no one',
  everyone: 'everybody',
  someone: 'somebody',
  anyone: 'anybody',
  usually: 'as a rule',
  often: 'frequently',
  sometimes: 'at times',
  almost: 'nearly',
  nearly: 'almost',
  perhaps: 'maybe',
  therefore: 'hence',
  although: 'though',
  until: 'till',
  quickly: 'rapidly',
  begins: 'starts',
  begin: 'start',
  happens: 'occurs',
  happen: 'occur',
  choose: 'pick',
  chooses: 'picks',
  buy: 'purchase',
  buys: 'purchases',
  large: 'big',
  towards: 'toward',
  'does not': 'doesn’t',
  'do not': 'don’t',
  'did not': 'didn’t',
  'is not': 'isn’t',
  'are not': 'aren’t',
  'was not': 'wasn’t',
  'will not': 'won’t',
  cannot: 'can’t',
};
// the longest first: `because of` before `because`
const ANY = new RegExp(
  `(?<![\\p{L}\\p{N}’'-])(?:${Object.keys(SAME)
    .toSorted((one, other) => other.length - one.length)
    .join('|')})(?![\\p{L}\\p{N}’'-])`,
  'giu',
);
/** `If you heat it, it melts.`: a one-clause condition before its consequence. */
const CONDITION = /(?<=^|[.!?] )(If|When) (\p{Ll}[^,.:;?!()[\]*_`$“”\n]+), (?:then )?(\p{Ll}[^,.:;?!()[\]*_`$“”\n]+)\./gu;
/** Text between these marks is quoted, computed or code, and is not reworded. */
const KEPT = /(`[^`\n]*`|\$[^$\n]*\$|“[^”\n]*”|\[[^\]\n]*\](?:\([^)\n]*\))?|https?:\S+)/u;

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function withOtherWords(text: string, count: () => void): string {
  return text.replaceAll(ANY, (found) => {
    count();
    const other = SAME[found.toLowerCase()]!;
    return /^\p{Lu}/u.test(found) ? upper(other) : other;
  });
}

/**
 * Rewords a text without changing its meaning: other words, contractions, and conditions after their consequences. Code, formulas and
 * quotations stay.
 * @returns the text, and the number of changes
 */
export function reword(content: string): { readonly content: string; readonly changes: number } {
  let changes = 0;
  const count = () => void (changes += 1);
  const prose = new Set(proseOf(content));
  let isCode = false;
  const blocks = content.split(/\n{2,}/).map((block) => {
    const isInCode = isCode;
    if ((block.match(/^\s*(```|~~~)/gm) ?? []).length % 2 === 1) isCode = !isCode;
    if (isInCode || !prose.has(block)) return block;
    const turned = block.replaceAll(CONDITION, (_, word: string, condition: string, rest: string) => {
      count();
      return `${upper(rest)} ${word.toLowerCase()} ${condition}.`;
    });
    return turned
      .split(KEPT)
      .map((part, at) => (at % 2 === 1 ? part : withOtherWords(part, count)))
      .join('');
  });
  return { content: blocks.join('\n\n'), changes };
}
