import { act } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { setTitleCount } from '#frontend/lib/title-count.ts';
import { showScreen } from '#frontend/testing/show-screen.tsx';
import { LessonHeading } from './reading-frame.tsx';

afterEach(() => {
  setTitleCount('');
});

describe('the title of the window while reading', () => {
  it('says before the lesson how far a course being written is', async () => {
    await showScreen(<LessonHeading title="The hive" courseTitle="Bees" language={{}} />);
    expect(document.title).toBe('The hive · Bees · Coursewright');
    act(() => setTitleCount('(7/12)'));
    expect(document.title).toBe('(7/12) The hive · Bees · Coursewright');
    act(() => setTitleCount(''));
    expect(document.title).toBe('The hive · Bees · Coursewright');
  });
});
