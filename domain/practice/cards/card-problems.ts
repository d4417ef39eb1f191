import { formulasIn } from '#contract/courses/lesson-maths.ts';
import { squeeze } from '#contract/notes/find-passage.ts';
import { countWords } from '#domain/platform/prose/plain-prose.ts';
import { LITTLE_WORDS } from '#domain/vendors/llm/hygiene/stop-words.ts';
import { escapePattern } from '#domain/platform/prose/escape-pattern.ts';

/** A card as written: plain text, with formulas between dollar signs. */
export interface MadeCard {
  readonly front: string;
  readonly back: string;
  /** The words of the lesson that contain the answer. */
  readonly passage: string;
}

/** The lesson and cards that a card is judged by. */
export interface CardSource {
  /** Markdown of the lesson, with its key takeaways. */
  readonly markdown: string;
  /** The same text as shown to readers. */
  readonly visible: string;
  readonly objectives: readonly string[];
  /** Fronts of the cards that the learner already has from the course. */
  readonly known: readonly string[];
}

/** The placeholder for missing words in a sentence. */
const GAP = /_{3,}/g;
/** A longer back has several facts, or cannot be remembered and compared at once. */
const LONGEST_BACK = { characters: 160, words: 25 };
const LONGEST_FRONT = 300;
const LONGEST_GAP_WORDS = 5;
/** With fewer words, a sentence with a gap could mean anything. */
const FEWEST_WORDS = 7;
/** A word that occurs this often in a lesson counts as a term, even if nothing marks it. */
const SPOKEN_OF = 3;
const LIST = /\n\s*([-*•]|\d+[.)])\s/;
/** In Japanese, a question ends in a particle, often without a question mark. */
const QUESTION_MARK = /[?？؟]|か(?=。|$)/g;
/** TeX outside any formula: one of its delimiters is missing. A lone `$` may be a price, or a variable in code. */
const TEX = /\\[a-zA-Z]+|\\[()[\]]|\$\$|\$[^$\s]*[\\^]/;

