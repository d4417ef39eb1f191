// @vitest-environment jsdom
import { cleanup } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { showScreen } from '#frontend/testing/show-screen.tsx';
import { LessonMarkdown } from './lesson-markdown.tsx';

async function html(markdown: string): Promise<string> {
  const { container } = await showScreen(<LessonMarkdown>{markdown}</LessonMarkdown>);
  return container.innerHTML;
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the text of a lesson', () => {
  it('is Markdown with tables, its headings under the lesson’s own', async () => {
    const text = await html('# Top\n\n## Next\n\n| a | b |\n|---|---|\n| 1 | 2 |');
    expect(text).toContain('<h3>Top</h3>');
    expect(text).toContain('<td>2</td>');
    expect(text).not.toMatch(/<h[12]/);
  });

  it('shows what looks like HTML as it was written, within a line, as a block, and in an element that runs', async () => {
    const shown = async (markdown: string) => {
      const { container } = await showScreen(<LessonMarkdown>{markdown}</LessonMarkdown>);
      const text = container.querySelector('div')!;
      return [text.textContent.trim(), [...text.querySelectorAll('*')].map(({ tagName }) => tagName).join(' ')];
    };
    expect(await shown('Use List<String> and the <template> tag.')).toEqual(['Use List<String> and the <template> tag.', 'P']);
    expect(await shown('<div>Whole paragraph</div>')).toEqual(['<div>Whole paragraph</div>', 'P']);
    expect(await shown('<ul>\n<li>one</li>\n</ul>')).toEqual(['<ul>\n<li>one</li>\n</ul>', 'P BR BR']);
    expect(await shown('- <div>point</div>')).toEqual(['<div>point</div>', 'UL LI']);
    expect(await shown('<script>alert(1)</script><b onclick="x()">bold</b>')).toEqual([
      '<script>alert(1)</script><b onclick="x()">bold</b>',
      'P',
    ]);
  });

  it('ends a line within a cell where the text says so', async () => {
    expect(await html('| a |\n|---|\n| one<br>two |')).toMatch(/<td>one<br>\s*two<\/td>/);
  });

  it('keeps the names in a text from right to left in one piece, and code as it is', async () => {
    const { container } = await showScreen(<LessonMarkdown dir="rtl">{'نتعلم C++ مع `std::vector<int>` هنا'}</LessonMarkdown>);
    expect(container.textContent).toContain('نتعلم C++\u200e مع std::vector<int> هنا');
    const code = getComputedStyle(container.querySelector('code')!);
    expect([code.direction, code.unicodeBidi]).toEqual(['ltr', 'isolate']);
  });

  it('plain points among tasks keep their bullets', async () => {
    const { container } = await showScreen(<LessonMarkdown>{'- [x] task\n- point'}</LessonMarkdown>);
    const style = (of: string) => getComputedStyle(container.querySelector(of)!).listStyle;
    expect([style('li:first-child'), style('ul'), style('li:last-child')]).toEqual(['none', 'outside', 'outside']);
  });

  it.each([
    ['a picture from elsewhere', '![pixel](https://evil.example/x.png)', /<img|evil\.example/],
    ['a script in a link', '[go](javascript:alert(1))', /javascript:|<a /],
    ['an unencrypted link', '[go](http://example.org)', /<a /],
    ['a data link', '[go](data:text/html,x)', /data:|<a /],
  ])('lets %s do nothing', async (_what, markdown, forbidden) => {
    expect(await html(markdown)).not.toMatch(forbidden);
  });

  it('opens outside links apart, and leaves mail to the mail program', async () => {
    expect(await html('[go](https://example.org/a)')).toContain(
      '<a href="https://example.org/a" rel="noopener noreferrer" target="_blank">go</a>',
    );
    expect(await html('[write](mailto:a@example.org)')).toContain('<a href="mailto:a@example.org" rel="noopener noreferrer">write</a>');
  });

  it('says what a task list says', async () => {
    expect(await html('- [x] one\n- [ ] two')).toMatch(/aria-label="done".*one.*aria-label="to do".*two/s);
  });
});
