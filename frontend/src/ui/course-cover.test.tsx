import { ThemeProvider } from '@mui/material/styles';
import { render, waitFor } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { theme } from '#frontend/theme/theme.ts';
import { CourseCover } from './course-cover.tsx';

async function drawn(title: string): Promise<string> {
  const { container } = render(
    <ThemeProvider theme={theme}>
      <CourseCover title={title} />
    </ThemeProvider>,
  );
  await waitFor(() => expect(container.querySelector('[data-cover] > svg')).not.toBeNull());
  return container.querySelector('[data-cover] > svg')!.innerHTML;
}

describe('the drawn cover of a course', () => {
  // the chunk, which a screen loads when it needs it
  beforeAll(async () => void (await import('./drawn-cover.tsx')));

  it('is the same for the same title', async () => {
    expect(await drawn('Statistics')).toBe(await drawn('Statistics'));
  });

  it('differs between titles', async () => {
    const titles = ['Statistics', 'Bread', 'The cell', 'SQL', 'Stars', 'خبز', '統計'];
    expect(new Set(await Promise.all(titles.map(drawn))).size).toBe(titles.length);
  });
});
