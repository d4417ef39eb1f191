import { CONTACT, HARD, OFFERS, ROUGH } from './abuse-words.ts';
import { foldWords } from './fold-words.ts';

/** Trust in the author: `new` has few accepted texts, `known` has enough (`trustOf`). */
export type Trust = 'new' | 'known';

export type Reason = 'abuse' | 'rough_words' | 'contact' | 'offers' | 'links' | 'shouting' | 'repeated_signs';

export interface Judgement {
  /** `clear` may be published; `doubtful` is checked by a service first when its author is new; `abusive` is held for any author. */
  readonly verdict: 'clear' | 'doubtful' | 'abusive';
  readonly reasons: readonly Reason[];
}

/** Links: a scheme, `www.`, or a name with a common top-level domain. */
const LINK =
  /(?:https?:\/\/|www\.)\S+|\b[\p{L}\p{N}-]{2,}\.(?:com|net|org|info|biz|xyz|top|ru|cn|io|co|me|ly|gg|shop|site|online|click|link|club|live|win|tk)\b(?:\/\S*)?/giu;
const SHORTENED = /\b(?:bit\.ly|tinyurl\.com|t\.co|goo\.gl|is\.gd|cutt\.ly|t\.me|wa\.me|discord\.gg)\b/i;
/** Links allowed in one text, by the author's trust. */
const MOST_LINKS = { new: 1, known: 5 } as const;
/** Share of capital letters from which a text of at least that many letters counts as shouting. */
const SHOUTING = { letters: 24, share: 0.7 } as const;

/** Removes code, which may contain capitals and symbols without shouting. */
const withoutCode = (text: string): string => text.replaceAll(/```[\s\S]*?(?:```|$)|`[^`\n]*`/g, ' ');

/** Judges a public text by rules alone, without calling a service. Texts with several rough words are abuse. */
export function judgeText(text: string, trust: Trust): Judgement {
  const reasons: Reason[] = [];
  const prose = withoutCode(text);
  const folded = foldWords(prose);
  const isAbusive = HARD.test(folded);
  if (isAbusive) reasons.push('abuse');
  else if (ROUGH.test(folded)) reasons.push('rough_words');
  if (CONTACT.test(folded)) reasons.push('contact');
  if (OFFERS.test(folded)) reasons.push('offers');
  const links = prose.match(LINK)?.length ?? 0;
  if (links > MOST_LINKS[trust] || SHORTENED.test(prose)) reasons.push('links');
  if (isShouted(prose)) reasons.push('shouting');
  if (/(\p{L}|[!?$€])\1{11,}|(\b\p{L}+\b)(?:\W+\2\b){7,}/iu.test(prose)) reasons.push('repeated_signs');
  return { verdict: isAbusive ? 'abusive' : reasons.length > 0 ? 'doubtful' : 'clear', reasons };
}

function isShouted(text: string): boolean {
  const letters = text.match(/\p{Lu}|\p{Ll}/gu) ?? [];
  if (letters.length < SHOUTING.letters) return false;
  return letters.filter((letter) => /\p{Lu}/u.test(letter)).length / letters.length > SHOUTING.share;
}
