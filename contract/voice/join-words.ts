/** Scripts without blanks between words. */
const DENSE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー、。，．！？：；（）「」『』…]/u;

/** Joins spoken words into a text, with spaces except in scripts without them. */
export function joinWords(words: readonly string[]): string {
  let text = '';
  for (const word of words) {
    const isDense = DENSE.test(text.slice(-1)) && DENSE.test(word.slice(0, 1));
    text += text === '' || isDense ? word : ` ${word}`;
  }
  return text;
}
