import { closeNestedFences } from './nested-fences.ts';

/** Sources of text forms: a specification, or a bug report of another tool. */
export const FORM_SOURCES = {
  'CommonMark lists': 'https://spec.commonmark.org/0.31.2/#list-items',
  'CommonMark links': 'https://spec.commonmark.org/0.31.2/#links',
  'CommonMark fences': 'https://spec.commonmark.org/0.31.2/#fenced-code-blocks',
  'CommonMark quotations': 'https://spec.commonmark.org/0.31.2/#block-quotes',
  'CommonMark emphasis': 'https://spec.commonmark.org/0.31.2/#emphasis-and-strong-emphasis',
  'CommonMark headings': 'https://spec.commonmark.org/0.31.2/#atx-headings',
  'CommonMark HTML': 'https://spec.commonmark.org/0.31.2/#html-blocks',
  'CommonMark entities': 'https://spec.commonmark.org/0.31.2/#entity-and-numeric-character-references',
  'CommonMark escapes': 'https://spec.commonmark.org/0.31.2/#backslash-escapes',
  'CommonMark breaks': 'https://spec.commonmark.org/0.31.2/#hard-line-breaks',
  'CommonMark rules': 'https://spec.commonmark.org/0.31.2/#thematic-breaks',
  'GFM tables': 'https://github.github.com/gfm/#tables-extension-',
  'GFM tasks': 'https://github.github.com/gfm/#task-list-items-extension-',
  'GFM strikethrough': 'https://github.github.com/gfm/#strikethrough-extension-',
  'GitHub footnotes':
    'https://docs.github.com/en/get-started/writing-on-github/getting-started-with-writing-and-formatting-on-github/basic-writing-and-formatting-syntax#footnotes',
  'GitHub maths':
    'https://docs.github.com/en/get-started/writing-on-github/working-with-advanced-formatting/writing-mathematical-expressions',
  'Unicode FDFA': 'https://www.unicode.org/charts/PDF/UFB50.pdf',
  'Unicode bidi': 'https://www.unicode.org/reports/tr9/',
  'commonmark-spec 650': 'https://github.com/commonmark/commonmark-spec/issues/650',
  'remark 1107': 'https://github.com/remarkjs/remark/issues/1107',
  'remark-math 74': 'https://github.com/remarkjs/remark-math/issues/74',
  'remark-math 113': 'https://github.com/remarkjs/remark-math/issues/113',
  'llama.cpp 16598': 'https://github.com/ggml-org/llama.cpp/issues/16598',
  'chatkit-js 88': 'https://github.com/openai/chatkit-js/issues/88',
  'pdfkit 1251': 'https://github.com/foliojs/pdfkit/issues/1251',
  'pi-web 392': 'https://github.com/agegr/pi-web/pull/392',
  'hapi 805': 'https://github.com/tiann/hapi/pull/805',
  'xagent 2151': 'https://github.com/xorbitsai/xagent/pull/2151',
} as const;

/** A text as people and models write it, and the meaning that every renderer of a lesson must preserve. */
interface CorpusText {
  readonly text: string;
  /** The meaning in a notation that is the same for every renderer: see `meaningOf`. */
  readonly means: readonly string[];
  /** The meaning for renderers of plain words, where characters of the text look like the notation. */
  readonly words?: readonly string[];
}

/** A text of a lesson, with its source. */
interface LessonText extends CorpusText {
  readonly source: keyof typeof FORM_SOURCES;
}

