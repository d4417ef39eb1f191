/**
 * What ends a sentence in the languages of courses, before quotes, brackets and marks that close with it; a smile, a flag, a face with its colour. German quotes
 * close with what opens English and French ones; French ones close behind a blank.
 */
const ENDED =
  /(?:[.!?。！？…।؟۔｡]|\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|(?<=\s)[:;]-?[)DP(])\ufe0f?(?:["'”’»›」』“‘«‹‟）)\]}*_~]|[ \u00a0\u202f][»›](?![\p{L}\p{N}]))*$/u;

/** Tells whether a text ends as a sentence ends. */
export const endsAsSentence = (text: string): boolean => ENDED.test(text.trimEnd());
