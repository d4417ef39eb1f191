import { Suspense, useState, type ReactNode } from 'react';
import MoreIcon from '@mui/icons-material/MoreVertOutlined';
import { t } from '#frontend/lib/text.ts';
import { IconButton } from './icon-button.tsx';

interface OptionsButtonProps {
  /** What the options are of. */
  readonly title: string;
  /** The menu, which may be one that is fetched when it is first opened. */
  readonly children: (anchor: HTMLElement, onClose: () => void) => ReactNode;
}

/** Opens a menu of what else can be done with something. */
export function OptionsButton({ title, children }: OptionsButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => {
    // Focus comes back here, also when the menu has made way for a dialog.
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
        <MoreIcon fontSize="small" aria-hidden />
      </IconButton>
      {anchor && <Suspense>{children(anchor, close)}</Suspense>}
    </>
  );
}
