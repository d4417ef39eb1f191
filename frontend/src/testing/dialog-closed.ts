import { screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';

/**
 * Waits until no dialog is shown and the page behind the last one is accessible again. A fading dialog is already hidden, and so is the
 * page behind it, so that a button there is not found yet.
 * @param name of the dialog; without one, waits for all dialogs
 */
export async function dialogClosed(name?: string): Promise<void> {
  await waitFor(() => {
    expect(screen.queryByRole('dialog', { hidden: true, ...(name !== undefined && { name }) })).toBeNull();
    expect(document.querySelectorAll('body > [aria-hidden="true"]')).toHaveLength(0);
  });
}
