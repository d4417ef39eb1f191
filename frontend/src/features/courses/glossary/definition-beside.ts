import { lookup } from '#contract/platform/lookup.ts';
import { plain } from './lesson-sentences.ts';

/** How a language defines or names something. Case does not matter. */
interface Defining {
  /** After a term that begins its sentence: `is the price of`. */
  readonly says: RegExp;
  /** Right before a term: `is called`. */
  readonly names: RegExp;
  /** Right after a term, between commas: `, the most frequent value`. */
  readonly adds: RegExp;
  /** Before a term that ends its sentence: `Money put aside for … is a`; with `isWhen`, after it: `A sample is biased when`. */
  readonly amounts: RegExp;
  readonly isWhen: RegExp;
}

const NEVER = /(?!)/u;
const NOTHING: Defining = { says: NEVER, names: NEVER, adds: NEVER, amounts: NEVER, isWhen: NEVER };

/** Languages without a row recognise only definitions by punctuation: `**aim**: What …`, `**ATP** (…)`. */
const DEFINING: Readonly<Record<string, Defining>> = lookup({
  en: {
    says: /^\s+(?:means?|refers? to|stands? for|denotes?|describes?|measures?|(?:is|are)\s+(?:an?|the|any|each|every|what|how|when|where|anything|everything|one of|those|(?:[\p{L}-]+\s+){1,4}(?:that|which|who|whose|of|for|made|between|with|in which)\b))/iu,
    names: /\b(?:called|named|known as|termed|dubbed|the name is|the word is|the term is|we say|one says)(?:\s+(?:an?|the))?\s*[“"']?$/iu,
    adds: /^,\s+(?:an?|the|or|that is|which is|meaning|in other words)\s/iu,
    amounts: /\b(?:is|are)(?:\s+(?:an?|the|its|their))?\s*$/iu,
    isWhen: /^\s+(?:when|if|where|as soon as)\b/iu,
  },
  es: {
    says: /^\s+(?:significan?|designan?|describen?|es|son)\s/iu,
    names: /(?:llam\p{L}*|conoc\p{L}* como|denomin\p{L}*|nombre es)(?:\s+(?:el|la|los|las|una?))?\s*[«"“]?$/iu,
    adds: /^,\s+(?:el|la|los|las|una?|es decir|o sea|esto es)\s/iu,
    amounts: /(?:^|\s)(?:es|son)(?:\s+(?:el|la|los|las|una?))?\s*$/iu,
    isWhen: /^\s+(?:cuando|si)\s/iu,
  },
  pt: {
    says: /^\s+(?:significam?|designam?|descrevem?|é|são)\s/iu,
    names: /(?:cham\p{L}*|conhecid\p{L}* como|denomin\p{L}*|nome é)(?:\s+(?:de|o|a|os|as|uma?))?\s*[«"“]?$/iu,
    adds: /^,\s+(?:o|a|os|as|uma?|isto é|ou seja)\s/iu,
    amounts: /(?:^|\s)(?:é|são)(?:\s+(?:o|a|os|as|uma?))?\s*$/iu,
    isWhen: /^\s+(?:quando|se)\s/iu,
  },
  fr: {
    says: /^\s+(?:signifient?|désignent?|décri(?:t|vent)|est|sont)\s/iu,
    names: /(?:appel\p{L}*|nomm\p{L}*|connu\p{L}* sous le nom(?: de)?|(?:se|s’y|on) dit)(?:\s+(?:le|la|les|une?|l['’]))?\s*[«"“]?\s*$/iu,
    adds: /^,\s+(?:le|la|les|une?|l['’]|c['’]est-à-dire|soit)\s*/iu,
    amounts: /(?:^|\s|['’])(?:est|sont)(?:\s+(?:le|la|les|une?|l['’]))?\s*$/iu,
    isWhen: /^\s+(?:quand|lorsqu|si)\b/iu,
  },
  it: {
    says: /^\s+(?:significa(?:no)?|indica(?:no)?|descriv\p{L}+|è|sono)\s/iu,
    names: /(?:chiam\p{L}*|dett[oaie]|not[oaie] come|nome è)(?:\s+(?:il|lo|la|i|gli|le|una?|un|l['’]))?\s*[«"“]?$/iu,
    adds: /^,\s+(?:il|lo|la|i|gli|le|una?|un|l['’]|cioè|ossia)\s*/iu,
    amounts: /(?:^|\s)(?:è|sono)(?:\s+(?:il|lo|la|i|gli|le|una?|un|l['’]))?\s*$/iu,
    isWhen: /^\s+(?:quando|se)\s/iu,
  },
  de: {
    says: /^\s+(?:bedeute[nt]+|heiß(?:t|en)|bezeichne[nt]+|beschreib(?:t|en)|ist|sind)\s/iu,
    names:
      /(?:heiß(?:t|en)|nenn(?:t|en)(?:\s+(?:man|wir))?|genannt|bekannt als|Name ist)(?:\s+(?:das|die|den|der|dies|es|sie|eine?n?))*\s*[„"»]?$/iu,
    adds: /^,\s+(?:der|die|das|den|eine?|also|das heißt|oder)\s/iu,
    amounts: /(?:^|\s)(?:ist|sind)(?:\s+(?:der|die|das|eine?))?\s*$/iu,
    isWhen: /^,?\s+(?:wenn|falls|sobald)\s/iu,
  },
  ru: {
    says: /^\s+(?:означает|называют|называется|описывает|[—–-]\s|это\s)/iu,
    names: /(?:назыв\p{L}*|имя|известн\p{L}* как)\s*[«"]?$/iu,
    adds: /^,\s+(?:то есть|или)\s/iu,
    amounts: /(?:[—–]|это)\s*$/iu,
    isWhen: /^,?\s+(?:если|когда)\s/iu,
  },
  ar: {
    says: /^\s+(?:هو|هي|هم|هما|[يت]عني|[يت]صف|[يت]سأل|عبارة عن)\s/u,
    names: /(?:[يت]سم[\p{L}\p{M}]*|س\p{M}?م\p{M}?ي\p{L}*|اسمه\p{L}?|[يت]عرف\s+ب\p{L}*|[يت]دعى|نسميه\p{L}?|هو|هي)\s*[«"]?$/u,
    adds: /^\s*[،,]\s+(?:أي|وهو|وهي|أو)\s/u,
    amounts: /(?:هو|هي)\s*$/u,
    isWhen: /^\s+(?:إذا|حين|عندما)\s/u,
  },
  zh: {
    says: /^\s*(?:是|指|就是|意思是|表示)/u,
    names: /(?:叫做?|叫作|称为|称作|称之为|名为|所谓的?)\s*[“「]?$/u,
    adds: /^，(?:即|也就是|就是)/u,
    amounts: /(?:是|就是)\s*$/u,
    isWhen: NEVER,
  },
  ja: {
    says: /^\s*(?:とは|は、|は)/u,
    names: /(?:名は|名前は|いわゆる)\s*「?$/u,
    adds: /^」?\s*(?:と呼|という|といい|と言)/u,
    amounts: /(?:が|を|は)\s*「?$/u,
    isWhen: /^」?\s*(?:と呼|という|といい|と言)/u,
  },
  ko: {
    says: /^\s*(?:은|는|이란|란)\s/u,
    names: /(?:이름은|이른바)\s*$/u,
    adds: /^\s*(?:이?라고|이?라\s)/u,
    amounts: NEVER,
    isWhen: NEVER,
  },
});

/** At most two words that may introduce the term a sentence is about: `The`, `In the`. */
const INTRODUCED = /^(?:[\p{L}’']+\s+){0,2}$/u;
/** Punctuation between a term and its definition. */
const BETWEEN = /^\s*(?:[:：—–（(]|-\s)\s*\S/u;
const END = /^\s*(?:[.,;。！!؟?،，]|$)/u;

/**
 * Whether a sentence defines a term in it, judged by the term's position and the words of its language beside it. Bold type alone may be
 * mere emphasis.
 * @param at start and end of the bold text in the sentence's Markdown
 * @param language as in the `lang` attribute
 */
export function isDefinedIn(markdown: string, at: { readonly start: number; readonly end: number }, language = ''): boolean {
  const before = markdown.slice(0, at.start);
  const after = markdown.slice(at.end);
  const wordsBefore = plain(before);
  const { says, names, adds, amounts, isWhen } = DEFINING[language] ?? NOTHING;
  const lead = wordsBefore === '' ? '' : `${wordsBefore} `;
  const follows = after.replaceAll(/[*_`]/g, '');
  if (BETWEEN.test(follows) && !/[:：]\s*$/u.test(wordsBefore)) return true;
  if (INTRODUCED.test(lead) && says.test(follows)) return true;
  if (names.test(wordsBefore) || adds.test(follows)) return true;
  return lead !== '' && amounts.test(lead) && (END.test(follows) || isWhen.test(follows));
}
