/**
 * Splits a text into pieces of at most this many characters, at the end of a sentence, else between words, else anywhere. Only spaces are lost.
 */
export function piecesOf(text: string, most: number): string[] {
  const pieces: string[] = [];
  let rest = text.trim();
  while (rest.length > most) {
    const head = rest.slice(0, most);
    const sentence = Math.max(...['. ', '! ', '? ', '。', '। ', '؟ '].map((end) => head.lastIndexOf(end) + 1));
    const cut = sentence > most / 2 ? sentence : head.lastIndexOf(' ') > 0 ? head.lastIndexOf(' ') : most;
    pieces.push(rest.slice(0, cut).trim());
    rest = rest.slice(cut).trim();
  }
  return rest === '' ? pieces : [...pieces, rest];
}
