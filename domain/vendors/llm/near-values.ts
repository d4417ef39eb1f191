import { lookup } from '#contract/platform/lookup.ts';

/**
 * Reads the words that models write for a number, a truth value or a word of a list. A result of undefined, or no value, means that the
 * words have no meaning here, or more than one.
 */

/** Returns a name in lower case, without spaces and separators. */
export const letters = (name: unknown): string =>
  String(name)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

const YES = 'true yes y 1 ok okay correct right pass passed met sí si oui ja да نعم 是 はい 예 हाँ sim'.split(' ');
const NO = 'false no n 0 notok incorrect wrong fail failed notmet unmet non nein нет لا 否 いいえ 아니요 नहीं não'.split(' ');

/** Answers such as 'partly' count as no. */
const IN_PART =
  'partial partially partly inpart notfully notentirely notcompletely incomplete parcial parcialmente partiel partiellement teilweise zumteil parziale parzialmente частично 部分 一部 부분적으로 جزئيا आंशिक'.split(
    ' ',
  );
/** Points out of a total: '1/1', '0 of 2'. */
const POINTS = /^\s*(\d{1,3})\s*(?:\/|of|out of)\s*(\d{1,3})\s*$/i;

export function booleanIn(value: unknown): boolean | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const [, got, all] = POINTS.exec(String(value)) ?? [];
  if (got !== undefined && Number(all) > 0) return Number(got) === Number(all) ? true : Number(got) < Number(all) ? false : undefined;
  const word = letters(value);
  if (IN_PART.includes(word)) return false;
  return YES.includes(word) ? true : NO.includes(word) ? false : undefined;
}

/**
 * Models' words for the values of our lists, in any schema. A word may stand for several values: the list, or the rest of the object,
 * decides.
 */
export const SYNONYMS: Readonly<Record<string, readonly string[]>> = lookup({
  single: [
    'single choice',
    'single select',
    'single answer',
    'one answer',
    'radio',
    'select one',
    'choose one',
    'single correct',
    'single response',
    'one correct',
    'multiple choice',
    'mcq',
    'mc',
  ],
  multiple: [
    'multi select',
    'multiple select',
    'multiple answer',
    'multiple answers',
    'multiple correct',
    'multiple response',
    'select all that apply',
    'choose all that apply',
    'check all that apply',
    'checkbox',
    'checkboxes',
    'multiple choice',
    'mcq',
    'mc',
  ],
  true_false: ['true or false', 'tf', 'boolean', 'bool', 'yes/no', 'yes or no'],
  order: [
    'ordering',
    'ordered',
    'sequence',
    'sequencing',
    'rank',
    'ranking',
    'sort',
    'sorting',
    'arrange',
    'rearrange',
    'reorder',
    'put in order',
  ],
  short: [
    'short answer',
    'short text',
    'open',
    'open ended',
    'free text',
    'text',
    'essay',
    'written',
    'free response',
    'constructed response',
    'short response',
    'fill in',
    'fill in the blank',
    'fill in the blanks',
    'cloze',
    'completion',
  ],
  accept: ['accepted', 'acceptable', 'approve', 'approved', 'pass', 'passed', 'ok', 'okay', 'good', 'no changes'],
  revise: ['revision', 'needs revision', 'reject', 'rejected', 'request changes', 'changes requested', 'needs changes', 'fail', 'failed'],
  keep: ['kept', 'accept', 'accepted', 'approve', 'pass', 'ok', 'good'],
  drop: ['dropped', 'remove', 'delete', 'discard', 'reject', 'rejected', 'fail'],
  first: ['first lesson', 'the first', 'lesson 1', '1', '1st', 'one'],
  second: ['second lesson', 'the second', 'lesson 2', '2', '2nd', 'two'],
  tie: ['equal', 'draw', 'both', 'same', 'equally good'],
  beginner: ['beginners', 'easy', 'basic', 'novice', 'introductory', 'entry level'],
  intermediate: ['medium', 'moderate'],
  advanced: ['hard', 'difficult'],
  professional: ['pro'],
  expert: ['experts', 'master'],
  '1 week intensive': ['1 week', 'one week', 'one week intensive'],
  '2 weeks': ['two weeks', '2 week', '14 days'],
  '1 month': ['one month', '30 days'],
  '6 weeks': ['six weeks', '6 week'],
  '3 months': ['three months', '3 month', '12 weeks'],
  '6 months': ['six months', '6 month', 'half a year'],
  'custom-paced': ['custom', 'self paced', 'at your own pace'],
  sphere: ['ball'],
  box: ['cube', 'cuboid'],
  gray: ['grey'],
  grey: ['gray'],
});

