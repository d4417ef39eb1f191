/** An element of a formula, in MathML or in Word's OMML; no name means different things in both. */
export interface FormulaElement {
  /** Name without its namespace prefix. */
  readonly name: string;
  readonly attribute: (name: string) => string | undefined;
  readonly children: readonly (FormulaElement | string)[];
}

const FUNCTIONS = new Set(
  'arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max min Pr sec sin sinh sup tan tanh'.split(
    ' ',
  ),
);
const ESCAPED = new Map(
  Object.entries({ '{': '\\{', '}': '\\}', '%': '\\%', '#': '\\#', '&': '\\&', $: '\\$', _: '\\_', '\\': '\\backslash ' }),
);
/** Replacements for signs that KaTeX and readers do not accept, and invisible operators. */
const SIGNS = new Map(
  Object.entries({
    '−': '-',
    '\u2061': '',
    '\u2062': '',
    '\u2063': '',
    '\u2064': '',
    '\u00a0': ' ',
    '∣': '|',
    '′': '\\prime ',
    '…': '\\ldots ',
  }),
);
const ACCENTS = new Map(
  Object.entries({
    '^': 'hat',
    ˆ: 'hat',
    '\u0302': 'hat',
    '~': 'tilde',
    '˜': 'tilde',
    '\u0303': 'tilde',
    '¯': 'overline',
    '‾': 'overline',
    '―': 'overline',
    '\u0305': 'overline',
    '\u0304': 'bar',
    '→': 'vec',
    '\u20d7': 'vec',
    '˙': 'dot',
    '.': 'dot',
    '\u0307': 'dot',
    '¨': 'ddot',
    '\u0308': 'ddot',
    '⏞': 'overbrace',
    '⏟': 'underbrace',
    _: 'underline',
    '\u0332': 'underline',
  }),
);
const BIG = /^(?:[∑∏∐∫∬∭∮⋃⋂⋁⋀]|\\(?:lim|max|min|sup|inf|limsup|liminf|gcd|det|Pr))$/u;
/** Maximum nesting: real formulas are never deeper. */
const DEEPEST = 100;

const isElement = (child: FormulaElement | string): child is FormulaElement => typeof child !== 'string';
const elementsOf = ({ children }: FormulaElement): FormulaElement[] => children.filter(isElement);
const textOf = ({ children }: FormulaElement): string => children.map((child) => (isElement(child) ? textOf(child) : child)).join('');
const find = (element: FormulaElement, name: string): FormulaElement | undefined =>
  elementsOf(element).find((child) => child.name === name);

/** Writes letters and signs; mathematical alphabets become plain letters. */
const signsOf = (text: string): string =>
  [...text.replaceAll(/[\u{1d400}-\u{1d7ff}]/gu, (sign) => sign.normalize('NFKC'))]
    .map((sign) => SIGNS.get(sign) ?? ESCAPED.get(sign) ?? sign)
    .join('');

/** Joins parts; a space separates a command from letters after it. */
const joined = (parts: readonly string[]): string =>
  parts.reduce((all, part) => (/\\[a-zA-Z]+$/.test(all) && /^[a-zA-Z]/.test(part) ? `${all} ${part}` : all + part), '');

const isOne = (tex: string): boolean => [...tex].length === 1 || /^\\[a-zA-Z]+$/.test(tex);
const based = (tex: string): string => (isOne(tex) || /^\\(?:left|mathrm)/.test(tex) ? tex : `{${tex}}`);
const up = (tex: string): string => (tex ? `^{${tex}}` : '');
const down = (tex: string): string => (tex ? `_{${tex}}` : '');
const textTex = (text: string): string =>
  text.trim() === '' ? ' ' : `\\text{${text.replaceAll(/\s+/g, ' ').replaceAll(/[\\{}$%#&_^~]/g, ' ')}}`;
const under = (base: string, below: string): string => (BIG.test(base) ? base + down(below) : `\\underset{${below}}{${base}}`);
const over = (base: string, above: string): string => (BIG.test(base) ? base + up(above) : `\\overset{${above}}{${base}}`);
const fence = (sign: string, side: 'left' | 'right'): string => `\\${side}${signsOf(sign).trim() || '.'}`;
const matrix = (rows: readonly (readonly string[])[]): string =>
  `\\begin{matrix}${rows.map((cells) => cells.join(' & ')).join(' \\\\ ')}\\end{matrix}`;

/** Writes a formula as TeX. @throws RangeError if it is nested too deeply */
export function texOf(formula: FormulaElement): string {
  return tex(formula, 0).replaceAll(/\s+/g, ' ').trim();
}

