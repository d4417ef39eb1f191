import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lessonPrint } from '#contract/courses/lesson-print.ts';
import type { Lesson } from '#contract/courses/courses.contract.ts';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { stubServer, type SentRequest } from '#frontend/testing/show-screen.tsx';
import { aCourse, aLesson } from '../course.factory.ts';
import { startAutosave, type Autosave, type SaveState } from './autosave.ts';
import { findUnsaved } from './draft-store.ts';
import { draftOf, textOfDraft } from './lesson-draft.ts';

const of = { userId: 'u1', courseId: 'course-1', lessonId: 'lesson-0-0' };
const saved = draftOf(aLesson(0, 0));
const states: SaveState[] = [];
const kinds = () => states.map(({ kind }) => kind);
const typed = (content: string) => ({ ...saved, content });
let saver: Autosave | undefined;
const start = (part: Partial<Parameters<typeof startAutosave>[0]['start']> = {}) =>
  (saver = startAutosave({
    ...of,
    start: { saved, draft: saved, baseVersion: 3, ...part },
    onState: (state) => states.push(state),
    onSaved: () => {},
  }));
const patches = (sent: SentRequest[]) => sent.filter(({ method }) => method === 'PATCH').map(({ body }) => body as Record<string, unknown>);
/** Answers saves like the server: version 4, whatever was sent. */
const accepts = () => stubServer(() => ({ body: { version: 4, lesson: aLesson(0, 0) } }));
const courseWith = (part: Partial<Lesson>, version: number) => {
  const course = aCourse({ version });
  course.modules[0]!.lessons[0] = aLesson(0, 0, part);
  return { body: { course } };
};

beforeEach(() => {
  vi.useFakeTimers();
  states.length = 0;
});
afterEach(() => {
  saver?.stop();
});

describe('autosave', () => {
  it('sends nested blocks of code in their stored form, and finds no change in a stored one', async () => {
    const nested = '```md\n```js\na\n```\n```\n\n## Next';
    const closed = '````md\n```js\na\n```\n````\n\n## Next';
    const sent = accepts();
    start({ saved: typed(nested), draft: typed(nested) }).change(typed(closed));
    await vi.advanceTimersByTimeAsync(3_000);
    expect(sent).toHaveLength(0);
    saver!.change(typed(`${nested}\n\nMore.`));
    await vi.advanceTimersByTimeAsync(3_000);
    expect(patches(sent)).toEqual([
      expect.objectContaining({ content: `${closed}\n\nMore.`, base_print: lessonPrint(textOfDraft(typed(nested))) }),
    ]);
  });

  it('saves once, within two seconds of the last key, based on the opened version', async () => {
    const sent = accepts();
    const autosave = start();
    for (const text of ['D', 'Dr', 'Dry']) {
      autosave.change(typed(text));
      await vi.advanceTimersByTimeAsync(300);
    }
    expect(sent).toHaveLength(0);
    expect(findUnsaved(of), 'kept in the tab until it is saved').toMatchObject({ draft: { content: 'Dry' }, baseVersion: 3 });
    await vi.advanceTimersByTimeAsync(1_700);
    expect(patches(sent)).toMatchObject([{ base_version: 3, content: 'Dry' }]);
    expect(Object.keys(patches(sent)[0]!).sort()).toEqual(['base_print', 'base_version', 'content', 'edit_session']);
    expect(patches(sent)[0]).toMatchObject({ base_print: lessonPrint(aLesson(0, 0)) });
    expect(kinds()).toEqual(['typed', 'saving', 'saved']);
    expect(findUnsaved(of)).toBeNull();
  });

  it('saves of one session carry one edit_session and continue from the version of the last answer', async () => {
    const sent = accepts();
    const autosave = start();
    autosave.change(typed('One'));
    await autosave.flush();
    autosave.change(typed('Two'));
    await autosave.flush();
    const [first, second] = patches(sent);
    expect(second).toMatchObject({ base_version: 4, edit_session: first!.edit_session, content: 'Two' });
  });

  it('text left over in the tab is saved when the editor opens again', async () => {
    const sent = accepts();
    start({ draft: typed('Left over'), editSession: 'session-1' });
    await vi.advanceTimersByTimeAsync(1_500);
    expect(patches(sent)).toMatchObject([{ content: 'Left over', edit_session: 'session-1', base_version: 3 }]);
  });

  it('a rejection is shown and not retried until the text changes', async () => {
    const sent = stubServer(() => problem('validation.failed', 'The title is too long.'));
    const autosave = start();
    autosave.change(typed('No'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toHaveLength(1);
    expect(states.at(-1)).toEqual({ kind: 'refused', reason: 'The title is too long.' });
  });

  it('an empty title is not sent', async () => {
    const sent = accepts();
    const autosave = start();
    autosave.change({ ...saved, title: ' ' });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(sent).toHaveLength(0);
    expect(states.at(-1)).toEqual({ kind: 'invalid', reason: 'Enter a title for the lesson.' });
    expect(await autosave.flush()).toBe(false);
  });
});

describe('a version conflict', () => {
  /** Rejects saves until one is based on version 9. */
  const changedElsewhere = (theirs: Partial<Lesson>) =>
    stubServer((request) => {
      if (request.method === 'GET') return courseWith(theirs, 9);
      const { base_version: base } = request.body as { base_version: number };
      return base === 9
        ? { body: { version: 10, lesson: aLesson(0, 0) } }
        : problem('course.version_conflict', 'The course was changed in the meantime');
    });

  it('in another lesson of the course causes no conflict: saving continues on the newer version, in a new session', async () => {
    const sent = changedElsewhere({});
    const autosave = start();
    autosave.change(typed('Mine'));
    await vi.advanceTimersByTimeAsync(3_000);
    const [first, second] = patches(sent);
    expect(second).toMatchObject({ base_version: 9, content: 'Mine' });
    expect(second!.edit_session).not.toBe(first!.edit_session);
    expect(states.at(-1)).toEqual({ kind: 'saved' });
  });
});
