import { screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';

/**
 * Waits until no dialog is shown and the page behind the last one is there again. While a dialog fades, it is hidden already, and so is what is behind
 * it: a button there is not found yet. @param name of the dialog; without one: of all
 */
export async function dialogClosed(name?: string): Promise<void> {
  await waitFor(() => {
    expect(screen.queryByRole('dialog', { hidden: true, ...(name !== undefined && { name }) })).toBeNull();
    expect(document.querySelectorAll('body > [aria-hidden="true"]')).toHaveLength(0);
  });
}
