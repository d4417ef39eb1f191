import { UNSEEN } from '#contract/platform/visible-text.ts';

/** Joiners are needed to write some scripts, and make no other word. */
const JOINERS = /[\u200c\u200d]/g;
const OPENING = /^[\s"“”„«»‘’「『（]+/;
const STOPS = '.．。';
const CLOSING = `${STOPS}"”“»’‘」』）,，;；:：…!！?？؟۔।`;
/** Of a single word the signs around it may be what matters: `"5"` and `5`, `save!` and `save`. */
const IS_PHRASE = /\s|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** A text by what it says: two that are the same but for case, width, blanks, and the quotes and stops around them are one. */
export function sameText(text: string): string {
  const plain = text.normalize('NFKC').replaceAll(UNSEEN, '').replaceAll(JOINERS, '').toLowerCase().replaceAll(/\s+/g, ' ').trim();
  const isPhrase = IS_PHRASE.test(plain);
  let end = plain.length;
  while (end > 0 && (isPhrase ? CLOSING : STOPS).includes(plain[end - 1]!)) end -= 1;
  const said = plain.slice(0, end);
  return isPhrase ? said.replace(OPENING, '') : said;
}
