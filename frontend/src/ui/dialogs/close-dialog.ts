import { useState } from 'react';

/** A press outside sooner after the opening than this is still the one that opened it. */
const OPENING_MS = 400;

/**
 * `onClose` of a dialog: Escape and a press outside close it. The second press of a double click on what opened it is none: it lands outside,
 * and would dismiss at once what has just been asked.
 */
export function useDialogClose(onClose: () => void) {
  const [openedAt] = useState(() => performance.now());
  return (event: object, reason: 'backdropClick' | 'escapeKeyDown'): void => {
    const isSecondPress = (event as MouseEvent).detail > 1 || performance.now() - openedAt < OPENING_MS;
    if (reason === 'escapeKeyDown' || !isSecondPress) onClose();
  };
}