/** Words at the beginning of a sentence that refer to an earlier one; without it, nobody knows what is asked. */
const LEANING = new RegExp(
  `^(?:${[
    `(?:he|she|it|they|this|these|those|that|his|her|its|their|here|there|such|both|neither|now|then|so|but|and|therefore|hence|instead)(?:[ ,]|['’]s )`,
    `the (?:first|second|third|fourth|latter|former|other|last)(?: one)?,? (?:is|was|are|were|has|says|calls)`,
    `(?:él|ella|ellos|ellas|esto|eso|este|esta|estos|estas|ese|esa|su|sus|aquí|ahí|pero|entonces|así)[ ,]`,
    `(?:il|elle|ils|elles|ce|cela|ceci|cette|ces|son|sa|ses|leur|leurs|ici|mais|alors|donc|et) |c['’]`,
    `(?:er|sie|es|dies|diese|dieser|dieses|das ist|das war|ihr|ihre|sein|seine|hier|dort|aber|dann|also|und) `,
    `(?:egli|essa|esso|essi|questo|questa|questi|queste|ciò|qui|lì|lui|lei|loro|ma|allora|quindi) `,
    `(?:ele|ela|eles|elas|isto|isso|este|esta|estes|estas|esse|essa|aqui|ali|mas|então) `,
    `(?:он|она|оно|они|это|этот|эта|эти|его|её|их|здесь|там|но|и|тогда|поэтому)[ ,]`,
    `(?:هو|هي|هم|هذا|هذه|هؤلاء|ذلك|تلك|هنا|هناك|لكن|ثم|إذن|لذلك)[ ،]`,
    `(?:यह|वह|ये|वे|इसका|इसकी|इसके|उसका|उसकी|उसके|यहाँ|वहाँ|इससे|उससे|लेकिन|और|तब|इसलिए) `,
    `[它他她这那此其]|但|所以|然后|因此`,
    `(?:これ|それ|あれ|この|その|あの|ここ|そこ|彼|しかし|だから|そして)`,
    `(?:이것|그것|저것|이는|그는|그녀|그들|여기|거기|그러나|그래서|그리고|이 |그 )`,
  ].join('|')})`,
  'iu',
);
/** A question that chooses among options, which a card does not have. */
const AMONG_OPTIONS =
  /which (?:of|one of) (?:these|those|the following)|de (?:estos|estas|los siguientes|las siguientes)|parmi|(?:le|la|les)quel(?:le|les|s)? de ces|welche[rs]? (?:dieser|der folgenden)|(?:was|welche[rs]?) davon|(?:di|tra) (?:questi|queste|i seguenti|le seguenti)|d(?:estes|estas|os seguintes|as seguintes)|из (?:этого|этих|следующих|перечисленн)|以下|下列|下面哪|次のうち|다음 (?:중|가운데)|مما يلي|من التالي|أيّ? هذه|निम्नलिखित|इनमें से/iu;
/** A question that needs the open lesson. */
const OF_THE_LESSON =
  /this (?:lesson|text|passage|chapter)|(?:does|in|of) the lesson|est[ae] (?:lección|texto|lição)|(?:cette|la) leçon|ce texte|(?:diese[rms]?|der) (?:Lektion|Text)|quest[ao] (?:lezione|testo)|эт(?:ом|ого) (?:уроке|урока|тексте)|смысле урока|هذا (?:الدرس|النص)|في الدرس|يتحدث الدرس|इस पाठ|本课|本文|这节课|この課|이 수업/iu;
/** A gap inside a name such as `row_number`. */
const GAP_IN_A_NAME = /[\p{Script=Latin}\d]_{3,}|_{3,}[\p{Script=Latin}\d]/u;
/** Answers that are right half the time by chance. */
const YES_OR_NO = new Set(
  'yes no true false sí si verdadero falso oui non vrai faux ja nein richtig falsch wahr sì vero sim não verdadeiro да нет верно неверно نعم لا صحيح خطأ हाँ नहीं सही ग़लत गलत 是 否 对 错 不 はい いいえ 正しい 네 예 아니요 맞다 틀리다'.split(
    ' ',
  ),
);
const FILLERS = new Set([
  ...Object.values(LITTLE_WORDS).flatMap((words) => words.split(' ')),
  ...'и в не на что с по как это из у за от то же ли в من في على إلى عن أن ما لا هذا هذه التي الذي में के की का है और से को पर यह वह 的 了 在 是 和 に は を が の と で'.split(
    ' ',
  ),
]);

const comparable = (text: string): string => squeeze(text).text.toLowerCase();
/** Splits a text into words, and into single characters in scripts without spaces. */
const wordsOf = (text: string): string[] =>
  text.toLowerCase().match(/\p{Script=Han}|[\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? [];
const proseOf = (text: string): string =>
  formulasIn(text)
    .map((piece) => (piece.isFormula ? ' ' : piece.text))
    .join('');
/** Removes code spans and quotations: they belong to a question, but ask nothing themselves. */
const withoutQuotes = (text: string): string => text.replaceAll(/`[^`\n]*`|“[^”]*”|«[^»]*»|„[^“]*“|「[^」]*」/g, ' ');

