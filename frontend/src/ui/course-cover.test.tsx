import { ThemeProvider } from '@mui/material/styles';
import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { theme } from '#frontend/theme/theme.ts';
import { CourseCover } from './course-cover.tsx';

const drawn = (title: string): string =>
  render(
    <ThemeProvider theme={theme}>
      <CourseCover title={title} />
    </ThemeProvider>,
  ).container.querySelector('[data-cover]')!.innerHTML;

describe('the drawn cover of a course', () => {
  it('is the same for the same title', () => {
    expect(drawn('Statistics')).toBe(drawn('Statistics'));
  });

  it('differs between titles', () => {
    const titles = ['Statistics', 'Bread', 'The cell', 'SQL', 'Stars', 'خبز', '統計'];
    expect(new Set(titles.map(drawn)).size).toBe(titles.length);
  });
});
