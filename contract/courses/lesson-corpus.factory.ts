/** A text as people and models write it, and what every reader of a lesson must get of it. */
interface CorpusText {
  readonly text: string;
  /** In signs of their own, which are the same for every reader: see `meaningOf`. */
  readonly means: readonly string[];
  /** The same for readers of words only, where signs of the text look like those. */
  readonly words?: readonly string[];
}

/** Lessons' Markdown. */
export const LESSON_CORPUS: Readonly<Record<string, CorpusText>> = {
  'a list that goes on after code': {
    text: '1. Open\n\n```sh\nls\n```\n\n2. Look\n3. Close',
    means: ['1. Open', '```ls```', '2. Look', '3. Close'],
  },
  'a list that goes on after a paragraph': { text: '1. One\n2. Two\n\nA word.\n\n3. Three', means: ['2. Two', '3. Three'] },
  'a list that begins at zero': { text: '0. Zero\n1. One', means: ['0. Zero', '1. One'] },
  'lists within lists': { text: '- a\n  1. b\n  2. c\n- d', means: ['- a', '1. b', '2. c', '- d'] },
  'a list with paragraphs': { text: '1. One\n\n   More of one.\n\n2. Two', means: ['1. One', 'More of one.', '2. Two'] },
  'a list with code': {
    text: '- Run\n\n  ```sh\n  a | b\n  ```\n- Done',
    means: ['- Run', '```a | b```', '- Done'],
    words: ['Run', 'a | b', 'Done'],
  },
  'a list with a table': { text: '- See\n\n  | a | b |\n  |---|---|\n  | 1 | 2 |', means: ['- See', '1 | 2'] },
  tasks: { text: '- [x] bought\n- [ ] paid', means: ['- [x] bought', '- [ ] paid'] },
  'tasks with marks': { text: '- [x] **bought** it\n- [ ] `pay`', means: ['- [x] **bought** it', '- [ ] `pay`'] },
  'struck-out words': { text: 'It is ~~2+2=5~~ 4.', means: ['It is ~~2+2=5~~ 4.'] },
  'struck-out words in a table': { text: '| a |\n|---|\n| ~~old~~ new |', means: ['~~old~~ new'] },
  'ranges with one tilde': { text: '3~4일 걷고 5~6일 쉰다.', means: ['3~4일 걷고 5~6일 쉰다.'] },
  'a formula with one tilde': { text: 'H~2~O', means: ['H~2~O'] },
  'line breaks in a cell': { text: '| a | b |\n|---|---|\n| one<br>two | three<br/>four |', means: ['one / two | three / four'] },
  'a pipe in code in a table': { text: '| a | b |\n|---|---|\n| `x|y` | or |', means: ['`x|y` | or'] },
  'an escaped pipe in code in a table': { text: '| a | b |\n|---|---|\n| `x\\|y` | or |', means: ['`x|y` | or'] },
  'two pipes in code in a table': {
    text: '| op | b |\n|---|---|\n| `a || b` | or |\n| `a | b` | bit |',
    means: ['`a || b` | or', '`a | b` | bit'],
    words: ['a || b or', 'a | b bit'],
  },
  'a pipe in code in the head of a table': { text: '| `a|b` | c |\n|---|---|\n| 1 | 2 |', means: ['`a|b` | c', '1 | 2'] },
  'a table with marks': {
    text: '| **a** | *b* |\n|:--|--:|\n| `c` | [d](https://d.example) |',
    means: ['**a** | *b*', '`c` | d<https://d.example>'],
  },
  'a table without outer bars': { text: 'a | b\n--|--\n1 | 2', means: ['a | b', '1 | 2'] },
  'a reference': { text: 'See [this][x].\n\n[x]: https://one.example', means: ['See this<https://one.example>.'] },
  'a reference of the same name': { text: 'See [that][x].\n\n[x]: https://two.example', means: ['See that<https://two.example>.'] },
  'a short reference': { text: 'See [here].\n\n[here]: https://three.example "T"', means: ['See here<https://three.example>.'] },
  'a reference without its definition': { text: 'See [no][where].', means: ['See [no][where].'] },
  'a footnote': { text: 'A word.[^a]\n\n[^a]: The note.', means: ['A word.[1]', '[1] The note.'] },
  'a footnote of the same name': { text: 'Another word.[^a]\n\n[^a]: Another note.', means: ['Another word.[1]', '[1] Another note.'] },
  'footnotes in another order': {
    text: 'One[^z] two[^b].\n\n[^b]: Second.\n\n[^z]: **First**.',
    means: ['One[1] two[2].', '[1] **First**.', '[2] Second.'],
  },
  'a note asked for twice': { text: 'One[^n] two[^n].\n\n[^n]: Note.', means: ['One[1] two[1].', '[1] Note.'] },
  'an open fence': { text: 'Run:\n\n```js\nlet a = 1;', means: ['Run:', '```let a = 1;```'] },
  'an open fence of tildes': { text: '~~~\nb', means: ['```b```'] },
  'a fence in a fence': { text: '````md\n```js\na\n```\n````', means: ['``````js a ``````'], words: ['```js a ```'] },
  'a fence in a fence that was closed where it was meant': {
    text: '````md\n```js\na\n```\n````\n\n## Next',
    means: ['``````js a ``````', '# Next'],
    words: ['```js a ```', 'Next'],
  },
  emoji: { text: 'A bee 🐝, a family 👨‍👩‍👧, a flag 🇩🇪.', means: ['A bee 🐝, a family 👨‍👩‍👧, a flag 🇩🇪.'] },
  'emoji in a table': { text: '| yes | no |\n|---|---|\n| ✅ | ❌ |', means: ['✅ | ❌'] },
  'an Arabic ligature': { text: 'قال النبي ﷺ هذا.', means: ['قال النبي ﷺ هذا.'] },
  'an open quotation': { text: '> quoted\nstill', means: ['> quoted still'] },
  'an open block of maths': { text: 'So\n\n$$\nx = 1', means: ['So', 'x = 1'] },
  'open marks': { text: 'This is **open and *more', means: ['This is **open and *more'], words: ['This is **open and *more'] },
  'a heading at its end': { text: 'Word.\n\n# Head', means: ['Word.', '# Head'] },
  'underlined headings': { text: 'Head\n====\n\nWord.\n\nSub\n---\n\nEnd.', means: ['# Head', 'Word.', '# Sub', 'End.'] },
  'a formula': { text: 'The area is $\\pi r^2$ here.', means: ['The area is $\\pi r^2$ here.'] },
  'a block of maths': { text: 'So\n\n$$\nE = mc^2\n$$\n\nis it.', means: ['So', '$E = mc^2$', 'is it.'] },
  'a block of maths on one line': { text: 'So\n\n$$E = mc^2$$\n\nis it.', means: ['So', '$E = mc^2$', 'is it.'] },
  'maths between brackets': { text: 'So \\(x^2\\) and\n\n\\[y^2\\]', means: ['So $x^2$ and', '$y^2$'] },
  'maths in a list': { text: '- so \\[x^2\\]\n- and $y$', means: ['- so', '$x^2$', '- and $y$'] },
  'maths in a table': { text: '| a | b |\n|---|---|\n| $x^2$ | $\\frac{1}{2}$ |', means: ['$x^2$ | $\\frac{1}{2}$'] },
  'an escaped dollar within a formula': { text: 'It is $x = \\$5$ there.', means: ['It is $x = \\$5$ there.'], words: ['It is', 'there.'] },
  prices: { text: 'It costs $5 and $9.', means: ['It costs $5 and $9.'] },
  'prices by the month': {
    text: 'Pay $1,000/month; cap=2000$ now.',
    means: ['Pay $1,000/month; cap=2000$ now.'],
    words: ['Pay $1,000/month; cap=2000$ now.'],
  },
  'prices with the sign behind': { text: 'At 5$/kg and 10$/kg.', means: ['At 5$/kg and 10$/kg.'] },
  'prices beside maths': { text: 'For $5 you get $x^2$, for US$9 $y$.', means: ['For $5 you get $x^2$, for US$9 $y$.'] },
  'a price behind a word of maths': { text: 'The $n$th costs $3.', means: ['The $n$th costs $3.'] },
  'dollars in code': { text: 'Run `echo $A$B` for $x$.', means: ['Run `echo $A$B` for $x$.'] },
  'Chinese emphasis': { text: '这是**“重点”**的，**注意：**请看。', means: ['这是**“重点”**的，**注意：**请看。'] },
  'Japanese emphasis': { text: 'これは**「重要」**です。*（注）*を見る。', means: ['これは**「重要」**です。*（注）*を見る。'] },
  'Japanese emphasis that ends a sentence': { text: '日本語の**強調。**続き。', means: ['日本語の**強調。**続き。'] },
  'Korean emphasis': {
    text: '이것은 **‘중요’**입니다. **API(인터페이스)**를 본다.',
    means: ['이것은 **‘중요’**입니다. **API(인터페이스)**를 본다.'],
  },
  'Chinese struck out': { text: '这是~~“错误”~~的。', means: ['这是~~“错误”~~的。'] },
  'Arabic with Latin names': { text: 'نكتب **C++** و `main()`.', means: ['نكتب **C++** و `main()`.'] },
  'an Arabic list': {
    text: '1. افتح **الخلية**.\n2. انظر:\n   - الملكة\n   - البيض\n\nثم:\n\n3. أغلق `hive`.',
    means: ['1. افتح **الخلية**.', '2. انظر:', '- الملكة', '- البيض', 'ثم:', '3. أغلق `hive`.'],
  },
  'a Hebrew list': {
    text: '- [x] **פתח** את הכוורת\n- [ ] סגור\n  1. לאט\n  2. בזהירות, $x^2$',
    means: ['- [x] **פתח** את הכוורת', '- [ ] סגור', '1. לאט', '2. בזהירות, $x^2$'],
  },
  'a table in Arabic': { text: '| النحل | العدد |\n|---|---|\n| عاملات | 20000 |', means: ['النحل | العدد', 'عاملات | 20000'] },
  'HTML as text': { text: 'Use List<String> and <b>no bold</b>.', means: ['Use List<String> and <b>no bold</b>.'] },
  'a block of HTML': { text: '<div>\nlines\n</div>\n\nEnd.', means: ['<div> / lines / </div>', 'End.'] },
  'a script': { text: '<script>alert(1)</script>', means: ['<script>alert(1)</script>'] },
  entities: { text: 'AT&amp;T &copy; &lt;b&gt;', means: ['AT&T © <b>'] },
  'escaped signs': { text: '\\*no\\* \\_em\\_ 1\\. \\# a', means: ['*no* _em_ 1. # a'], words: ['*no* _em_ 1. # a'] },
  'a hard break': { text: 'one  \ntwo\\\nthree', means: ['one / two / three'] },
  'marks within marks': {
    text: '***both* bold** and **a `b` $c$**',
    means: ['***both* bold** and **a `b` $c$**'],
    words: ['both bold and a b'],
  },
  'a link with a bracket': { text: '[a\\]b](https://a.example/(c))', means: ['a]b<https://a.example/(c)>'] },
  'a rule': { text: 'One.\n\n---\n\nTwo.', means: ['One.', 'Two.'] },
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

/** What is read of a page: an element of any DOM. */
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

/** Returns the meaning of a page: its words with signs for what they are, a line for each block. */
export const meaningOf = (root: PageElement): string =>
  inside(root)
    .split('\n')
    .map(collapsed)
    .filter(Boolean)
    .join('\n')
    // what KaTeX and bidi marks add
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
