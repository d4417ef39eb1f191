import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { t } from '#frontend/lib/text.ts';

const Card = styled('section')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 8,
  justifyItems: 'start',
  padding: '12px 16px',
  marginBlock: '8px 16px',
  background: theme.vars.palette.background.paper,
  border: `1px solid ${theme.vars.palette.line.control}`,
  borderInlineStart: `3px solid ${theme.vars.palette.primary.main}`,
  '& h3': { ...theme.typography.h3, margin: 0, overflowWrap: 'anywhere' },
}));

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
    <Card ref={card} aria-label={title} onKeyDown={onKeyDown}>
      <h3 ref={heading} tabIndex={-1} dir="auto">
        {title}
      </h3>
      {children}
      <Button color="inherit" size="small" onClick={close}>
        {t('Close')}
      </Button>
    </Card>
  );
}
