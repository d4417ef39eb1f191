import { useState } from 'react';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { passageAt } from '#contract/notes/find-passage.ts';
import type { Note } from '#contract/notes/notes.contract.ts';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { showScreen, stubServer, type SentRequest } from '#frontend/testing/show-screen.tsx';
import { readVisibleText } from '#frontend/lib/visible-text.ts';
import { NotesView } from './notes-view.tsx';
import { useLessonNotes } from './use-lesson-notes.tsx';

afterEach(() => {
  getSelection()?.removeAllRanges();
});

const TEXT = 'A hive on a city roof is warm and dry. Wind is worse than cold, so stand it behind a wall.';
const aNote = (part: Partial<Note> = {}): Note => ({
  note_id: 'n1',
  course_id: 'c1',
  lesson_id: 'l1',
  passage: null,
  text: 'Mine',
  created_at: '2026-11-20T10:00:00.000Z',
  updated_at: '2026-11-20T10:00:00.000Z',
  standing: 'found',
  course_title: 'Bees',
  language: 'english',
  lesson: { title: 'The roof', module: 0, lesson: 1 },
  ...part,
});
const passageOf = (quote: string) => passageAt(TEXT, TEXT.indexOf(quote), TEXT.indexOf(quote) + quote.length);

function Lesson({ onAsk }: { onAsk?: (quote: string) => void }) {
  const [root, setRoot] = useState<HTMLElement | null>(null);
  const notes = useLessonNotes({ userId: 'u1', courseId: 'c1', lessonId: 'l1' }, { root, ...(onAsk && { onAsk }) });
  return (
    <>
      <div ref={setRoot} data-testid="text">
        <h2 data-unread="">Objectives</h2>
        <p>
          A hive on a <strong>city roof</strong> is warm and dry. Wind is worse than cold, so stand it behind a wall.
        </p>
      </div>
      {notes.panel}
      {notes.tools}
    </>
  );
}

/** A server that stores notes. */
function keepNotes(notes: Note[]): SentRequest[] {
  return stubServer(({ method, body }) => {
    if (method === 'GET') return { body: { notes, next: null, total: notes.length } };
    if (method !== 'POST') return { body: { deleted: true } };
    const { note_id, passage, text } = body as Note;
    return { body: { note: aNote({ note_id, passage, text }) } };
  });
}

function select(quote: string): void {
  const node = [...document.querySelectorAll('p')].at(0)!;
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    const at = text.data.indexOf(quote);
    if (at < 0) continue;
    getSelection()!.setBaseAndExtent(text, at, text, at + quote.length);
    document.dispatchEvent(new Event('selectionchange'));
    return;
  }
}

describe('LRN-05 notes on a lesson', () => {
  Range.prototype.getBoundingClientRect = () => ({ top: 100, bottom: 120, left: 10, right: 90 }) as DOMRect;
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;

  it('are found in the text as it reads, without our own headings', async () => {
    keepNotes([]);
    await showScreen(<Lesson />);
    expect(readVisibleText(screen.getByTestId('text')).text.trim().replaceAll(/\s+/g, ' ')).toBe(TEXT);
  });

  it('are created from a selected passage, once however often it is pressed', async () => {
    const sent = keepNotes([]);
    await showScreen(<Lesson />);
    select('Wind is worse than cold');
    const tools = await screen.findByRole('group', { name: 'Selected passage' });
    expect(within(tools).queryByRole('button', { name: 'Ask about this' })).toBeNull();
    const highlight = within(tools).getByRole('button', { name: 'Highlight' });
    fireEvent.click(highlight);
    fireEvent.click(highlight);
    await waitFor(() => expect(screen.queryByRole('group', { name: 'Selected passage' })).toBeNull());
    const posts = sent.filter(({ method }) => method === 'POST');
    expect(posts).toHaveLength(1);
    expect(posts[0]?.body).toMatchObject({
      lesson_id: 'l1',
      text: '',
      passage: { quote: 'Wind is worse than cold', suffix: expect.stringMatching(/^,sostand/) },
    });
    expect(await screen.findByText('Wind is worse than cold', { selector: 'blockquote' })).toBeTruthy();
  });

  it('that failed are resent as the same note', async () => {
    let isDown = true;
    const sent = stubServer(({ method, body }) => {
      if (method === 'GET') return { body: { notes: [], next: null, total: 0 } };
      return isDown ? problem('service.unavailable', 'Not now.') : { body: { note: aNote({ note_id: (body as Note).note_id }) } };
    });
    await showScreen(<Lesson />);
    select('behind a wall');
    fireEvent.click(await screen.findByRole('button', { name: 'Add note' }));
    fireEvent.change(screen.getByLabelText('Note on this passage'), { target: { value: 'Which wall?' } });
    const keep = () => fireEvent.click(screen.getByRole('button', { name: 'Save note' }));
    keep();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save note' }).getAttribute('aria-busy')).toBe('false'));
    isDown = false;
    keep();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save note' })).toBeNull());
    const ids = sent.filter(({ method }) => method === 'POST').map(({ body }) => (body as Note).note_id);
    expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
  });

  it('report a missing passage, come after the others, and offer a question where the mentor is available', async () => {
    const gone = {
      ...passageOf('Wind is worse')!,
      quote: 'The queen flies once in her life, and high',
      prefix: 'x'.repeat(32),
      suffix: 'y'.repeat(32),
    };
    keepNotes([
      aNote({ note_id: 'gone', passage: gone, text: 'Why?' }),
      aNote({ note_id: 'kept', passage: passageOf('A hive on a city'), text: 'Here' }),
    ]);
    const onAsk = vi.fn();
    await showScreen(<Lesson onAsk={onAsk} />);
    const panel = await screen.findByRole('region', { name: 'Notes' });
    await within(panel).findByText('This passage is no longer in the lesson.');
    await waitFor(() =>
      expect(
        within(panel)
          .getAllByRole('listitem')
          .map((item) => item.getAttribute('data-note')),
      ).toEqual(['kept', 'gone']),
    );
    expect(within(panel).getAllByRole('button', { name: /^Show in the text/ })).toHaveLength(1);
    select('worse than cold');
    fireEvent.click(await screen.findByRole('button', { name: 'Ask about this' }));
    expect(onAsk).toHaveBeenCalledWith('worse than cold');
  });
});

describe('the page of notes', () => {
  it('lists them with links to their lessons, and explains orphans', async () => {
    keepNotes([aNote(), aNote({ note_id: 'n2', text: 'Lost', standing: 'orphaned', lesson: null })]);
    await showScreen(<NotesView userId="u1" query="" onQuery={() => undefined} />);
    const link = await screen.findByRole('link', { name: '1.2 The roof' });
    expect(link.getAttribute('href')).toBe('/courses/c1/learn/0/1');
    expect(screen.getByText('This lesson is no longer in the course.')).toBeTruthy();
  });

  it('searches on the server, and says if nothing matches', async () => {
    const sent = stubServer(() => ({ body: { notes: [], next: null, total: 0 } }));
    await showScreen(<NotesView userId="u1" query="wax" onQuery={() => undefined} />);
    expect(await screen.findByText('No note matches')).toBeTruthy();
    expect(sent.map(({ path }) => path)).toEqual(['/api/notes?q=wax']);
  });

  it('is empty with a way to continue', async () => {
    keepNotes([]);
    await showScreen(<NotesView userId="u1" query="" onQuery={() => undefined} way={<a href="/next">Next lesson</a>} />);
    expect(await screen.findByText('No notes yet')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Next lesson' })).toBeTruthy();
  });
});