/** Lessons' Markdown. */
export const LESSON_CORPUS: Readonly<Record<string, LessonText>> = {
  'a list that goes on after code': {
    source: 'CommonMark lists',
    text: '1. Open\n\n```sh\nls\n```\n\n2. Look\n3. Close',
    means: ['1. Open', '```ls```', '2. Look', '3. Close'],
  },
  'a list that goes on after a paragraph': {
    source: 'CommonMark lists',
    text: '1. One\n2. Two\n\nA word.\n\n3. Three',
    means: ['2. Two', '3. Three'],
  },
  'a list that begins at zero': { source: 'CommonMark lists', text: '0. Zero\n1. One', means: ['0. Zero', '1. One'] },
  'lists within lists': { source: 'CommonMark lists', text: '- a\n  1. b\n  2. c\n- d', means: ['- a', '1. b', '2. c', '- d'] },
  'a list with paragraphs': {
    source: 'CommonMark lists',
    text: '1. One\n\n   More of one.\n\n2. Two',
    means: ['1. One', 'More of one.', '2. Two'],
  },
  'a list with code': {
    source: 'CommonMark lists',
    text: '- Run\n\n  ```sh\n  a | b\n  ```\n- Done',
    means: ['- Run', '```a | b```', '- Done'],
    words: ['Run', 'a | b', 'Done'],
  },
  'a list with a table': { source: 'GFM tables', text: '- See\n\n  | a | b |\n  |---|---|\n  | 1 | 2 |', means: ['- See', '1 | 2'] },
  tasks: { source: 'GFM tasks', text: '- [x] bought\n- [ ] paid', means: ['- [x] bought', '- [ ] paid'] },
  'tasks with marks': { source: 'GFM tasks', text: '- [x] **bought** it\n- [ ] `pay`', means: ['- [x] **bought** it', '- [ ] `pay`'] },
  'struck-out words': { source: 'GFM strikethrough', text: 'It is ~~2+2=5~~ 4.', means: ['It is ~~2+2=5~~ 4.'] },
  'struck-out words in a table': { source: 'GFM strikethrough', text: '| a |\n|---|\n| ~~old~~ new |', means: ['~~old~~ new'] },
  'ranges with one tilde': { source: 'pi-web 392', text: '3~4일 걷고 5~6일 쉰다.', means: ['3~4일 걷고 5~6일 쉰다.'] },
  'a formula with one tilde': { source: 'pi-web 392', text: 'H~2~O', means: ['H~2~O'] },
  'line breaks in a cell': {
    source: 'GFM tables',
    text: '| a | b |\n|---|---|\n| one<br>two | three<br/>four |',
    means: ['one / two | three / four'],
  },
  'a pipe in code in a table': { source: 'GFM tables', text: '| a | b |\n|---|---|\n| `x|y` | or |', means: ['`x|y` | or'] },
  'an escaped pipe in code in a table': { source: 'GFM tables', text: '| a | b |\n|---|---|\n| `x\\|y` | or |', means: ['`x|y` | or'] },
  'two pipes in code in a table': {
    source: 'GFM tables',
    text: '| op | b |\n|---|---|\n| `a || b` | or |\n| `a | b` | bit |',
    means: ['`a || b` | or', '`a | b` | bit'],
    words: ['a || b or', 'a | b bit'],
  },
  'a pipe in code in the head of a table': {
    source: 'GFM tables',
    text: '| `a|b` | c |\n|---|---|\n| 1 | 2 |',
    means: ['`a|b` | c', '1 | 2'],
  },
  'a table with marks': {
    source: 'GFM tables',
    text: '| **a** | *b* |\n|:--|--:|\n| `c` | [d](https://d.example) |',
    means: ['**a** | *b*', '`c` | d<https://d.example>'],
  },
  'a table without outer bars': { source: 'GFM tables', text: 'a | b\n--|--\n1 | 2', means: ['a | b', '1 | 2'] },
  'a reference': {
    source: 'CommonMark links',
    text: 'See [this][x].\n\n[x]: https://one.example',
    means: ['See this<https://one.example>.'],
  },
  'a reference of the same name': {
    source: 'CommonMark links',
    text: 'See [that][x].\n\n[x]: https://two.example',
    means: ['See that<https://two.example>.'],
  },
  'a short reference': {
    source: 'CommonMark links',
    text: 'See [here].\n\n[here]: https://three.example "T"',
    means: ['See here<https://three.example>.'],
  },
  'a reference without its definition': { source: 'CommonMark links', text: 'See [no][where].', means: ['See [no][where].'] },
  'a footnote': { source: 'GitHub footnotes', text: 'A word.[^a]\n\n[^a]: The note.', means: ['A word.[1]', '[1] The note.'] },
  'a footnote of the same name': {
    source: 'GitHub footnotes',
    text: 'Another word.[^a]\n\n[^a]: Another note.',
    means: ['Another word.[1]', '[1] Another note.'],
  },
  'footnotes in another order': {
    source: 'GitHub footnotes',
    text: 'One[^z] two[^b].\n\n[^b]: Second.\n\n[^z]: **First**.',
    means: ['One[1] two[2].', '[1] **First**.', '[2] Second.'],
  },
  'a note asked for twice': { source: 'GitHub footnotes', text: 'One[^n] two[^n].\n\n[^n]: Note.', means: ['One[1] two[1].', '[1] Note.'] },
  'an open fence': { source: 'CommonMark fences', text: 'Run:\n\n```js\nlet a = 1;', means: ['Run:', '```let a = 1;```'] },
  'an open fence of tildes': { source: 'CommonMark fences', text: '~~~\nb', means: ['```b```'] },
  'a fence in a fence': {
    source: 'CommonMark fences',
    text: '````md\n```js\na\n```\n````',
    means: ['``````js a ``````'],
    words: ['```js a ```'],
  },
  'a fence in a fence as models write it, closed as it comes in': {
    source: 'chatkit-js 88',
    text: closeNestedFences('```md\n```js\na\n```\n```\n\n## Next'),
    means: ['``````js a ``````', '# Next'],
    words: ['```js a ```', 'Next'],
  },
  emoji: { source: 'pdfkit 1251', text: 'A bee 🐝, a family 👨‍👩‍👧, a flag 🇩🇪.', means: ['A bee 🐝, a family 👨‍👩‍👧, a flag 🇩🇪.'] },
  'emoji in a table': { source: 'pdfkit 1251', text: '| yes | no |\n|---|---|\n| ✅ | ❌ |', means: ['✅ | ❌'] },
  'an Arabic ligature': { source: 'Unicode FDFA', text: 'قال النبي ﷺ هذا.', means: ['قال النبي ﷺ هذا.'] },
  'an open quotation': { source: 'CommonMark quotations', text: '> quoted\nstill', means: ['> quoted still'] },
  'an open block of maths': { source: 'remark-math 113', text: 'So\n\n$$\nx = 1', means: ['So', 'x = 1'] },
  'open marks': {
    source: 'CommonMark emphasis',
    text: 'This is **open and *more',
    means: ['This is **open and *more'],
    words: ['This is **open and *more'],
  },
  'a heading at its end': { source: 'CommonMark headings', text: 'Word.\n\n# Head', means: ['Word.', '# Head'] },
  'underlined headings': {
    source: 'CommonMark headings',
    text: 'Head\n====\n\nWord.\n\nSub\n---\n\nEnd.',
    means: ['# Head', 'Word.', '# Sub', 'End.'],
  },
  'a formula': { source: 'GitHub maths', text: 'The area is $\\pi r^2$ here.', means: ['The area is $\\pi r^2$ here.'] },
  'a block of maths': { source: 'GitHub maths', text: 'So\n\n$$\nE = mc^2\n$$\n\nis it.', means: ['So', '$E = mc^2$', 'is it.'] },
  'a block of maths on one line': { source: 'GitHub maths', text: 'So\n\n$$E = mc^2$$\n\nis it.', means: ['So', '$E = mc^2$', 'is it.'] },
  'maths between brackets': { source: 'llama.cpp 16598', text: 'So \\(x^2\\) and\n\n\\[y^2\\]', means: ['So $x^2$ and', '$y^2$'] },
  'maths in a list': { source: 'GitHub maths', text: '- so \\[x^2\\]\n- and $y$', means: ['- so', '$x^2$', '- and $y$'] },
  'maths in a table': {
    source: 'GitHub maths',
    text: '| a | b |\n|---|---|\n| $x^2$ | $\\frac{1}{2}$ |',
    means: ['$x^2$ | $\\frac{1}{2}$'],
  },
  'an escaped dollar within a formula': {
    source: 'remark-math 74',
    text: 'It is $x = \\$5$ there.',
    means: ['It is $x = \\$5$ there.'],
    words: ['It is', 'there.'],
  },
  prices: { source: 'hapi 805', text: 'It costs $5 and $9.', means: ['It costs $5 and $9.'] },
  'prices by the month': {
    source: 'hapi 805',
    text: 'Pay $1,000/month; cap=2000$ now.',
    means: ['Pay $1,000/month; cap=2000$ now.'],
    words: ['Pay $1,000/month; cap=2000$ now.'],
  },
  'prices with the sign behind': { source: 'hapi 805', text: 'At 5$/kg and 10$/kg.', means: ['At 5$/kg and 10$/kg.'] },
  'prices beside maths': {
    source: 'xagent 2151',
    text: 'For $5 you get $x^2$, for US$9 $y$.',
    means: ['For $5 you get $x^2$, for US$9 $y$.'],
  },
  'a price behind a word of maths': { source: 'xagent 2151', text: 'The $n$th costs $3.', means: ['The $n$th costs $3.'] },
  'dollars in code': { source: 'CommonMark fences', text: 'Run `echo $A$B` for $x$.', means: ['Run `echo $A$B` for $x$.'] },
  'Chinese emphasis': {
    source: 'commonmark-spec 650',
    text: '这是**“重点”**的，**注意：**请看。',
    means: ['这是**“重点”**的，**注意：**请看。'],
  },
  'Japanese emphasis': {
    source: 'remark 1107',
    text: 'これは**「重要」**です。*（注）*を見る。',
    means: ['これは**「重要」**です。*（注）*を見る。'],
  },
  'Japanese emphasis that ends a sentence': {
    source: 'remark 1107',
    text: '日本語の**強調。**続き。',
    means: ['日本語の**強調。**続き。'],
  },
  'Korean emphasis': {
    source: 'commonmark-spec 650',
    text: '이것은 **‘중요’**입니다. **API(인터페이스)**를 본다.',
    means: ['이것은 **‘중요’**입니다. **API(인터페이스)**를 본다.'],
  },
  'Chinese struck out': { source: 'commonmark-spec 650', text: '这是~~“错误”~~的。', means: ['这是~~“错误”~~的。'] },
  'Arabic with Latin names': { source: 'CommonMark emphasis', text: 'نكتب **C++** و `main()`.', means: ['نكتب **C++** و `main()`.'] },
  'an Arabic list': {
    source: 'Unicode bidi',
    text: '1. افتح **الخلية**.\n2. انظر:\n   - الملكة\n   - البيض\n\nثم:\n\n3. أغلق `hive`.',
    means: ['1. افتح **الخلية**.', '2. انظر:', '- الملكة', '- البيض', 'ثم:', '3. أغلق `hive`.'],
  },
  'a Hebrew list': {
    source: 'Unicode bidi',
    text: '- [x] **פתח** את הכוורת\n- [ ] סגור\n  1. לאט\n  2. בזהירות, $x^2$',
    means: ['- [x] **פתח** את הכוורת', '- [ ] סגור', '1. לאט', '2. בזהירות, $x^2$'],
  },
  'a table in Arabic': {
    source: 'GFM tables',
    text: '| النحل | العدد |\n|---|---|\n| عاملات | 20000 |',
    means: ['النحل | العدد', 'عاملات | 20000'],
  },
  'HTML as text': {
    source: 'CommonMark HTML',
    text: 'Use List<String> and <b>no bold</b>.',
    means: ['Use List<String> and <b>no bold</b>.'],
  },
  'a block of HTML': { source: 'CommonMark HTML', text: '<div>\nlines\n</div>\n\nEnd.', means: ['<div> / lines / </div>', 'End.'] },
  'a script': { source: 'CommonMark HTML', text: '<script>alert(1)</script>', means: ['<script>alert(1)</script>'] },
  entities: { source: 'CommonMark entities', text: 'AT&amp;T &copy; &lt;b&gt;', means: ['AT&T © <b>'] },
  'escaped signs': {
    source: 'CommonMark escapes',
    text: '\\*no\\* \\_em\\_ 1\\. \\# a',
    means: ['*no* _em_ 1. # a'],
    words: ['*no* _em_ 1. # a'],
  },
  'a hard break': { source: 'CommonMark breaks', text: 'one  \ntwo\\\nthree', means: ['one / two / three'] },
  'marks within marks': {
    source: 'CommonMark emphasis',
    text: '***both* bold** and **a `b` $c$**',
    means: ['***both* bold** and **a `b` $c$**'],
    words: ['both bold and a b'],
  },
  'a link with a bracket': { source: 'CommonMark links', text: '[a\\]b](https://a.example/(c))', means: ['a]b<https://a.example/(c)>'] },
  'a rule': { source: 'CommonMark rules', text: 'One.\n\n---\n\nTwo.', means: ['One.', 'Two.'] },
};

