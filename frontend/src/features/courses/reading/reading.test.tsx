import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ReadingPlace } from '#contract/progress/reading-place.contract.ts';
import { partly, showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { LessonTools } from './lesson-tools.tsx';
import { useLessonTurns } from './lesson-turns.ts';
import { goToPosition, readPosition, useReadingPlace } from './reading-place.ts';
import { readingStyle, setReadingPreference, useReadingPreferences } from './reading-preferences.ts';

afterEach(() => {
  document.documentElement.dir = '';
});

/** A lesson of ten blocks of 100 px, on a page scrolled to `top`. */
function layOut(): { root: HTMLElement; scroll: (top: number) => void } {
  let top = 0;
  document.body.innerHTML = `<div id="text">${'<p>Block</p>'.repeat(10)}</div>`;
  const root = document.querySelector<HTMLElement>('#text')!;
  [...root.children].forEach((block, at) => {
    block.getBoundingClientRect = () => ({ top: at * 100 - top, bottom: at * 100 + 100 - top, height: 100 }) as DOMRect;
  });
  const scroll = (to: number) => {
    top = to;
    vi.stubGlobal('scrollY', to);
    window.dispatchEvent(new Event('scroll'));
  };
  vi.stubGlobal('scrollTo', ({ top: to }: { top: number }) => scroll(to));
  scroll(0);
  return { root, scroll };
}

describe('LRN-01 the place in a lesson', () => {
  it('is a block and a fraction of it, found again in any layout', () => {
    const { root, scroll } = layOut();
    expect(readPosition(root)).toBe(0.96);
    scroll(354);
    expect(readPosition(root)).toBe(4.5);
    scroll(0);
    goToPosition(root, 7.25);
    expect(readPosition(root), 'from the beginning of its block').toBe(7);
  });

  it('is opened below the bar, with the heading above it and never in the middle of a line', () => {
    const { root, scroll } = layOut();
    const bar = document.createElement('header');
    bar.dataset['lessonBar'] = '';
    bar.getBoundingClientRect = () => ({ height: 120 }) as DOMRect;
    document.body.append(bar);
    const [heading, text] = root.querySelectorAll('p');
    const title = document.createElement('h3');
    title.getBoundingClientRect = heading!.getBoundingClientRect;
    heading!.replaceWith(title);
    scroll(0);
    goToPosition(root, 1.4);
    expect(title.getBoundingClientRect().top, 'the heading, a margin below the bar').toBe(136);
    const block = text!;
    const { top } = block.getBoundingClientRect();
    block.getBoundingClientRect = () => ({ top: top - 0, bottom: top + 2_000, height: 2_000 }) as DOMRect;
    block.style.lineHeight = '30px';
    const before = window.scrollY;
    goToPosition(root, 1.5);
    expect((window.scrollY - before - top + 136) % 30, 'a whole line').toBe(0);
    bar.remove();
  });

  function Reader({
    root,
    lessonId,
    stored,
    onSaved,
  }: {
    root: Element;
    lessonId: string;
    stored: ReadingPlace | null;
    onSaved: (place: ReadingPlace) => void;
  }) {
    useReadingPlace({ courseId: 'c', lessonId, root, stored, onSaved });
    return null;
  }

  it('is restored, and reported when reading pauses or ends', async () => {
    const { root, scroll } = layOut();
    const sent = stubServer(() => partly({ reading_place: {} }));
    const onSaved = vi.fn();
    const stored = { lesson_id: 'l1', position: 6.5, read_at: '2026-11-20T10:00:00.000Z' };
    const { unmount } = render(<Reader root={root} lessonId="l1" stored={stored} onSaved={onSaved} />);
    await waitFor(() => expect(readPosition(root)).toBe(6));
    // the position is held while the lesson grows, until the user scrolls
    fireEvent.wheel(document.body);
    scroll(700);
    expect(sent).toEqual([]);
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ method: 'PUT', path: '/api/courses/c/reading-place', body: { lesson_id: 'l1', position: 7.96 } });
    expect(onSaved).toHaveBeenCalledWith(expect.objectContaining({ lesson_id: 'l1', position: 7.96 }));
    scroll(304);
    unmount();
    await waitFor(() => expect(sent.at(-1)).toMatchObject({ body: { position: 4 } }));
  });

  it('of another lesson is its top, and the old one is reported at once', async () => {
    const { root } = layOut();
    const sent = stubServer(() => partly({ reading_place: {} }));
    const stored = { lesson_id: 'l1', position: 6.5, read_at: '2026-11-20T10:00:00.000Z' };
    const { unmount } = render(<Reader root={root} lessonId="l2" stored={stored} onSaved={vi.fn()} />);
    unmount();
    await waitFor(() => expect(sent.map(({ body }) => body)).toMatchObject([{ lesson_id: 'l2', position: 0.96 }]));
  });
});

