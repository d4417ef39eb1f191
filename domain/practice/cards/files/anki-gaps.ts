/** A text with gaps, such as {{c1::Wax::a material}}. Gaps may be nested, and may be open on several cards: {{c1,2::…}}. */
export type Gapped = readonly (string | Gap)[];

interface Gap {
  /** Numbers of the cards on which it is open. */
  readonly cards: readonly number[];
  readonly inside: Gapped;
  readonly hint: string | null;
}

const MARK = /\{\{c(\d{1,6}(?:,\d{1,6}){0,50})::|\}\}/g;
/** Anki allows gaps within eight others; deeper ones stay text. */
const DEEPEST = 8;

interface Open {
  readonly mark: string;
  readonly cards: readonly number[];
  readonly inside: (string | Gap)[];
}

/** Parses the gaps of a text in one pass; marks that are not closed or not opened stay text. */
export function gapsIn(text: string): Gapped {
  const whole: (string | Gap)[] = [];
  const open: Open[] = [];
  const into = (): (string | Gap)[] => open.at(-1)?.inside ?? whole;
  let at = 0;
  for (const { 0: mark, 1: cards, index } of text.matchAll(MARK)) {
    if (index > at) into().push(text.slice(at, index));
    at = index + mark.length;
    const closed = cards === undefined ? open.pop() : undefined;
    if (closed) into().push(gapOf(closed));
    else if (cards === undefined) into().push(mark);
    else if (open.length < DEEPEST) open.push({ mark, cards: cards.split(',').map(Number), inside: [] });
    else into().push(mark);
  }
  if (at < text.length) into().push(text.slice(at));
  for (let unclosed = open.pop(); unclosed; unclosed = open.pop()) {
    const outer = into();
    outer.push(unclosed.mark);
    for (const part of unclosed.inside) outer.push(part);
  }
  return whole;
}

/** Splits off the hint, which follows the last text with `::`, because a nested gap may come before it. */
function gapOf({ cards, inside }: Open): Gap {
  const place = inside.findLastIndex((part) => typeof part === 'string' && part.includes('::'));
  if (place < 0) return { cards, inside, hint: null };
  const part = inside[place] as string;
  const colons = part.indexOf('::');
  const hint =
    part.slice(colons + 2) +
    inside
      .slice(place + 1)
      .map((one) => (typeof one === 'string' ? one : answersOf(one.inside)))
      .join('');
  return { cards, inside: [...inside.slice(0, place), part.slice(0, colons)], hint: hint.trim() || null };
}

/** Returns the text with its gaps filled in. */
export const answersOf = (text: Gapped): string => text.map((part) => (typeof part === 'string' ? part : answersOf(part.inside))).join('');

/** Returns the question of a card, or null when the text has no gap open on it. */
export function questionOf(text: Gapped, card: number): string | null {
  let [question, isAsked] = ['', false];
  const write = (parts: Gapped): void => {
    for (const part of parts) {
      if (typeof part === 'string') question += part;
      else if (part.cards.includes(card)) {
        isAsked = true;
        question += `[${part.hint ?? '…'}]`;
      } else write(part.inside);
    }
  };
  write(text);
  return isAsked ? question : null;
}

/** Tells whether the gaps are parts of a picture, so that its cards have no text. */
export const isOfPicture = (text: string): boolean => /\{\{c[\d,]{1,40}::image-occlusion:/.test(text);
