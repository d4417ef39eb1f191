import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { t } from '#frontend/lib/text.ts';

interface NearPopupProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * The details of a clicked marker (LOC-04), below the map, so that they cover nothing. They take the focus, and Escape closes
 * them and gives it back.
 */
export function NearPopup({ title, onClose, children }: NearPopupProps) {
  const card = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const opener = useRef<Element | null>(null);
  useEffect(() => {
    if (!card.current?.contains(document.activeElement)) opener.current = document.activeElement;
    heading.current?.focus();
  }, [title]);
  const close = () => {
    onClose();
    if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus();
  };
  const onKeyDown = ({ key, target }: KeyboardEvent) => {
    // keys pressed in a dialog opened from here bubble through React's tree
    if (key === 'Escape' && target instanceof Node && card.current?.contains(target)) close();
  };
  return (
    <Card
      component="section"
      ref={card}
      aria-label={title}
      onKeyDown={onKeyDown}
      sx={{ display: 'grid', gap: 1, justifyItems: 'start', marginBlock: 1.5, padding: 2 }}
    >
      <Typography variant="h3" ref={heading} tabIndex={-1} dir="auto" sx={{ overflowWrap: 'anywhere' }}>
        {title}
      </Typography>
      {children}
      <Button color="inherit" size="small" onClick={close}>
        {t('Close')}
      </Button>
    </Card>
  );
}
