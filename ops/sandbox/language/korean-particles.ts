const PAIRS = /([\p{L}\p{N}])(["”’」)]?)(은\/는|이\/가|을\/를|과\/와|으로\/로|이라는\/라는|이에요\/예요)/gu;
const LATIN_CONSONANT = /[lmnLMN]|ng$/;
const HANGUL = { first: 0xac00, last: 0xd7a3, finals: 28, rieul: 8 };

/** The final consonant of a syllable: 0 for none. Of foreign letters only those pronounced as one count. */
function finalOf(letter: string): number {
  const code = letter.codePointAt(0) as number;
  if (code >= HANGUL.first && code <= HANGUL.last) return (code - HANGUL.first) % HANGUL.finals;
  if (/[013678]/.test(letter)) return 1;
  return LATIN_CONSONANT.test(letter) ? 1 : 0;
}

/** Chooses each particle by the sound before it: '꿀벌은/는' becomes '꿀벌은', '나무은/는' becomes '나무는'. */
export function chooseParticles(text: string): string {
  return text.replace(PAIRS, (_, letter: string, close: string, pair: string) => {
    const [closed, open] = pair.split('/') as [string, string];
    const final = finalOf(letter);
    const takesOpen = final === 0 || (pair === '으로/로' && final === HANGUL.rieul);
    return letter + close + (takesOpen ? open : closed);
  });
}
