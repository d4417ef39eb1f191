/** Code of a Markdown text, whose signs mean nothing: fences, then spans. */
const CODE = /(^(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^\2[`~]*[ \t]*$|(?![\s\S]))|(`+)(?!`)[\s\S]*?[^`]\3(?!`))/m;
const BLOCK = /\$\$[\s\S]+?\$\$/;
// as Pandoc reads it: no blank inside the signs, no figure behind them, so `$5 and $10` is money; nor is `$10 a jar, US$` maths
const INLINE = /(?<![\\$\w])\$(?![\s$]|\d[\d.,]*\s+[A-Za-z])(?:[^$\n\\]|\\[^\n])*?(?<![\s\\])\$(?![\d$])/;
const MATHS = new RegExp(`(${BLOCK.source}|${INLINE.source})`);
const BRACKETS = /\\\[([^\]]*?[\\^_=+][\s\S]*?)\\\]|\\\(([^\n]*?[\\^_=+][^\n]*?)\\\)/g;

/** The parts of a text: what stands between code, and code. */
const partsOf = (markdown: string): { text: string; isCode: boolean }[] => {
  const parts: { text: string; isCode: boolean }[] = [];
  let rest = markdown;
  for (let code = CODE.exec(rest); code; code = CODE.exec(rest)) {
    parts.push({ text: rest.slice(0, code.index), isCode: false }, { text: code[0], isCode: true });
    rest = rest.slice(code.index + code[0].length);
  }
  return [...parts, { text: rest, isCode: false }];
};

/**
 * The text with its maths between dollar signs and every other dollar sign escaped, so that a parser of maths takes neither money for maths nor
 * misses `\(x^2\)`. A text without maths comes back as it was.
 */
export function markMaths(markdown: string): { markdown: string; hasMaths: boolean } {
  if (!/[$]|\\[([]/.test(markdown)) return { markdown, hasMaths: false };
  let hasMaths = false;
  const marked = partsOf(markdown).map(({ text, isCode }) => {
    if (isCode) return text;
    const bracketed = text.replaceAll(BRACKETS, (_, block?: string, inline?: string) =>
      block === undefined ? `$${inline!.trim()}$` : `\n$$\n${block.trim()}\n$$\n`,
    );
    return bracketed
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