/** Returns a Markdown passage as the text that pages show, without formulas. */
export function visiblePassage(passage: string): string {
  return proseOf(passage)
    .replaceAll(/!?\[([^[\]]*)\]\([^()\n]*\)/g, '$1')
    .replaceAll(/^[ \t]*(?:#{1,6}|>|[-*+]|\d+[.)])[ \t]+/gm, '')
    .replaceAll(/\*\*|__|~~|`|(?<![\p{L}\p{N}])[*_](?=\S)|(?<=\S)[*_](?![\p{L}\p{N}])/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

const FENCED = /^[ \t]*(```|~~~)[^]*?^[ \t]*\1[ \t]*$/gm;
const CODE = /`([^`\n]+)`/g;
/** Code and formulas that are told from words by their signs. */
const CODE_SIGN = /[_()[\]{}=<>/\\;|&.:-]|\d|\p{Ll}\p{Lu}/u;
const TEX_SIGN = /[\\^_=]/;
const FEWEST_SIGNS = 3;
/** Two ways to write one formula have one key: blanks and braces around a single sign are a matter of taste. */
const keyOfTex = (tex: string): string =>
  tex
    .replaceAll(/\\(?:left|right|[,;:! ])|\s+/g, '')
    .replaceAll(/\\[dt]frac/g, '\\frac')
    .replaceAll(/\{(\w)\}/g, '$1');
const keyOfCode = (code: string): string => code.replaceAll(/\s+/g, '');

/**
 * Returns a function that gives the formulas and code of a text the form in which a lesson writes them: with its signs around them, and in its
 * spelling. What the lesson does not have is unchanged.
 */
export function asLessonWrites(markdown: string): (text: string) => string {
  const prose = markdown.replaceAll(FENCED, '\n');
  const codes = new Map([...prose.matchAll(CODE)].map(([, code]) => [keyOfCode(code!), code!]));
  const inFormulas = formulasIn(prose.replaceAll(CODE, ' ')).filter(({ isFormula }) => isFormula);
  const formulas = new Map(inFormulas.map(({ text }) => [keyOfTex(text), text]));
  const bare = [
    ...[...codes.values()].filter((code) => CODE_SIGN.test(code)).map((code) => [code, `\`${code}\``] as const),
    ...[...formulas.values()].filter((tex) => TEX_SIGN.test(tex)).map((tex) => [tex, `$${tex}$`] as const),
  ].filter(([text]) => text.length >= FEWEST_SIGNS);
  const marked = new Map(bare);
  const longestFirst = [...marked.keys()].toSorted((one, other) => other.length - one.length).map(escapePattern);
  const found = longestFirst.length > 0 ? new RegExp(`(?<![\\p{L}\\p{N}_])(?:${longestFirst.join('|')})(?![\\p{L}\\p{N}_])`, 'gu') : null;
  const inWords = (words: string): string =>
    words
      .split(/(`[^`\n]+`)/)
      .map((part, at) => {
        if (at % 2 === 0) return found ? part.replaceAll(found, (text) => marked.get(text)!) : part;
        const code = codes.get(keyOfCode(part.slice(1, -1)));
        return code === undefined ? part : `\`${code}\``;
      })
      .join('');
  return (text) =>
    formulasIn(text)
      .map((piece) => {
        if (!piece.isFormula) return inWords(piece.marked);
        const tex = formulas.get(keyOfTex(piece.text));
        return tex === undefined ? piece.marked : `$${tex}$`;
      })
      .join('');
}

/** Returns the terms that a lesson marks with bold, italic or code. */
export function markedTerms(markdown: string): Set<string> {
  const marked = markdown.matchAll(/\*\*([^*\n]{1,60})\*\*|(?<![*\w])\*([^*\n]{1,60})\*(?!\*)|`([^`\n]{1,60})`/g);
  return new Set([...marked].map(([, bold, italic, code]) => comparable((bold ?? italic ?? code)!.replace(/[.,:;]$/, ''))));
}

const headingsOf = (markdown: string): string[] =>
  [...markdown.matchAll(/^#{1,6}[ \t]+(.+)$/gm)].map(([, heading]) => comparable(heading!));

const isBalanced = (text: string, open: string, close: string): boolean => text.split(open).length === text.split(close).length;

/** Tells whether a formula, code or quotation lacks its beginning or end, or has a gap in it. */
function isCut(text: string): boolean {
  const pieces = formulasIn(text);
  const isBroken = pieces.some((piece) =>
    piece.isFormula
      ? /_{3,}/.test(piece.text) || !isBalanced(piece.text.replaceAll(/\\[{}]/g, ''), '{', '}')
      : TEX.test(piece.text.replaceAll(/`[^`\n]*`/g, '')),
  );
  const prose = proseOf(text);
  return (
    isBroken || prose.split('`').length % 2 === 0 || !isBalanced(prose.replaceAll(/„[^“]*“/g, ''), '“', '”') || !isBalanced(prose, '«', '»')
  );
}

