import type { ReactNode } from 'react';
import Popover from '@mui/material/Popover';
import { textDirection } from '#frontend/lib/language.ts';

interface PanelProps {
  readonly label: string;
  readonly anchor: HTMLElement;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A small popover anchored to a button of the header. Escape and a click outside close it; the focus moves in and returns. */
export function Panel({ label, anchor, onClose, children }: PanelProps) {
  const end = textDirection() === 'rtl' ? 'left' : 'right';
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: end }}
      transformOrigin={{ vertical: 'top', horizontal: end }}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-label': label,
          variant: 'outlined',
          elevation: 0,
          sx: {
            width: 'min(360px, calc(100vw - 32px))',
            maxHeight: 'min(calc(100dvh - 88px), 760px)',
            padding: 2,
            boxSizing: 'border-box',
          },
        },
      }}
    >
      {children}
    </Popover>
  );
}
