import { describe, expect, it } from 'vitest';
import { caretAfter, edited, redone, startHistory, undone, type EditHistory } from './use-lesson-editor.ts';
import { changesBetween, problemsOf, type LessonDraft } from './lesson-draft.ts';

const draft: LessonDraft = { title: 'Roofs', content: 'Warm.', objectives: 'One\nTwo', key_takeaways: '' };
/** Types a text letter by letter, at intervals of `ms`. */
const typed = (history: EditHistory, text: string, from: number, ms: number): EditHistory =>
  [...text].reduce((now, letter, at) => edited(now, 'content', now.now.content + letter, from + at * ms), history);

describe('undo', () => {
  it('undoes one burst of typing at a time, and redo restores it', () => {
    const twice = typed(typed(startHistory(draft), ' And', 0, 50), ' dry.', 5_000, 50);
    expect(twice.now.content).toBe('Warm. And dry.');
    const once = undone(twice);
    expect(once.now.content).toBe('Warm. And');
    expect(undone(once).now.content).toBe('Warm.');
    expect(redone(once).now.content).toBe('Warm. And dry.');
  });

  it('a line break starts a new step, and so does another field', () => {
    const lines = typed(startHistory(draft), ' a\nb', 0, 50);
    expect(undone(lines).now.content).toBe('Warm. a');
    const other = edited(typed(startHistory(draft), ' a', 0, 50), 'title', 'Roof', 120);
    expect(undone(other).now).toMatchObject({ title: 'Roofs', content: 'Warm. a' });
  });

  it('typing discards undone steps; at the ends nothing happens', () => {
    const history = edited(undone(typed(startHistory(draft), ' a', 0, 50)), 'content', 'Warm!', 9_000);
    expect(redone(history)).toBe(history);
    const fresh = startHistory(draft);
    expect([undone(fresh), redone(fresh)]).toEqual([fresh, fresh]);
  });

  it('the caret belongs after the change, also between repeated letters', () => {
    const at = (before: string, after: string) => caretAfter({ ...draft, content: before }, { ...draft, content: after });
    expect(at('by hand. You', 'by hand. More. You')).toEqual({ field: 'content', at: 'by hand. More. '.length });
    expect(at('by hand. More. You', 'by hand. You')).toEqual({ field: 'content', at: 'by hand. '.length });
    expect(at('a', 'a')).toBeNull();
  });
});

describe('a draft', () => {
  it('sends only differences, and lists as points without empty lines', () => {
    expect(changesBetween(draft, draft)).toBeNull();
    expect(changesBetween(draft, { ...draft, objectives: 'One\n\n  Two  ' })).toBeNull();
    expect(changesBetween(draft, { ...draft, title: ' Roof ', key_takeaways: 'Wind\n' })).toEqual({
      title: 'Roof',
      key_takeaways: ['Wind'],
    });
  });

  it('says why it cannot be saved', () => {
    expect(problemsOf(draft)).toEqual({});
    expect(problemsOf({ title: ' ', content: '', objectives: 'x\n'.repeat(13), key_takeaways: 'y'.repeat(501) })).toEqual({
      title: 'Enter a title for the lesson.',
      content: 'A lesson must contain some text.',
      objectives: 'At most 12 points.',
      key_takeaways: 'A point has at most 500 characters.',
    });
  });
});
