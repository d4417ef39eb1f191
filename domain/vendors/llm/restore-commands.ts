import { outsideCode } from '#domain/platform/prose/plain-prose.ts';

/** LaTeX commands of KaTeX that begin with n or t, without that letter: what is left of them after a line break or a tab. */
const AFTER_BREAK = new Set(
  `Leftarrow Leftrightarrow Rightarrow VDash Vdash abla atnums atural cong e earrow eg egmedspace egthickspace egthinspace eq ewcommand ewline
  exists geq geqq geqslant gtr i leftarrow leftrightarrow leq leqq leqslant less mid obreak obreakspace oexpand olimits onumber ormalsize ot otag
  otin otni parallel prec preceq rightarrow shortmid shortparallel sim subseteq subseteqq succ succeq supseteq supseteqq triangleleft
  trianglelefteq triangleright trianglerighteq u vDash vdash warrow`.split(/\s+/),
);
const AFTER_TAB = new Set(
  `ag an anh au binom ealA ealB ealC ealD ealE ext extasciicircum extasciitilde extbackslash extbar extbardbl extbf extbraceleft extbraceright
  extcircled extcolor extcopyright extdagger extdaggerdbl extdegree extdollar extellipsis extemdash extendash extgreater extit extless extmd
  extnormal extquotedblleft extquotedblright extquoteleft extquoteright extregistered extrm extsf extsterling extstyle exttt extunderscore extup
  frac g h herefore heta hetasym hickapprox hicksim hickspace hinspace ilde imes iny mspace o op riangle riangledown riangleleft rianglelefteq
  riangleq riangleright rianglerighteq t woheadleftarrow woheadrightarrow`.split(/\s+/),
);
/** Shorter remainders are words or parts of them: outside a formula they follow a real tab. */
const LEAST_OUTSIDE = 3;

/** Formulas, also those whose first or last character was a command. A price has a blank before its second sign, or a digit after it. */
const FORMULA =
  /\$\$(?:[^$]|\\\$){1,2000}\$\$|(?<![\\$\w])\$(?![ $])(?:[^$\n\\]|\\[^\n]|\n(?!\s*\n)){1,400}(?<![ \\])\$(?![\d$])|\\\[(?:[^\\]|\\(?!\])){1,2000}\\\]|\\\((?:[^\\\n]|\n(?!\s*\n)|\\(?!\))){1,400}\\\)/g;
/** An amount with words after it is none. */
const PRICE = /^\$\d[\d.,]*[^\\^_{}]*\p{L}{3}/u;

/**
 * Restores LaTeX commands that lost their backslash. In JSON one backslash too few makes a tab of the beginning of `\tau`, and a line break
 * of that of `\nu`; backspace and form feed, `\beta` and `\frac`, have no other meaning.
 */
export function restoreCommands(text: string): string {
  if (!/[\b\f\r\t\n]/.test(text)) return text;
  const plain = text
    .replaceAll('\b', '\\b')
    .replaceAll('\f', '\\f')
    .replaceAll(/\r(?=[a-z]|(?:Arr|Brace|Vert)(?![A-Za-z]))/g, '\\r');
  if (!/[\t\n]/.test(plain)) return plain;
  return outsideCode(plain, (prose) =>
    prose
      .replaceAll(FORMULA, (formula) => (PRICE.test(formula) ? formula : restoredFormula(formula)))
      .replaceAll(/(?<=[^\n\t])\t([A-Za-z]+)/g, (whole, rest: string) =>
        rest.length >= LEAST_OUTSIDE && AFTER_TAB.has(rest) ? `\\t${rest}` : whole,
      ),
  );
}

function restoredFormula(formula: string): string {
  const isBlock = /^(?:\$\$|\\\[)/.test(formula);
  // a line break after the opening sign belongs to the layout only when there is one before the closing sign, too
  const isLaidOut = isBlock && /^(?:\$\$|\\\[)[ \t]*\n[\s\S]*\n[ \t]*(?:\$\$|\\\])$/.test(formula);
  return formula
    .replaceAll(/\t(?=[A-Za-z])/g, (tab, at: number) => (formula[at - 1] === '\n' && !AFTER_TAB.has(wordAt(formula, at + 1)) ? tab : '\\t'))
    .replaceAll(/\n([A-Za-z]+)/g, (whole, rest: string, at: number, all: string) => {
      if (!AFTER_BREAK.has(rest)) return whole;
      const before = all.slice(0, at);
      if (isLaidOut && (/^(?:\$\$|\\\[)[ \t]*$/.test(before) || /(?:\\\\|&)[ \t]*$/.test(before))) return whole;
      // one letter at the beginning of a line is a variable
      if (isLaidOut && rest.length === 1 && !/[ \n]$/.test(before)) return whole;
      return `\\n${rest}`;
    });
}

const wordAt = (text: string, at: number): string => /^[A-Za-z]*/.exec(text.slice(at, at + 40))![0];