/**
 * Tells whether the question contains the answer in words. Numbers inside formulas do not count, because they may be needed to calculate.
 */
function isTold(front: string, back: string): boolean {
  const told = wordsOf(proseOf(front)).join(' ');
  const words = wordsOf(proseOf(back)).join(' ');
  return words !== '' && ` ${told} `.includes(` ${words} `);
}

/** Tells whether the answer for a gap is a term, rather than any word of the sentence. */
function isTerm(back: string, terms: ReadonlySet<string>, lesson: readonly string[]): boolean {
  if (/\d/.test(back) || formulasIn(back).some(({ isFormula }) => isFormula)) return true;
  const words = wordsOf(back);
  if (words.every((word) => FILLERS.has(word)) || countWords(back) > LONGEST_GAP_WORDS) return false;
  if (terms.has(comparable(back))) return true;
  const text = ` ${lesson.join(' ')} `;
  return text.split(` ${words.join(' ')} `).length > SPOKEN_OF;
}

/** Returns the beginning of the sentence that a front asks about: the quoted one, if there is a quotation. */
const beginningOf = (front: string): string => (/[“«„「]([^”»“」]+)/.exec(front)?.[1] ?? front).replace(/^[¿"'\s]+/, '');

/**
 * Returns the problems of each card, whoever wrote it; an empty list for a good card. Of two cards that ask the same, the later one is at
 * fault.
 * @param cards in order of preference
 */
export function problemsOfCards(cards: readonly MadeCard[], { markdown, visible, objectives, known }: CardSource): string[][] {
  const lesson = comparable(visible);
  const words = wordsOf(visible);
  const terms = markedTerms(markdown);
  const titles = [...headingsOf(markdown), ...objectives.map(comparable)];
  const asked = new Set(known.map(comparable));
  const said = new Set<string>();
  return cards.map(({ front, back, passage }) => {
    const problems: string[] = [];
    const says = (isWrong: boolean, problem: string) => isWrong && problems.push(problem);
    const gaps = front.match(GAP)?.length ?? 0;
    const questions = withoutQuotes(proseOf(front)).match(QUESTION_MARK)?.length ?? 0;
    const prose = proseOf(back);
    says(questions > 1 || gaps > 1 || (questions === 0 && gaps === 0) || front.length > LONGEST_FRONT, 'its front is not one question');
    const isLong = back.length > LONGEST_BACK.characters || countWords(prose) > LONGEST_BACK.words;
    says(isLong || LIST.test(back) || back.includes('\n\n'), 'its back is more than one fact');
    says(YES_OR_NO.has(comparable(back).replace(/[.。।!]$/, '')), 'its back is yes or no');
    says(isTold(front, back), 'its front contains the answer');
    says(isCut(front) || isCut(back) || GAP_IN_A_NAME.test(front), 'a formula, code or quotation in it has no end');
    says(LEANING.test(beginningOf(front)), 'its front begins with a word for something said before, which nobody sees');
    says(OF_THE_LESSON.test(front), 'its front needs the lesson beside it');
    says(AMONG_OPTIONS.test(front), 'its front chooses among options that it has not');
    says(gaps > 0 && countWords(proseOf(beginningOf(front).replace(GAP, ''))) < FEWEST_WORDS, 'the sentence with its gap says too little');
    says(gaps > 0 && !isTerm(back, terms, words), 'its gap is no term of the lesson');
    says(
      [front, back, passage].some((text) => titles.includes(comparable(text))),
      'it is a heading or an objective',
    );
    says(!lesson.includes(comparable(visiblePassage(passage))), 'its passage is not in the lesson word for word');
    // two gaps in the same sentence ask for two words, and each card gives the other's answer away
    const isAgain = asked.has(comparable(front)) || (gaps > 0 && said.has(comparable(passage)));
    says(isAgain, 'another card asks the same');
    asked.add(comparable(front));
    if (gaps > 0) said.add(comparable(passage));
    return problems;
  });
}