describe('LRN-12 turning to the next lesson', () => {
  const onPrevious = vi.fn();
  const onNext = vi.fn();
  function Lesson() {
    useLessonTurns(document.body, { onPrevious, onNext });
    return (
      <>
        <p>Text</p>
        <input aria-label="Answer" />
      </>
    );
  }
  beforeEach(() => {
    render(<Lesson />);
  });
  const swipe = (from: number, to: number, down = 0) => {
    const text = screen.getByText('Text');
    fireEvent.touchStart(text, { touches: [{ clientX: from, clientY: 0 }] });
    fireEvent.touchEnd(text, { changedTouches: [{ clientX: to, clientY: down }] });
  };

  it('is done by arrows, the other way round where lines run from right to left', () => {
    fireEvent.keyDown(screen.getByText('Text'), { key: 'ArrowRight' });
    expect([onPrevious.mock.calls.length, onNext.mock.calls.length]).toEqual([0, 1]);
    document.documentElement.dir = 'rtl';
    fireEvent.keyDown(screen.getByText('Text'), { key: 'ArrowRight' });
    expect([onPrevious.mock.calls.length, onNext.mock.calls.length]).toEqual([1, 1]);
  });

  it('is not done by arrows in a field, nor with another key held', () => {
    fireEvent.keyDown(screen.getByLabelText('Answer'), { key: 'ArrowRight' });
    fireEvent.keyDown(screen.getByText('Text'), { key: 'ArrowLeft', altKey: true });
    expect([onPrevious, onNext].flatMap(({ mock }) => mock.calls)).toEqual([]);
  });

  it('is done by a swipe, not by scrolling or a short move', () => {
    swipe(300, 100);
    expect(onNext).toHaveBeenCalledOnce();
    swipe(100, 300);
    expect(onPrevious).toHaveBeenCalledOnce();
    swipe(300, 100, 200);
    swipe(300, 260);
    expect([onNext.mock.calls.length, onPrevious.mock.calls.length]).toEqual([1, 1]);
  });
});

describe('LRN-05 the layout of a lesson', () => {
  it('can be chosen by size, line length and spacing, and is stored in the browser', async () => {
    function Shown() {
      return <output data-testid="style">{JSON.stringify(readingStyle(useReadingPreferences()))}</output>;
    }
    await showScreen(
      <>
        <LessonTools root={null} language="en" />
        <Shown />
      </>,
    );
    const style = () => JSON.parse(screen.getByTestId('style').textContent ?? '') as Record<string, string>;
    expect(style()).toMatchObject({ '--reading-size': '1.0625rem', '--reading-measure': '66ch', '--reading-leading': '1.65' });
    fireEvent.click(screen.getByRole('button', { name: 'Reading options' }));
    fireEvent.click(await screen.findByLabelText('Very large'));
    fireEvent.click(screen.getByLabelText('Narrow'));
    fireEvent.click(screen.getByLabelText('Loose'));
    expect(style()).toMatchObject({ '--reading-size': '1.5rem', '--reading-measure': '48ch', '--reading-leading': '2' });
    expect(JSON.parse(localStorage.getItem('reading')!)).toEqual({ size: 'largest', measure: 'narrow', spacing: 'loose' });
    for (const [choice, value] of Object.entries({ size: 'medium', measure: 'medium', spacing: 'medium' } as const)) {
      setReadingPreference(choice as 'size', value);
    }
  });

  it('is read aloud sentence by sentence, by the voice of its language, until it is stopped', async () => {
    const spoken: { text: string; lang: string; end: () => void }[] = [];
    const onNext = vi.fn();
    class Utterance extends EventTarget {
      lang = '';
      readonly text: string;
      constructor(text: string) {
        super();
        this.text = text;
      }
    }
    vi.stubGlobal('SpeechSynthesisUtterance', Utterance);
    const speech = Object.assign(new EventTarget(), {
      getVoices: () => [{ lang: 'en-GB' }],
      cancel: () => undefined,
      speak: (one: Utterance) => spoken.push({ text: one.text, lang: one.lang, end: () => one.dispatchEvent(new Event('end')) }),
    });
    vi.stubGlobal('speechSynthesis', speech);
    const root = document.createElement('div');
    root.innerHTML = '<h2 data-unread="">Objectives</h2><p>Bees fly. They <b>land</b>.</p><p>Why?</p>';
    document.body.append(root);
    await showScreen(<LessonTools root={root} language="en" onNext={onNext} />);
    fireEvent.click(screen.getByRole('button', { name: 'Read aloud' }));
    await waitFor(() => expect(spoken.map(({ text, lang }) => [text, lang])).toEqual([['Bees fly.', 'en']]));
    spoken[0]!.end();
    await waitFor(() => expect(spoken.at(-1)?.text).toBe('They land.'));
    fireEvent.click(screen.getByRole('button', { name: 'Previous sentence' }));
    await waitFor(() => expect(spoken.at(-1)?.text).toBe('Bees fly.'));
    fireEvent.click(screen.getByRole('button', { name: 'Next paragraph' }));
    await waitFor(() => expect(spoken.at(-1)?.text).toBe('Why?'));
    expect(screen.getByRole('progressbar', { name: 'Reading progress' }).getAttribute('aria-valuenow')).toBe('67');
    // waits at the end: a press reads the next lesson (LRN-11)
    spoken.at(-1)!.end();
    await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next paragraph' }).disabled).toBe(true));
    expect(onNext).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: 'Read the next lesson' }));
    expect(onNext).toHaveBeenCalledOnce();
    fireEvent.click(screen.getByRole('button', { name: 'Stop reading aloud' }));
    expect(screen.queryByRole('group', { name: 'Reading aloud' })).toBeNull();
  });
});
