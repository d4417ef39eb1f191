import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { showScreen } from '#frontend/testing/show-screen.tsx';
import { LessonMarkdown } from './lesson-markdown.tsx';

async function html(markdown: string): Promise<string> {
  const { container } = await showScreen(<LessonMarkdown>{markdown}</LessonMarkdown>);
  return container.innerHTML;
}

describe('the text of a lesson', () => {
  it('is Markdown with tables, its headings under the lesson’s own', async () => {
    const text = await html('# Top\n\n## Next\n\n| a | b |\n|---|---|\n| 1 | 2 |');
    expect(text).toContain('<h3>Top</h3>');
    expect(text).toContain('<td>2</td>');
    expect(text).not.toMatch(/<h[12]/);
  });

  it('shows text that looks like HTML as it was written, within a line, as a block, and in an element that executes', async () => {
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

  it('breaks a line within a cell if the text says so', async () => {
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
    ['a picture from elsewhere', '![pixel](https://evil.example/x.png)', /<img/],
    ['a picture of another protocol', '![pixel](http://evil.example/x.png)', /<img|evil\.example/],
    ['a picture from elsewhere that looks like ours', '![pixel](//evil.example/x.png)', /<img|evil\.example/],
    ['a formula with a link', '$\\href{javascript:alert(1)}{x^2}$', /javascript:[^<]*"|<a /],
    ['a script in a link', '[go](javascript:alert(1))', /javascript:|<a /],
    ['an unencrypted link', '[go](http://example.org)', /<a /],
    ['a data link', '[go](data:text/html,x)', /data:|<a /],
  ])('disarms %s', async (_what, markdown, forbidden) => {
    expect(await html(markdown)).not.toMatch(forbidden);
  });

  it('opens external links in a new window, and leaves mail to the mail program', async () => {
    expect(await html('[go](https://example.org/a)')).toContain(
      '<a href="https://example.org/a" rel="noopener noreferrer" target="_blank">go</a>',
    );
    expect(await html('[write](mailto:a@example.org)')).toContain('<a href="mailto:a@example.org" rel="noopener noreferrer">write</a>');
  });

  it('describes a task list', async () => {
    expect(await html('- [x] one\n- [ ] two')).toMatch(/aria-label="done".*one.*aria-label="to do".*two/s);
  });

  it('LRN-05 shows pictures of this product, and links to those from elsewhere', async () => {
    expect(await html('![A hive](/media/hive.png)')).toMatch(/<img alt="A hive" loading="lazy" [^>]*src="\/media\/hive.png"/);
    expect(await html('![A hive](https://example.org/hive.png)')).toContain('>Picture: A hive (opens example.org)</a>');
  });

  it('LRN-05 renders maths, also for screen readers, and leaves money alone', async () => {
    const { container } = await showScreen(
      <LessonMarkdown>{'It costs $5 and $10.\n\nThe area is $\\pi r^2$.\n\n$$\nE = mc^2\n$$'}</LessonMarkdown>,
    );
    await waitFor(() => expect(container.querySelectorAll('.katex')).toHaveLength(2));
    expect(container.querySelectorAll('.katex-display')).toHaveLength(1);
    expect([...container.querySelectorAll('math annotation')].map((one) => one.textContent)).toEqual(['\\pi r^2', 'E = mc^2']);
    expect(container.querySelector('p')?.textContent).toBe('It costs $5 and $10.');
  });

  it('LRN-05 colours code by its language, keeps every character, and copies it', async () => {
    const copied: string[] = [];
    vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => void copied.push(text) } });
    const code = 'def area(r):\n    return 3.14 * r ** 2  # square';
    const { container } = await showScreen(<LessonMarkdown>{`\`\`\`python\n${code}\n\`\`\``}</LessonMarkdown>);
    const shown = container.querySelector('pre code')!;
    expect(shown.textContent).toBe(code);
    await waitFor(() => expect(shown.querySelectorAll('span[style]').length).toBeGreaterThan(5));
    expect(shown.textContent).toBe(code);
    expect(shown.innerHTML).toContain('var(--code-token-keyword)');
    fireEvent.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy();
    expect(copied).toEqual([code]);
  });

  it('leaves code in an unknown language plain', async () => {
    const { container } = await showScreen(<LessonMarkdown>{'```constructor\nx = 1\n```'}</LessonMarkdown>);
    expect(container.querySelector('pre')?.getAttribute('aria-label')).toBe('Code in constructor');
    expect(container.querySelector('pre code')?.textContent).toBe('x = 1');
  });

  it('shows the source of a diagram that cannot be drawn', async () => {
    await showScreen(<LessonMarkdown>{'```mermaid\nno diagram at all\n```'}</LessonMarkdown>);
    expect(await screen.findByText('This diagram could not be drawn. It reads:')).toBeTruthy();
    expect(screen.getByRole('region', { name: 'Source of the diagram' }).textContent).toBe('no diagram at all');
  });
});