/** Plain texts: titles, objectives, takeaways, questions and options. */
export const PLAIN_CORPUS: readonly CorpusText[] = [
  ['What does __init__ do with *args and **kwargs?'],
  ['1. is no list'],
  ['# is no heading'],
  ['- is no point'],
  ['+ and > and ~~~ too'],
  ['```js is no fence'],
  ['[a](b) is no link'],
  ['<b> is no element'],
  ['It costs $5 or $1,000/month; cap=2000$.'],
  ['Is $x^2$ more than $\\frac{1}{2}$?'],
  ['| is no | table |'],
  ['重点**“是”**什么？'],
].map(([text]) => ({ text: text!, means: [text!] }));

/** The parts of a DOM element that `meaningOf` reads, so that any DOM will do. */
interface PageElement {
  readonly nodeType: number;
  readonly nodeValue: string | null;
  readonly textContent: string | null;
  readonly tagName: string;
  readonly id: string;
  readonly childNodes: Iterable<unknown>;
  readonly children: Iterable<unknown>;
  readonly classList: { readonly contains: (name: string) => boolean };
  readonly nextElementSibling: unknown;
  readonly parentElement: PageElement | null;
  readonly getAttribute: (name: string) => string | null;
  readonly hasAttribute: (name: string) => boolean;
  readonly querySelector: (selector: string) => PageElement | null;
  readonly closest: (selector: string) => PageElement | null;
}