function tex(element: FormulaElement, depth: number): string {
  if (depth > DEEPEST) throw new RangeError('a formula is nested too deeply');
  const parts = elementsOf(element);
  const of = (child: FormulaElement | undefined): string => (child ? tex(child, depth + 1) : '');
  const at = (place: number): string => of(parts[place]);
  const named = (name: string): string => of(find(element, name));
  const all = (some: readonly FormulaElement[] = parts): string => joined(some.map(of));
  /** Returns a property of an OMML element. */
  const property = (name: string): string | undefined => {
    const properties = find(element, `${element.name}Pr`);
    const found = properties && find(properties, name);
    return found && (found.attribute('val') ?? 'on');
  };
  const accented = (base: string, sign: string): string | null => {
    const accent = ACCENTS.get(sign.trim());
    return accent ? `\\${accent}{${base}}` : null;
  };
  switch (element.name) {
    case 'semantics': {
      const written = parts.find(({ name, attribute }) => name === 'annotation' && /tex/i.test(attribute('encoding') ?? ''));
      return written
        ? textOf(written)
            .trim()
            .replaceAll(/^\$+|\$+$/g, '')
        : at(0);
    }
    case 'annotation':
    case 'annotation-xml':
    case 'mprescripts':
    case 'none':
      return '';
    case 'mi': {
      const name = signsOf(textOf(element).trim());
      return FUNCTIONS.has(name) ? `\\${name}` : [...name].length > 1 && /^[a-zA-Z\s]+$/.test(name) ? `\\mathrm{${name}}` : name;
    }
    case 'mn':
      return signsOf(textOf(element).trim());
    case 'mo': {
      const name = signsOf(textOf(element).trim());
      return FUNCTIONS.has(name) ? `\\${name}` : name;
    }
    case 'mtext':
    case 'ms':
      return textTex(textOf(element));
    case 'mspace':
      return ' ';
    case 'mfrac':
      return element.attribute('linethickness') === '0' ? `{${at(0)} \\atop ${at(1)}}` : `\\frac{${at(0)}}{${at(1)}}`;
    case 'msqrt':
      return `\\sqrt{${all()}}`;
    case 'mroot':
      return `\\sqrt[${at(1)}]{${at(0)}}`;
    case 'msup':
      return based(at(0)) + up(at(1));
    case 'msub':
      return based(at(0)) + down(at(1));
    case 'msubsup':
    case 'munderover':
      return based(at(0)) + down(at(1)) + up(at(2));
    case 'munder':
      return accented(at(0), parts[1] ? textOf(parts[1]) : '') ?? under(at(0), at(1));
    case 'mover':
      return accented(at(0), parts[1] ? textOf(parts[1]) : '') ?? over(at(0), at(1));
    case 'mmultiscripts': {
      const before = parts.findIndex(({ name }) => name === 'mprescripts');
      const pairs = (some: readonly FormulaElement[]): string =>
        down(joined(some.filter((_, n) => n % 2 === 0).map(of))) + up(joined(some.filter((_, n) => n % 2 === 1).map(of)));
      const behind = parts.slice(1, before < 0 ? undefined : before);
      return (before < 0 ? '' : `{}${pairs(parts.slice(before + 1))}`) + based(at(0)) + pairs(behind);
    }
    case 'mtable':
      return matrix(
        parts.map((row) =>
          elementsOf(row)
            .slice(row.name === 'mlabeledtr' ? 1 : 0)
            .map(of),
        ),
      );
    case 'mfenced': {
      const separators = [...(element.attribute('separators') ?? ',').replaceAll(/\s/g, '')];
      const inside = parts.map((part, n) => (n > 0 ? (separators[Math.min(n, separators.length) - 1] ?? '') : '') + of(part)).join('');
      return fence(element.attribute('open') ?? '(', 'left') + inside + fence(element.attribute('close') ?? ')', 'right');
    }
    case 'menclose':
      return /box/.test(element.attribute('notation') ?? '') ? `\\boxed{${all()}}` : all();
    // OMML
    case 'r': {
      const text = parts
        .filter(({ name }) => name === 't')
        .map(textOf)
        .join('');
      const properties = find(element, 'rPr');
      if (properties && find(properties, 'nor')) return textTex(text);
      const name = signsOf(text);
      return FUNCTIONS.has(name.trim()) ? `\\${name.trim()}` : name;
    }
    case 'f': {
      const [above, below] = [named('num'), named('den')];
      return property('type') === 'noBar' ? `{${above} \\atop ${below}}` : `\\frac{${above}}{${below}}`;
    }
    case 'sSup':
      return based(named('e')) + up(named('sup'));
    case 'sSub':
      return based(named('e')) + down(named('sub'));
    case 'sSubSup':
      return based(named('e')) + down(named('sub')) + up(named('sup'));
    case 'sPre':
      return `{}${down(named('sub'))}${up(named('sup'))}${based(named('e'))}`;
    case 'rad': {
      const degree = named('deg');
      return degree ? `\\sqrt[${degree}]{${named('e')}}` : `\\sqrt{${named('e')}}`;
    }
    case 'nary':
      return `${signsOf(property('chr') ?? '∫')}${down(named('sub'))}${up(named('sup'))} ${named('e')}`;
    case 'd': {
      const inside = parts
        .filter(({ name }) => name === 'e')
        .map(of)
        .join(signsOf(property('sepChr') ?? '|'));
      return fence(property('begChr') ?? '(', 'left') + inside + fence(property('endChr') ?? ')', 'right');
    }
    case 'm':
      return matrix(parts.filter(({ name }) => name === 'mr').map((row) => elementsOf(row).map(of)));
    case 'eqArr':
      return matrix(parts.filter(({ name }) => name === 'e').map((row) => [of(row)]));
    case 'func':
      return joined([named('fName'), named('e')]);
    case 'limLow':
      return under(named('e'), named('lim'));
    case 'limUpp':
      return over(named('e'), named('lim'));
    case 'acc':
      return accented(named('e'), property('chr') ?? '\u0302') ?? over(named('e'), signsOf(property('chr') ?? ''));
    case 'bar':
      return `\\${property('pos') === 'top' ? 'overline' : 'underline'}{${named('e')}}`;
    case 'groupChr':
      return accented(named('e'), property('chr') ?? '⏟') ?? under(named('e'), signsOf(property('chr') ?? ''));
    case 'borderBox':
      return `\\boxed{${named('e')}}`;
    default:
      // properties of OMML
      if (element.name.endsWith('Pr')) return '';
      return all();
  }
}
