import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { showScreen } from '#frontend/testing/show-screen.tsx';
import { AskDialog } from './ask-dialog.tsx';
import { FormDialog } from './form-dialog.tsx';

let now = 0;
beforeEach(() => {
  now = 1_000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});

/** A click beside the dialog, with the browser's click count. */
function pressOutside(detail: number): void {
  const outside = screen.getByRole('dialog').parentElement!;
  fireEvent.mouseDown(outside);
  fireEvent.click(outside, { detail });
}

describe.each([
  [
    'a question',
    (onClose: () => void) => (
      <AskDialog title="Sure?" onClose={onClose} actions={null}>
        It goes.
      </AskDialog>
    ),
  ],
  [
    'a form',
    (onClose: () => void) => (
      <FormDialog title="Sure?" onClose={onClose} actions={null}>
        It goes.
      </FormDialog>
    ),
  ],
])('%s', (_, dialog) => {
  it('stays open if the second press of a double click lands outside, or a press comes with the opening', async () => {
    const onClose = vi.fn();
    await showScreen(dialog(onClose));
    pressOutside(1);
    now += 5_000;
    pressOutside(2);
    expect(onClose).not.toHaveBeenCalled();
    pressOutside(1);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('is closed by Escape at once', async () => {
    const onClose = vi.fn();
    await showScreen(dialog(onClose));
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    expect(onClose).toHaveBeenCalledOnce();
  });
});
