import { UNSEEN } from '#contract/platform/visible-text.ts';

/** Joiners are required by some scripts, but do not make a different word. */
const JOINERS = /[\u200c\u200d]/g;
const OPENING = /^[\s"“”„«»‘’「『（]+/;
const STOPS = '.．。';
const CLOSING = `${STOPS}"”“»’‘」』）,，;；:：…!！?？؟۔।`;
/** For a single word the surrounding characters may matter: `"5"` and `5`, `save!` and `save`. */
const IS_PHRASE = /\s|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Normalises a text for comparison: ignores case, width, spaces, and surrounding quotes and punctuation. */
export function sameText(text: string): string {
  const plain = text.normalize('NFKC').replaceAll(UNSEEN, '').replaceAll(JOINERS, '').toLowerCase().replaceAll(/\s+/g, ' ').trim();
  const isPhrase = IS_PHRASE.test(plain);
  let end = plain.length;
  while (end > 0 && (isPhrase ? CLOSING : STOPS).includes(plain[end - 1]!)) end -= 1;
  const trimmed = plain.slice(0, end);
  return isPhrase ? trimmed.replace(OPENING, '') : trimmed;
}
