import type { ComponentProps } from 'react';
import type { DialogName } from '#frontend/lib/dialog-address.ts';
import { LinkButton } from '#frontend/ui/link.tsx';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Marks that the previous history entry is the screen below the dialog, so that closing goes back to it. */
    readonly isOverScreen?: boolean;
  }
}

interface DialogLinkProps extends Pick<
  ComponentProps<typeof LinkButton>,
  'variant' | 'color' | 'disabled' | 'sx' | 'children' | 'onClick' | 'aria-busy'
> {
  readonly dialog: DialogName;
}

/** Opens a dialog over the current screen, at its own URL (G43). */
export function DialogLink({ dialog, ...button }: DialogLinkProps) {
  return (
    <LinkButton
      {...button}
      to="."
      search={(old: object) => ({ ...old, dialog })}
      state={(old) => ({ ...old, isOverScreen: true })}
      resetScroll={false}
    />
  );
}
