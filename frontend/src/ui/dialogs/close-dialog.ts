import { useState } from 'react';

/** A click outside sooner than this after opening belongs to the click that opened the dialog. */
const OPENING_MS = 400;

/**
 * Returns the `onClose` of a dialog, for Escape and clicks outside. It ignores the second click of a double click on the opener, which
 * lands outside and would close the new dialog at once.
 */
export function useDialogClose(onClose: () => void) {
  const [openedAt] = useState(() => performance.now());
  return (event: object, reason: 'backdropClick' | 'escapeKeyDown'): void => {
    const isSecondPress = (event as MouseEvent).detail > 1 || performance.now() - openedAt < OPENING_MS;
    if (reason === 'escapeKeyDown' || !isSecondPress) onClose();
  };
}
