import { endsAsSentence } from '#domain/platform/prose/sentence-end.ts';
import { isLittleWord } from './stop-words.ts';

const FENCE = /^[ \t>]*(?:`{3,}|~{3,})/;
const ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]/;
const ROW = /^[ \t]*\|/;
const DELIMITERS = /^[ \t]*\|?(?:[ \t]*:?-+:?[ \t]*\|)+(?:[ \t]*:?-+:?[ \t]*)?$/;
/** Ends that need no full stop: code, a formula, a link, an address. */
const ENDED_OTHERWISE = /(?:`|\$|\\[)\]]|\]\([^()\s]*\)|https?:\/\/\S+)[*_)\]]*$/;
/** A link with a cut address, and a list marker with nothing after it: both look like a finished end. */
const CUT = /\]\([^()\s]*$|^[ \t]*(?:[-*+]|\d{1,3}[.)])$/;
/** A citation mark after a sentence. */
const MARK = /\[\^\w{1,20}\]$/;
const MARK_LENGTH = 23;

/** The problem reported for a text without an end. */
export const BROKEN_OFF = 'the text breaks off in the middle of a sentence: end it, and write less if it is too long';

/** Tells whether a text ends with a row of a table without outer bars: of three cells, or below a line of dashes in the same block. */
const isBareRow = (lines: readonly string[]): boolean => {
  const block = lines.slice(lines.findLastIndex((line) => line.trim() === '') + 1);
  const last = block.at(-1) ?? '';
  return last.split(' | ').length > 2 || (last.includes('|') && block.some((line) => DELIMITERS.test(line)));
};

const cellsIn = (row: string): number => row.trim().match(/(?<!\\)\|/g)?.length ?? 0;

