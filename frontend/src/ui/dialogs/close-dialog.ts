import { useState } from 'react';

/** A click outside that comes sooner after opening belongs to the click that opened the dialog. */
const OPENING_MS = 400;

/**
 * Returns `onClose` of a dialog, for Escape and clicks outside. The second click of a double click on the opener does not count: it lands
 * outside and would close the new dialog at once.
 */
export function useDialogClose(onClose: () => void) {
  const [openedAt] = useState(() => performance.now());
  return (event: object, reason: 'backdropClick' | 'escapeKeyDown'): void => {
    const isSecondPress = (event as MouseEvent).detail > 1 || performance.now() - openedAt < OPENING_MS;
    if (reason === 'escapeKeyDown' || !isSecondPress) onClose();
  };
}
