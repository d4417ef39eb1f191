/**
 * The end of a sentence in the languages of courses, followed by any closing quotes, brackets and marks, or an emoji, flag or skin-toned
 * face. German quotes close with the sign that opens English and French ones; French ones close after a space.
 */
const ENDED =
  /(?:[.!?。！？…।؟۔｡]|\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|(?<=\s)[:;]-?[)DP(])\ufe0f?(?:["'”’»›」』“‘«‹‟）)\]}*_~]|[ \u00a0\u202f][»›](?![\p{L}\p{N}]))*$/u;

/** Tells whether a text ends like a sentence. */
export const endsAsSentence = (text: string): boolean => ENDED.test(text.trimEnd());