/** Code and formulas, which have brackets of their own. */
const SPAN = /`[^`\n]*`|\$[^$\n]{1,400}\$/g;
/** A conjunction at the end of a point of several words; in a list of words it may be alone. */
const POINT_GOES_ON =
  /(?:\p{L}+\s+){2}(?:the|an|and|because|und|oder|weil|dass|los|las|porque|que|les|parce que|gli|perché|et|и|или|что)$/u;
/** Abbreviations after which a sentence goes on; a text that introduces an abbreviation names it. */
const SHORT_FORM =
  /(?<=[\p{L},]\s)(?<!(?:^|\s)(?:is|as|or|and|means|says|write|called|ist|oder|und|heißt|est|ou|es|o|è|é|это|или)\s)\(?(?:e\.\s?g|i\.\s?e|z\.\s?B|d\.\s?h|p\.\s?ej|par ex|bzw|vs|Dr|Mrs?|Prof|напр|т\.\s?е)\.$/u;
/** A sentence that trails off where its next word should be; a gap to fill in follows a colon or is in quotation marks. */
const THINS_OUT =
  /(?:^|[.!?…]\s)[^.!?…:"“„«\n]{12,200}\s(?:the|an?|to|and|of|because|der|die|das|zu|und|weil|el|los|las|de|y|porque|le|les|des|et|parce que|il|gli|di|perché|os|para|и|чтобы|потому что)\s?(?:\.{3}|…)$/u;
/** Phrases that models write in place of the rest. */
const LEFT_OUT =
  /[[(（][*_]*(?:\.{3}|…)?\s*(?:(?:the )?(?:rest|remaining|remainder)[^[\]()\n]{0,80}|to be continued|continued(?: below| in .{0,40})?|(?:der )?rest (?:der|des)[^[\]()\n]{0,60}|fortsetzung folgt|(?:el )?resto de[^[\]()\n]{0,60}|continuará|(?:le )?reste d[^[\]()\n]{0,60}|à suivre|(?:il )?resto del[^[\]()\n]{0,60}|continua|продолжение следует|未完待续|其余部分[^[\]()\n]{0,20}|続く|계속)[\s.…!]*[*_]*[\])）][*_.]*$/iu;

const PAIRS = [
  { open: '(', closes: ')]' },
  { open: '（', closes: '）)' },
  { open: '“', closes: '”"»' },
  { open: '«', closes: '»”"' },
] as const;

/** Tells whether the last paragraph has an unclosed bracket or quotation mark. German quotation marks open and close differently. */
function isOpened(text: string): boolean {
  const whole = text.slice(text.lastIndexOf('\n\n') + 1);
  const paragraph = whole.replaceAll(SPAN, ' ');
  const count = (signs: string) => {
    let found = 0;
    for (const sign of whole) if (signs.includes(sign)) found += 1;
    return found;
  };
  return PAIRS.some(({ open, closes }) => {
    const at = paragraph.lastIndexOf(open);
    const before = paragraph.slice(0, at);
    // a function call in code has no space before its bracket
    if (
      at < 0 ||
      !/(?:^|[\s\\]|[（“«])$/u.test(`${before}${open === '(' ? '' : open}`) ||
      (open === '“' && before.includes('„')) ||
      (open === '«' && before.includes('»'))
    )
      return false;
    const isClosed = [...closes].some((sign) => paragraph.includes(sign, at + 1));
    return !isClosed && count(open) > count(closes);
  });
}

/** Tells whether a text that ends with a full stop is cut off all the same. */
const isCutBeforeStop = (text: string): boolean => SHORT_FORM.test(text) || LEFT_OUT.test(text.slice(-200)) || isOpened(text);

/** Strips one mark at a time, from the end: a pattern for all of them would rescan each run of spaces in the line. */
function withoutCitationMarks(line: string): string {
  let said = line.trimEnd();
  for (let mark = MARK.exec(said.slice(-MARK_LENGTH)); mark; mark = MARK.exec(said.slice(-MARK_LENGTH)))
    said = said.slice(0, -mark[0].length).trimEnd();
  return said;
}

/** Describes the broken end of a text; null if it ends properly. */
export function brokenEnd(markdown: string): string | null {
  const text = markdown.trimEnd();
  const lines = text.split('\n');
  const last = withoutCitationMarks(lines.at(-1)!);
  if (/^#{1,6}(?:\s|$)/.test(last)) return 'the text ends with a heading: write what belongs under it, or leave it out';
  if (ROW.test(last)) {
    const rows = lines.slice(lines.findLastIndex((line) => !ROW.test(line)) + 1);
    const isOpen =
      rows.length < 3 ||
      !DELIMITERS.test(rows[1]!) ||
      (rows[0]!.trimEnd().endsWith('|') && !last.endsWith('|')) ||
      cellsIn(last) < cellsIn(rows[0]!);
    return isOpen ? 'the last table is broken off: finish it' : null;
  }
  if (CUT.test(last)) return BROKEN_OFF;
  if (FENCE.test(last) || DELIMITERS.test(last) || /^[ \t]*(?:[-*_][ \t]*){3,}$/.test(last) || isBareRow(lines)) return null;
  if (isCutBeforeStop(text) || THINS_OUT.test(last)) return BROKEN_OFF;
  if (endsAsSentence(last) || ENDED_OTHERWISE.test(last) || needsNoStop(lines, last)) return null;
  // points need no full stop where the others have none
  const items = lines.filter((line) => ITEM.test(line)).slice(-4, -1);
  const isPoint = ITEM.test(last) || (/^[ \t]+\S/.test(lines.at(-1)!) && items.length > 0);
  if (isPoint && POINT_GOES_ON.test(last)) return BROKEN_OFF;
  if (isPoint && !/[,，、،:：;；]$/.test(last) && !(items.length > 0 && items.every((item) => endsAsSentence(item)))) return null;
  return BROKEN_OFF;
}

const QUOTED = /^[ \t]{0,3}>/;
const INDENTED = /^(?: {4}|\t)/;
/** The source of a quotation: '— William Shakespeare, *Hamlet*', on a separate line or after the quotation. */
const SOURCE =
  /(?:^|["”»“’.!?…。！？।۔]\s{0,2})[\s*_(]{0,4}(?:—{1,2}|–|―|--)\s?[*_]{0,3}(?!\p{Ll}|\p{M})\p{L}[\p{L}\p{M}.’'-]*(?:,?\s+[*_«“„]{0,3}(?:(?!\p{Ll})[\p{L}\p{N}]|(?:of|the|de|da|di|del|della|la|du|des|von|van|der|bin|и|y|and|und|et|e)(?=\s))[\p{L}\p{M}\p{N}.’'-]*[*_»”“]{0,3}){0,9}[\s*_)]{0,4}$/u;
/** A chain of stages: 'Egg → larva → pupa'. */
const CHAIN = /(?:→|⇒|⟶|←|↔|->|=>)\s?[^→⇒⟶←↔>.!?,:;]{1,40}$/;
/** A term and its definition: '**Brood** — eggs and larvae'. */
const TERM = /^(?:\*\*|__)[^*_]{1,60}(?:\*\*|__)\s?[—–:：-]\s?[^.!?。！？]{1,80}$/u;

/**
 * Tells whether a text ends with something that needs no full stop: a quotation or its source, indented code, a chain, a result, a term. A
 * last line that goes on does not count.
 */
function needsNoStop(lines: readonly string[], last: string): boolean {
  const [line, said] = [lines.at(-1)!, last.replace(/^[ \t>]+/, '')];
  if (isIndentedCode(lines)) return true;
  if (GOES_ON.test(last) || isLittleWord(said.match(WORDS)?.at(-1) ?? '')) return false;
  return (QUOTED.test(line) && !isProseQuotation(said)) || SOURCE.test(said) || CHAIN.test(said) || RESULT.test(said) || TERM.test(said);
}

/** Minimum length of prose; lines of poems and sayings are shorter. */
const VERSE_CHARACTERS = 100;

/** Tells whether the last line of a quotation is prose, which needs a full stop; verse does not. */
const isProseQuotation = (said: string): boolean => said.length >= VERSE_CHARACTERS || ENDED_WITHIN.test(withoutQuotations(said));

/** Tells whether a text ends with a block of indented code; below a list, an indented block belongs to its last point. */
function isIndentedCode(lines: readonly string[]): boolean {
  const before = lines.findLastIndex((line) => line.trim() !== '' && !INDENTED.test(line));
  return before < lines.length - 2 && (lines[before + 1] ?? '').trim() === '' && !ITEM.test(lines[before] ?? '');
}

/** Fields that always hold whole sentences: a mentor's answer, a grade's feedback. */
const SENTENCES = new Set(['answer', 'feedback', 'reason']);
/** A name may replace a sentence: 'Paris', '35 °C'. */
const NAME_WORDS = 2;
const WORDS = /[\p{L}\p{M}\p{N}]+/gu;
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const NAME_SIGNS = 4;
/** 'So it is x = 4': a result needs no full stop. */
const RESULT = /[=≈]\s*[-−+]?[\p{N}][\p{N}.,\s]*[\p{L}°%€$£²³]{0,6}$/u;

/** Shorter texts are names, labels and terms, which need no full stop. */
const SHORTEST = 40;
/** Abbreviations after which a sentence goes on. */
const SHORTENED =
  '(?<!(?:^|[\\s(\\p{Pi}])(?:\\p{L}|vs|[Dd]r|[Mm]rs?|[Mm]s|St|Ste|[Pp]rof|[Ss]ra?|Ing|[Nn]os?|[Nn]r|[Ff]ig|[Vv]ol|al|approx|etc|bzw|ca|evtl|inkl|usw|[Kk]ap|[Aa]bb|pp|ej|cf|env|[Aa]rt|др|рис|см))';
/** A finished sentence with another after it. */
const ENDED_WITHIN = new RegExp(
  `(?:[!?…؟۔]|${SHORTENED}\\.)["'”’»›“‘«‹‟)]*\\s+[^\\p{Ll}\\s\\p{N}(−-]|[。！？।]["'”’»」』）)]*\\s*\\S`,
  'u',
);
/** Ends that no whole text has: a mark that something follows, an open bracket, a conjunction. */
const GOES_ON =
  /[,，、،:：;；(（„—–]$|(?:^|\s)[“‘«‹‟]$|(?<!:)[(（][^()（）\]}]{0,80}$|(?<=\s)(?:the|an|and|because|und|oder|weil|dass|los|las|porque|que|les|parce que|gli|perché|et|и|или|что)$/u;

