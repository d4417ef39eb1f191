import { describe, expect, it } from 'vitest';
import { cleanAnswer } from './clean-answer.ts';
import { hasHtml, withoutHtml } from './markup.ts';

describe('HTML in a text', () => {
  it.each([
    ['<p>Bees dance.</p><p>They mean it.</p>', 'Bees dance.\n\nThey mean it.'],
    ['<h1>Why</h1>\n<p>Bees <b>dance</b>, and <em>mean</em> it.</p>', '## Why\n\nBees **dance**, and *mean* it.'],
    ['<ul><li>pollen</li><li>honey</li></ul>', '- pollen\n- honey'],
    ['<div class="lesson"><p>Hola.</p></div>\n\nLas abejas bailan.\n<script>alert(1)</script>', 'Hola.\n\nLas abejas bailan.'],
    ['<!-- a remark -->\nПчёлы <span style="color:red">танцуют</span>.', 'Пчёлы танцуют.'],
    ['水是 H<sub>2</sub>O，面积是 3 m<sup>2</sup>。', '水是 H₂O，面积是 3 m²。'],
    ['It is 35&nbsp;°C &mdash; always.', 'It is 35 °C — always.'],
    ['Bees dance.<br>Wasps do not.', 'Bees dance.  \nWasps do not.'],
    ['| a | b |\n|---|---|\n| 1<br>2 | 3 |', '| a | b |\n|---|---|\n| 1 2 | 3 |'],
    ['<h2>Dance</h2><p>Bees dance.</p><br/><img src="x.png">', '## Dance\n\nBees dance.'],
    ['<details><summary>Mehr</summary>Bienen tanzen.</details>', 'Mehr\n\nBienen tanzen.'],
    ['It costs $5 <b>now</b> and $6 later.', 'It costs $5 **now** and $6 later.'],
    ['Write <b>`x`</b>, if a <i and j> k.', 'Write **`x`**, if a <i and j> k.'],
    ['<div>\n\nBees dance.\n\n</div>', 'Bees dance.'],
    ["<p class='a' id=b>Пчёлы <i>танцуют</i>.</p>", 'Пчёлы *танцуют*.'],
    ['See <a href="https://a.example/b" target="_blank">the guide</a>.', 'See the guide.'],
  ])('becomes Markdown: %s', (html, markdown) => {
    expect(withoutHtml(html, 'Bees')).toBe(markdown);
    for (const purpose of ['lesson', 'mentor', 'practice', 'flash-cards', 'grading'] as const)
      expect(cleanAnswer({ content: html }, purpose, { prompt: '' }), purpose).toEqual({ value: { content: markdown } });
  });

  it.each([
    'If a < b and b > c, then a list<T> is fine.',
    'Write `<b>bold</b>`.',
    '```html\n<p>Hi</p>\n```',
    'R&D and AT&T; x &lt; y',
    '\\<p> is a tag.',
    'I <3 bees.',
    'If a <i and j> k, stop.',
    'When x<b or y>c, go on.',
    'Take a <u and v> w.',
    'Wenn a <b und c> d gilt, hör auf.',
    'Si a <p y q> r, para.',
    'Replace <a> by your name.',
    'The tag <b> makes a word bold.',
    'Ein <div> ist ein Kasten.',
    '<b>',
    '標籤 <i> 是什麼？',
    'The size $a <b> c$ and $x<i>y</i>$ are formulas.',
    '$$\na <b>x</b> &nbsp; c\n$$',
    'Open <b> here.\n\nClose </b> there.',
    'See <b>`</b>`.',
  ])('is not HTML: %s', (text) => expect(withoutHtml(text, 'Bees')).toBe(text));

  it('is kept if the subject is markup, and requested again if it has no other form', () => {
    for (const about of ['{"topic":"HTML for beginners"}', 'Web design', 'How do I write XML?'])
      expect(withoutHtml('Write <b>bold</b> here.', about)).toBe('Write <b>bold</b> here.');
    expect(hasHtml(withoutHtml('<table><tr><td>1</td></tr></table>', 'Bees'))).toBe(true);
  });
});
