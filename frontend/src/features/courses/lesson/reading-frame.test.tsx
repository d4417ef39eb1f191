import { act, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { setTitleCount } from '#frontend/lib/title-count.ts';
import { showScreen } from '#frontend/testing/show-screen.tsx';
import { ReadingFrame } from './reading-frame.tsx';

afterEach(() => {
  setTitleCount('');
});

describe('the title of the window while reading', () => {
  it('shows the progress of a course being written before the lesson', async () => {
    await showScreen(
      <ReadingFrame courseTitle="Bees" language={{}} place={null} exit={null} lessonKey="1" title="The hive">
        Text
      </ReadingFrame>,
    );
    expect(screen.getByRole('heading', { level: 1, name: 'The hive' })).toBeTruthy();
    expect(document.title).toBe('The hive · Bees · Coursewright');
    act(() => setTitleCount('(7/12)'));
    expect(document.title).toBe('(7/12) The hive · Bees · Coursewright');
    act(() => setTitleCount(''));
    expect(document.title).toBe('The hive · Bees · Coursewright');
  });
});