/**
 * Tells whether a text of an answer is cut off. A field of whole sentences must end like a sentence. Elsewhere a missing full stop counts
 * only if an earlier sentence has one, or if the last sentence clearly goes on.
 * @param name of its field
 */
export function isBrokenOff(text: string, name: string): boolean {
  // its options may complete its sentence
  if (name === 'question' && /[:：]$/.test(text.trimEnd())) return false;
  if (brokenEnd(text) !== BROKEN_OFF) return false;
  const said = text.trimEnd();
  if (SENTENCES.has(name)) return isCutBeforeStop(said) || (!isName(said) && !RESULT.test(said));
  return said.length >= SHORTEST && isSurelyBroken(said);
}

/** A quotation has full stops of its own. */
const QUOTATION = /“[^“”]*”|«[^«»]*»|„[^„“]*“|「[^「」]*」|"[^"\n]*"/gu;

const withoutQuotations = (text: string): string => text.replaceAll(QUOTATION, (quotation) => `“${quotation.slice(-2)}`);

/** Tells whether a text without a full stop was certainly cut off: 'Worker: a bee that cannot lay' was not. */
export function isSurelyBroken(text: string): boolean {
  const said = text.trimEnd();
  const own = withoutQuotations(said);
  // 'Which word is missing? “Bees …”' ends with its quotation
  return isCutBeforeStop(said) || GOES_ON.test(said) || (ENDED_WITHIN.test(own) && !/["”»›」』“‘’«‹‟）)\]]$/.test(said));
}

/** Alternative answers: 'sixteen · five past ten'. */
const LISTED = /\s[·•|/→]\s/;

function isName(text: string): boolean {
  if (isSurelyBroken(text)) return false;
  if (LISTED.test(text)) return true;
  const words = text.match(WORDS) ?? [];
  return words.length <= NAME_WORDS && (text.match(DENSE)?.length ?? 0) <= NAME_SIGNS && !words.some(isLittleWord);
}

/** Scripts without spaces between words. */
const WITHOUT_BLANKS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const LAST_WORD = /[\p{L}\p{M}]+$/u;

/**
 * Tells whether a text ends within a word, as when a grammar closes a cut text: no full stop follows, and its last letters are not a word
 * of the prompt but begin a longer one there. 'each does what sh' should be 'should'.
 * @param given the words of the prompt
 */
export function endsInHalfWord(text: string, given: ReadonlySet<string>): boolean {
  const half = LAST_WORD.exec(text.trimEnd())?.[0].toLowerCase();
  if (half === undefined || WITHOUT_BLANKS.test(half) || given.has(half)) return false;
  // a text may use its own words, but seldom ends with a word that is new to it and also begins a word of the prompt
  const said = text.toLowerCase().match(WORDS) ?? [];
  if (said.filter((word) => word === half).length > 1) return false;
  for (const word of given) if (word.length > half.length && word.startsWith(half)) return true;
  return false;
}

/** Matching this many characters at the end of a text is no coincidence. */
export const TAIL = 24;

/**
 * Tells whether a text ends with a quotation that stops within a sentence of its source. A quotation that also begins in mid-sentence
 * quotes single words, and does not count.
 * @param given the whole prompt, as JSON
 */
export function stopsWithinQuoted(text: string, given: string): boolean {
  const last = text.trimEnd().split('\n').at(-1)!;
  if (!QUOTED.test(last) || !/[\p{L}\p{M}\p{N},]$/u.test(last)) return false;
  const said = last.replace(/^[ \t>]+/, '');
  if (/^\p{Ll}/u.test(said)) return false;
  const tail = JSON.stringify(said.slice(-TAIL)).slice(1, -1).replaceAll('<', '\\u003c');
  const places = tail.length < TAIL ? [] : given.split(tail).slice(1);
  return places.length > 0 && places.every((rest) => /^(?:[\p{L}\p{M}\p{N}]|,? \p{Ll})/u.test(rest));
}
