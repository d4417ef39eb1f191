/** Code in a Markdown text, in which `$` has no meaning: fences, then spans. */
const CODE = /(^(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^\2[`~]*[ \t]*$|(?![\s\S]))|(`+)(?!`)[\s\S]*?[^`]\3(?!`))/m;
const BLOCK = /\$\$[\s\S]+?\$\$/;
// Pandoc's rule: no blank inside the signs and no digit after them, so `$5 and $10` is money; `$10 a jar, US$` is not maths either
const INLINE = /(?<![\\$\w])\$(?![\s$]|\d[\d.,]*\s+[A-Za-z])(?:[^$\n\\]|\\[^\n])*?(?<![\s\\])\$(?![\d$])/;
const MATHS = new RegExp(`(${BLOCK.source}|${INLINE.source})`);
/** What an expression in TeX's brackets has, and words in escaped brackets have not. */
const SIGN = /[\\^_=+]/;

/** Splits a text into code and the parts between. */
const partsOf = (markdown: string): { text: string; isCode: boolean }[] => {
  const parts: { text: string; isCode: boolean }[] = [];
  let rest = markdown;
  for (let code = CODE.exec(rest); code; code = CODE.exec(rest)) {
    parts.push({ text: rest.slice(0, code.index), isCode: false }, { text: code[0], isCode: true });
    rest = rest.slice(code.index + code[0].length);
  }
  return [...parts, { text: rest, isCode: false }];
};

/** Puts maths between TeX's brackets between dollar signs. No expression: one whose brackets never close would take quadratic time. */
function withDollars(text: string): string {
  const closings = { '[': text.indexOf('\\]'), '(': text.indexOf('\\)') };
  let marked = '';
  let from = 0;
  for (const { index, 1: bracket } of text.matchAll(/\\([[(])/g)) {
    const kind = bracket as '[' | '(';
    if (index < from || closings[kind] < 0) continue;
    if (closings[kind] < index) closings[kind] = text.indexOf(kind === '[' ? '\\]' : '\\)', index);
    const end = closings[kind];
    const inner = text.slice(index + 2, end);
    if (end < 0 || !SIGN.test(inner) || (kind === '(' && inner.includes('\n'))) continue;
    marked += text.slice(from, index) + (kind === '[' ? `\n$$\n${inner.trim()}\n$$\n` : `$${inner.trim()}$`);
    from = end + 2;
  }
  return marked + text.slice(from);
}

/**
 * Normalises maths in a text: maths between dollar signs, every other dollar sign escaped, so that a maths parser neither mistakes money
 * for maths nor misses `\(x^2\)`. A text without maths is returned unchanged.
 */
export function markMaths(markdown: string): { markdown: string; hasMaths: boolean } {
  if (!/[$]|\\[([]/.test(markdown)) return { markdown, hasMaths: false };
  let hasMaths = false;
  const marked = partsOf(markdown).map(({ text, isCode }) => {
    if (isCode) return text;
    return withDollars(text)
      .split(MATHS)
      .map((part, index) => {
        if (index % 2 === 0) return part.replaceAll(/(?<!\\)\$/g, '\\$');
        hasMaths = true;
        return part;
      })
      .join('');
  });
  return hasMaths ? { markdown: marked.join(''), hasMaths } : { markdown, hasMaths };
}