const collapsed = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
const BLOCK = /^(?:p|h[1-6]|li|ul|ol|pre|table|tr|blockquote|aside|section|div|figure|hr|main)$/;

/** Returns the meaning of a page: its words in the notation, one line per block. */
export const meaningOf = (root: PageElement): string =>
  inside(root)
    .split('\n')
    .map(collapsed)
    .filter(Boolean)
    .join('\n')
    // characters that KaTeX and bidi isolation add
    .replaceAll(/[\u200e\u200b\u2061]/g, '');

const inside = (node: PageElement): string => [...node.childNodes].map((child) => meaning(child as PageElement)).join('');

function meaning(element: PageElement): string {
  if (element.nodeType === 3) return (element.nodeValue ?? '').replaceAll(/\s+/g, ' ');
  if (element.nodeType !== 1) return '';
  const name = element.tagName.toLowerCase();
  if (name === 'math' || element.classList.contains('katex')) return `$${element.querySelector('annotation')?.textContent ?? ''}$`;
  if (element.hasAttribute('data-box')) return element.hasAttribute('data-checked') ? '[x] ' : '[ ] ';
  if (element.hasAttribute('data-code')) return `\n\`\`\`${collapsed(element.querySelector('pre')?.textContent ?? '')}\`\`\`\n`;
  if (element.hasAttribute('data-footnote-ref') || element.getAttribute('epub:type') === 'noteref') return `[${element.textContent}]`;
  if (element.id.endsWith('footnote-label')) return '';
  const signs = { strong: '**', em: '*', del: '~~', code: '`' }[name];
  if (name === 'pre') return `\n\`\`\`${collapsed(element.textContent ?? '')}\`\`\`\n`;
  if (signs) return `${signs}${inside(element)}${signs}`;
  if (name === 'br') return ' / ';
  if (name === 'a')
    return element.getAttribute('href')?.startsWith('https:') ? `${inside(element)}<${element.getAttribute('href')}>` : inside(element);
  if (name === 'td' || name === 'th') return `${collapsed(inside(element))}${element.nextElementSibling ? ' | ' : ''}`;
  if (name === 'li') return `\n${markOf(element)}${inside(element).trim().replace('☑ ', '[x] ').replace('☐ ', '[ ] ')}\n`;
  if (/^h[1-6]$/.test(name)) return `\n# ${inside(element)}\n`;
  if (name === 'blockquote') return `\n> ${inside(element).trim()}\n`;
  if (element.getAttribute('epub:type') === 'footnote')
    return `\n[${inside(element)
      .trim()
      .replace(/^(\d+)\.\n+/, '$1] ')}\n`;
  return BLOCK.test(name) ? `\n${inside(element)}\n` : inside(element);
}

function markOf(item: PageElement): string {
  const list = item.parentElement!;
  const number = Number(list.getAttribute('start') ?? 1) + [...list.children].indexOf(item);
  if (item.closest('[data-footnotes]')) return `[${number}] `;
  return list.tagName.toLowerCase() === 'ol' ? `${number}. ` : '- ';
}
