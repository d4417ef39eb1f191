import { Suspense, useState, type ReactNode } from 'react';
import { t } from '#frontend/lib/text.ts';
import { MoreVertIcon } from '#frontend/ui/icons.tsx';
import IconButton from '@mui/material/IconButton';

interface OptionsButtonProps {
  /** Name of the item the options belong to. */
  readonly title: string;
  /** The menu; it may be loaded when it is first opened. */
  readonly children: (anchor: HTMLElement, onClose: () => void) => ReactNode;
}

/** A button that opens a menu with further actions on an item. */
export function OptionsButton({ title, children }: OptionsButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => {
    // Returns the focus here, even if the menu opened a dialog.
    anchor?.focus();
    setAnchor(null);
  };
  return (
    <>
      <IconButton
        aria-label={t('Options: {title}', { title })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <MoreVertIcon fontSize="small" aria-hidden />
      </IconButton>
      {anchor && <Suspense>{children(anchor, close)}</Suspense>}
    </>
  );
}
