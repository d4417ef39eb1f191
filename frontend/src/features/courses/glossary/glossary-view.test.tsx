import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aCourse, aLesson } from '#frontend/features/courses/course.factory.ts';
import { showScreen } from '#frontend/testing/show-screen.tsx';
import { GlossaryView } from './glossary-view.tsx';

const BEES = aCourse({
  modules: [{ title: 'M', summary: '', lessons: [aLesson(0, 0, { content: 'A **smoker** is a can that calms bees.' })] }],
});
const show = (untranslated: number) => showScreen(<GlossaryView course={BEES} untranslated={untranslated} />);

describe('the glossary of a course', () => {
  it('says how many lessons of a translation still have their terms in the course’s own language', async () => {
    await show(1);
    screen.getByText('smoker', { selector: 'dt *, dt' });
    expect(screen.getByRole('alert').textContent).toMatch(/^1 lesson is not translated yet/);
  });

  it('says nothing of translations when every lesson has one', async () => {
    await show(0);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
