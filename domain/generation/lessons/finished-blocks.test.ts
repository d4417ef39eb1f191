import { describe, expect, it } from 'vitest';
import { finishedBlocks } from './stream-lesson.command.ts';

describe('a lesson that is arriving', () => {
  it('shows the words of its first paragraph, then its finished blocks', () => {
    expect(finishedBlocks('Bees liv')).toBe('Bees');
    expect(finishedBlocks('# Bees\n\nBees live in a hi')).toBe('# Bees\n\nBees live in a');
    expect(finishedBlocks('Bees live in a hive.\n\nThere they ke')).toBe('Bees live in a hive.');
    expect(finishedBlocks('')).toBe('');
  });

  it('never shows half of a list, a table or code', () => {
    expect(finishedBlocks('- one\n- tw')).toBe('');
    expect(finishedBlocks('A.\n\n| a | b |\n|---|---|\n| 1 |')).toBe('A.');
    const code = 'A.\n\n```js\nlet a;\n\nlet b;\n';
    expect(finishedBlocks(code)).toBe('A.');
    expect(finishedBlocks(`${code}\`\`\`\n\nB`)).toBe(`${code}\`\`\``);
  });

  it('only ever grows', () => {
    const text = '# T\n\nOne two three.\n\n- a\n- b\n\n~~~\nx\n\ny\n~~~\n\nThe end.\n\n';
    let before = '';
    for (let at = 0; at <= text.length; at += 1) {
      const now = finishedBlocks(text.slice(0, at));
      expect(now.startsWith(before), JSON.stringify([before, now])).toBe(true);
      before = now;
    }
    expect(before).toBe(text.trim());
  });
});
