import { describe, expect, it } from 'vitest';
import { courseFormSchema, FORM_OPTIONS, type CourseForm } from '#contract/generation/course-form.contract.ts';
import { contextNeed, usualContextNeed } from './context-need.ts';

const need = (more: Partial<CourseForm> = {}) =>
  contextNeed(courseFormSchema.parse({ age: 30, topic: 'Bees', learning_goals: 'Keep bees', ...more }));

describe('the context size that a course needs', () => {
  it('grows with its lessons, with their length, and with the bytes of its language', () => {
    expect(need({ duration: '6 months' })).toBeGreaterThan(need({ duration: '1 week intensive' }));
    expect(need({ age: 30, language_preference: 'russian' })).toBeGreaterThan(need({ age: 8, language_preference: 'russian' }));
    expect(need({ language_preference: 'arabic' })).toBeGreaterThan(need({ language_preference: 'english' }));
  });

  it('never exceeds the default of an unconfigured server: each course of the form can be ordered there', () => {
    for (const duration of FORM_OPTIONS.duration)
      for (const content_depth of FORM_OPTIONS.content_depth)
        for (const language_preference of FORM_OPTIONS.language_preference)
          expect(need({ duration, content_depth, language_preference })).toBeLessThanOrEqual(8_192);
  });

  it('is less for a server that enforces the form of its answers, which prompts then do not describe', () => {
    // where the prompt decides, not the answer
    const form = courseFormSchema.parse({ age: 30, topic: 'Bees', learning_goals: 'Keep bees. '.repeat(180) });
    const of = (isEnforced: boolean) => contextNeed(form, { isOwn: true, profile: { schema_enforced: isEnforced } });
    expect(of(false)).toBe(contextNeed(form));
    expect(of(true)).toBeLessThan(of(false) - 300);
  });

  it('of the form’s own choices is pinned by a test', () => {
    expect(Math.abs(usualContextNeed() - need())).toBeLessThanOrEqual(100);
    expect(usualContextNeed() % 100).toBe(0);
  });
});
