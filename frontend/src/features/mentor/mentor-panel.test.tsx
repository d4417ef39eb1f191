import { useState } from 'react';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { dialogClosed } from '#frontend/testing/dialog-closed.ts';
import { showScreen } from '#frontend/testing/show-screen.tsx';
import { MentorPanel } from './mentor-panel.tsx';

const onClose = vi.fn();

/** A lesson whose button opens the mentor. */
function Lesson({ isSheet }: { readonly isSheet: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const [height, setHeight] = useState<'half' | 'whole'>('half');
  const close = () => {
    onClose();
    setOpen(false);
  };
  return (
    <>
      <button onClick={() => setOpen(true)}>Ask</button>
      {isOpen && (
        <MentorPanel knows="knows 2.2" sheet={isSheet ? height : null} onSheet={setHeight} sessionId="s1" onClose={close}>
          <textarea aria-label="Your question" />
        </MentorPanel>
      )}
    </>
  );
}

async function openIt(isSheet: boolean): Promise<void> {
  await showScreen(<Lesson isSheet={isSheet} />);
  screen.getByRole('button', { name: 'Ask' }).focus();
  fireEvent.click(screen.getByRole('button', { name: 'Ask' }));
}

describe('the mentor of a lesson', () => {
  it('beside it links to its own page with the conversation', async () => {
    await openIt(false);
    const panel = await screen.findByRole('region', { name: 'AI Mentor' });
    expect(panel.textContent).toContain('knows 2.2');
    expect(screen.getByRole('link', { name: 'Open AI Mentor' }).getAttribute('href')).toBe('/mentor?session=s1');
  });

  it('as a sheet has two heights, and is modal only when it covers the lesson', async () => {
    await openIt(true);
    const sheet = await screen.findByRole('dialog', { name: 'AI Mentor' });
    expect(sheet.getAttribute('aria-modal')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Expand' }));
    expect(sheet.getAttribute('aria-modal')).toBe('true');
    // the focus stays in the sheet that covers the lesson
    screen.getByLabelText('Your question').focus();
    fireEvent.keyDown(screen.getByLabelText('Your question'), { key: 'Tab' });
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Shrink' }));
    fireEvent.keyDown(document.activeElement!, { key: 'Tab', shiftKey: true });
    expect(document.activeElement).toBe(screen.getByLabelText('Your question'));
    fireEvent.click(screen.getByRole('button', { name: 'Shrink' }));
    expect(sheet.getAttribute('aria-modal')).toBeNull();
  });

  it('is closed by Escape even if the focused element in it was disabled', async () => {
    onClose.mockClear();
    await openIt(true);
    await screen.findByRole('dialog', { name: 'AI Mentor' });
    (document.activeElement as HTMLElement).blur();
    fireEvent.keyDown(document.body, { key: 'Escape' });
    await dialogClosed();
    expect(onClose).toHaveBeenCalledOnce();
  });

  it.each([false, true])('takes the focus, and returns it when Escape closes it (sheet: %s)', async (isSheet) => {
    await openIt(isSheet);
    const panel = await screen.findByRole(isSheet ? 'dialog' : 'region', { name: 'AI Mentor' });
    expect(panel.contains(document.activeElement)).toBe(true);
    fireEvent.keyDown(document.activeElement!, { key: 'Escape' });
    expect(onClose).toHaveBeenCalled();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Ask' })));
  });

  it('follows a finger: up to its full height, down to half, and down again to close it', async () => {
    await openIt(true);
    const head = (await screen.findByRole('dialog', { name: 'AI Mentor' })).querySelector('header')!;
    const pull = (from: number, to: number) => {
      fireEvent.touchStart(head, { touches: [{ clientY: from }] });
      fireEvent.touchEnd(head, { changedTouches: [{ clientY: to }] });
    };
    pull(500, 300);
    screen.getByRole('button', { name: 'Shrink' });
    pull(100, 120);
    screen.getByRole('button', { name: 'Shrink' });
    pull(100, 300);
    screen.getByRole('button', { name: 'Expand' });
    pull(300, 500);
    await dialogClosed('AI Mentor');
  });
});
