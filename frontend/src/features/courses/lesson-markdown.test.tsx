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

  it.each([
    ['raw HTML', '<script>alert(1)</script><b onclick="x()">bold</b>', /<script|<b |onclick/],
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
