const UP = new Map(Object.entries({ '+': '⁺', '-': '⁻', '−': '⁻', '–': '⁻', '=': '⁼', '(': '⁽', ')': '⁾' }));
const DOWN = new Map(Object.entries({ '+': '₊', '-': '₋', '−': '₋', '–': '₋', '=': '₌', '(': '₍', ')': '₎' }));
for (const [signs, up, down] of [
  ['0123456789', '⁰¹²³⁴⁵⁶⁷⁸⁹', '₀₁₂₃₄₅₆₇₈₉'],
  ['abcdefghijklmnoprstuvwxyz', 'ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ', 'ₐ   ₑ  ₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥ ₓ  '],
] as const)
  [...signs].forEach((sign, at) => {
    UP.set(sign, [...up][at]!);
    if ([...down][at] !== ' ') DOWN.set(sign, [...down][at]!);
  });

/** Marks that are raised as they are: of notes, of trade. */
const RAISED_ANYWAY = /^(?:[*†‡§¶°®™℠ªº′″]+|\[[^\]]*\])$/u;
const ORDINAL = /^(?:st|nd|rd|th|er|re|ère|nde|ème|eme)$/u;
const TRADE = new Map([
  ['TM', '™'],
  ['SM', '℠'],
]);

/**
 * Writes what is above or below the line so that it never becomes part of the number or word before it: 10²³, H₂O, x^(a/b).
 * @param before the text in front of it
 */
export function raisedText(text: string, place: 'superscript' | 'subscript', before: string): string {
  const inner = text.trim();
  if (inner === '') return text === '' ? '' : ' ';
  const isUp = place === 'superscript';
  if (isUp && RAISED_ANYWAY.test(inner)) return inner;
  if (isUp && ORDINAL.test(inner) && /\d$/.test(before)) return inner;
  if (isUp && TRADE.has(inner)) return TRADE.get(inner)!;
  const signs = [...inner.replaceAll(/\s/g, '')].map((sign) => (isUp ? UP : DOWN).get(sign));
  // words of small letters are hard to read
  if (signs.every((sign) => sign !== undefined) && !/[a-z]{2}/.test(inner)) return signs.join('');
  const mark = isUp ? '^' : '_';
  return [...inner].length === 1 || /^\d+$/.test(inner) ? mark + inner : `${mark}(${inner})`;
}
