import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setAccessibilityPreferences } from '#frontend/lib/preferences/accessibility-preferences.ts';
import { CountAnnouncer } from '../runs/run-watcher.tsx';
import { aSummary } from './run.factory.ts';

const after = (lessons_ready: number) => aSummary({ title: 'Bees on a roof', stage: 'lessons', lessons_ready, lessons_total: 6 });
const said = () => screen.queryByRole('status')?.textContent;

beforeEach(() => setAccessibilityPreferences({ screen_reader: true }));
afterEach(() => {
  setAccessibilityPreferences({ screen_reader: false });
});

describe('A11Y-01 the progress of a course, for screen reader users', () => {
  it('is announced with each finished lesson, and not on arrival', () => {
    const { rerender } = render(<CountAnnouncer newest={after(2)} />);
    expect(said()).toBe('');
    rerender(<CountAnnouncer newest={after(3)} />);
    expect(said()).toBe('Bees on a roof: 3 of 6 lessons ready');
    rerender(<CountAnnouncer newest={after(3)} />);
    expect(said()).toBe('Bees on a roof: 3 of 6 lessons ready');
    rerender(<CountAnnouncer newest={undefined} />);
    rerender(<CountAnnouncer newest={aSummary({ task_id: 'another', stage: 'lessons', lessons_ready: 1, lessons_total: 4 })} />);
    expect(said()).toBe('Bees on a roof: 3 of 6 lessons ready');
  });

  it('is not announced otherwise', () => {
    setAccessibilityPreferences({ screen_reader: false });
    const { rerender } = render(<CountAnnouncer newest={after(2)} />);
    rerender(<CountAnnouncer newest={after(3)} />);
    expect(said()).toBeUndefined();
  });
});
