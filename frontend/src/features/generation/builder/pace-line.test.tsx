import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import { factsOf } from '#frontend/testing/facts-of.ts';
import { showScreen } from '#frontend/testing/show-screen.tsx';
import { FORM_DEFAULTS, type FormValues } from './form-values.ts';
import PaceLine from './pace-line.tsx';

async function words(part: Partial<FormValues>): Promise<string> {
  const { unmount } = await showScreen(<PaceLine values={{ ...FORM_DEFAULTS, ...part }} />);
  const { textContent } = screen.getByRole('status');
  unmount();
  return textContent ?? '';
}

describe('the pace before ordering', () => {
  it('is said for every duration, in days or weeks with their minutes, and for none that promises no time', async () => {
    for (const duration of FORM_OPTIONS.duration)
      expect(await words({ duration }), duration).toMatch(
        duration === 'custom-paced' ? /^At your own pace/ : /^\d+ (days|weeks), about \d+ minutes a (day|week)/,
      );
    expect(await words({ general_course: true })).toBe('');
  });

  it('says what fills it', async () => {
    await showScreen(<PaceLine values={{ ...FORM_DEFAULTS, duration: '1 week intensive' }} />);
    expect(screen.getByText('7 days, about 35 minutes a day')).toBeTruthy();
    expect(
      screen.getByText(factsOf('reading 9 min · questions and exercises 12 min · workshops and final task 14 min · review 2 min')),
    ).toBeTruthy();
  });

  it('follows depth and age, also in other digits, and takes an adult before an age is typed', async () => {
    const [adult, child, arabic, unknown] = await Promise.all(
      ['30', '8', '٨', ''].map((age) => ({ age, content_depth: 'world-class', duration: '3 months' }) as const).map(async (one) => one),
    );
    const said = [];
    for (const one of [adult!, child!, arabic!, unknown!]) said.push(await words(one));
    expect(said[1]).toBe(said[2]);
    expect(said[0]).toBe(said[3]);
    expect(said[0]).not.toBe(said[1]);
  });
});