/** What may follow a word of a list without changing it: a full stop, a reason, or a note that little remains to do. */
const AFTER_WORD =
  /^\s*([\p{L}\p{N}][\p{L}\p{N}_ -]{0,40}?)(?:\s*[.,;:(–—]|\s+-\s|\s+(?=because\b|since\b|with (?:minor|small|slight)\b))([\s\S]+)$/iu;
/** Words that take the statement back. */
const TAKEN_BACK = /\b(?:but|if|unless|not|no|only|after|once|until|except|however|provided|or)\b/i;

/**
 * Returns the values of a list that a word may stand for: the value with its spelling, otherwise those it is a synonym of. A remark may
 * follow the word.
 */
export function valuesMeantBy(word: unknown, values: readonly unknown[]): unknown[] {
  if (typeof word !== 'string') return [];
  const meant = valuesOfWord(word, values);
  const [, first, remark] = meant.length > 0 ? [] : (AFTER_WORD.exec(word) ?? []);
  if (first === undefined || remark === undefined || TAKEN_BACK.test(remark)) return meant;
  const said = valuesOfWord(first, values).filter((value) => letters(value) === letters(first));
  const speaksOfOther = values.some(
    (value) => !said.includes(value) && [value, ...(SYNONYMS[String(value)] ?? [])].some((one) => letters(remark).includes(letters(one))),
  );
  return speaksOfOther ? meant : said;
}

function valuesOfWord(word: string, values: readonly unknown[]): unknown[] {
  const said = letters(word);
  const spelled = values.filter((value) => letters(value) === said);
  if (spelled.length > 0) return spelled;
  const bare = said.replace(/questions?$/, '');
  return values.filter((value) =>
    [value, ...(SYNONYMS[String(value)] ?? [])].some((one) => letters(one) === said || letters(one) === bare),
  );
}

/** Units of time in seconds, and their names. Months are missing because their length differs. */
const TIMES: readonly (readonly [seconds: number, words: string])[] = [
  [1, 's sec secs second seconds segundo segundos seconde secondes sekunde sekunden secondi секунд секунды 秒 초 ثانية ثوان'],
  [60, 'm min mins minute minutes minuto minutos minuti minuten мин минут минута минуты 分 分钟 分鐘 분 دقيقة دقائق मिनट'],
  [3_600, 'h hr hrs hour hours hora horas heure heures stunde stunden std ora ore ч час часа часов 小时 小時 時間 시간 ساعة ساعات घंटा घंटे'],
  [86_400, 'd day days día días jour jours tag tage'],
  [604_800, 'w week weeks semana semanas semaine semaines woche wochen'],
];
const SECONDS_IN = new Map(TIMES.flatMap(([seconds, words]) => words.split(' ').map((word) => [word, seconds] as const)));
const UNIT_OF_NAME = /(?:^|_)(second|minute|hour|day|week)s$/;
/** Names of amounts, which may be rounded; a position or a mark must not be. */
const AMOUNT = /(?:^|_)(?:seconds|minutes|hours|days|weeks|score|percent)$/;
const ROUGHLY =
  /(?:^|(?<=[\s~≈]))(?:about|approximately|approx|around|roughly|circa|ca|and|y|et|und|aproximadamente|environ|etwa)(?=[\s.]|$)\.?|[~≈]/gu;

/** Code points of the digit 0 in Arabic, Persian, Hindi and full-width type. */
const ZEROS = [0x660, 0x6f0, 0x966, 0xff10];
const asciiDigits = (text: string): string =>
  text.replaceAll(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\uff10-\uff19]/g, (digit) => {
    const code = digit.codePointAt(0)!;
    return String(code - ZEROS.findLast((zero) => zero <= code)!);
  });

/** Reads '20', '22.5' and '22,5'; '1,500' has two meanings. */
function plainNumber(text: string): number | undefined {
  if (!/^[-+]?\d{1,9}(?:[.,]\d{1,9})?$/.test(text) || /^[-+]?\d{1,3},\d{3}$/.test(text)) return undefined;
  return Number(text.replace(',', '.'));
}

/** Reads '20 minutes', '1 h 30', 'PT1H30M', in seconds. @param own seconds of the unit of a number without a unit */
function secondsIn(text: string, own: number): number | undefined {
  const iso = /^pt(?:(\d{1,4})h)?(?:(\d{1,4})m)?(?:(\d{1,5})s)?$/.exec(text);
  if (iso && text.length > 2) return Number(iso[1] ?? 0) * 3_600 + Number(iso[2] ?? 0) * 60 + Number(iso[3] ?? 0);
  let rest = text.replaceAll(ROUGHLY, ' ').replaceAll(/[()]/g, ' ').trim();
  let total = 0;
  let last = Infinity;
  while (rest !== '') {
    const part = /^(\d{1,6}(?:[.,]\d{1,3})?)\s*([\p{L}\p{M}]*)\.?[\s,]*/u.exec(rest);
    if (!part) return undefined;
    const amount = plainNumber(part[1]!);
    if (amount === undefined) return undefined;
    // a number without a unit after hours is minutes
    const unit = part[2] ? SECONDS_IN.get(part[2]) : last === 3_600 ? 60 : last === Infinity ? own : undefined;
    if (unit === undefined || unit >= last) return undefined;
    total += amount * unit;
    last = unit;
    rest = rest.slice(part[0].length);
  }
  return last === Infinity ? undefined : total;
}

/** Reads a number. @param name of the field, which implies its unit */
export function numberIn(value: unknown, name: string, isInteger: boolean): number | undefined {
  const number = typeof value === 'number' ? value : typeof value === 'string' ? numberInText(value, name) : undefined;
  if (number === undefined || !isInteger || Number.isInteger(number)) return number;
  const rounded = Math.round(number);
  return AMOUNT.test(name) && rounded !== 0 && Math.abs(number) > 1 ? rounded : undefined;
}

function numberInText(value: string, name: string): number | undefined {
  const text = asciiDigits(value).trim().toLowerCase();
  const plain = plainNumber(text);
  if (plain !== undefined) return plain;
  const unit = UNIT_OF_NAME.exec(name)?.[1];
  if (unit) {
    const own = SECONDS_IN.get(unit)!;
    const seconds = secondsIn(text, own);
    return seconds === undefined ? undefined : seconds / own;
  }
  const share = /^(\d{1,3}(?:[.,]\d{1,3})?)\s*(?:%|\/\s*100|out of 100)$/.exec(text);
  if (share && AMOUNT.test(name)) return plainNumber(share[1]!);
  // '[^1]', 'Card 3'
  const mark = /^[^\p{L}\p{N}.,+\-−]*(?:\p{L}{1,12}[^\p{L}\p{N}.,+\-−]+)?(\d{1,9})[^\p{L}\p{N}]*$/u.exec(text);
  return mark && !AMOUNT.test(name) ? Number(mark[1]) : undefined;
}
