import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import TermsDialog from '#frontend/features/legal/terms-dialog.tsx';
import { getNotices } from '#frontend/lib/toast.ts';
import { showScreen } from '#frontend/testing/show-screen.tsx';

describe('HELP-03 the terms over a screen', () => {
  it('show all twelve sections; their links leave the screen behind unchanged', async () => {
    await showScreen(<TermsDialog onClose={vi.fn()} />);
    expect(screen.getByRole('dialog', { name: 'Terms and Conditions' })).toBeTruthy();
    expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(12);
    expect(screen.getByText('Last updated August 5, 2025')).toBeTruthy();
    const links = screen.getAllByRole<HTMLAnchorElement>('link');
    expect(links.map(({ target }) => target)).toEqual(links.map(() => '_blank'));
  });

  it('close without a message', async () => {
    const onClose = vi.fn();
    await showScreen(<TermsDialog onClose={onClose} />);
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(onClose).toHaveBeenCalledOnce();
    expect(getNotices()).toEqual([]);
  });

  it('confirm that they were read, and close', async () => {
    const onClose = vi.fn();
    await showScreen(<TermsDialog onClose={onClose} />);
    fireEvent.click(screen.getByRole('button', { name: 'I Understand and Agree' }));
    expect(onClose).toHaveBeenCalledOnce();
    expect(getNotices()[0]).toMatchObject({ kind: 'success', text: 'Terms acknowledged' });
  });
});
