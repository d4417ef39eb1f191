import type { ReactNode, Ref } from 'react';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { t } from '#frontend/lib/text.ts';

const Block = styled('section')(({ theme }) => ({
  marginBlockEnd: 24,
  paddingInlineStart: 16,
  paddingBlock: 4,
  borderInlineStart: `3px solid ${theme.vars.palette.error.main}`,
  '& > h2': { ...theme.typography.h2, margin: '0 0 4px' },
  '& > p': { margin: '0 0 12px', maxWidth: '60ch' },
}));
const Acts = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 12, marginBlockEnd: 12 });

interface ConflictPanelProps {
  /** What was changed elsewhere. */
  readonly title: string;
  /** How that came about, and what becomes of either text. */
  readonly text: string;
  readonly onKeepMine: () => void;
  /** Caption of the other choice. */
  readonly theirs: string;
  readonly onTakeTheirs: () => void;
  /** Beside the two choices. */
  readonly acts?: ReactNode;
  /** What is compared. */
  readonly children?: ReactNode;
  readonly role?: 'alert';
  /** For a panel that takes the focus. */
  readonly headingRef?: Ref<HTMLHeadingElement>;
  readonly className?: string;
}

/** The same thing was saved elsewhere meanwhile: one of the two goes on. */
export function ConflictPanel(props: ConflictPanelProps) {
  const { title, text, onKeepMine, theirs, onTakeTheirs, acts, children, role, headingRef, className } = props;
  return (
    <Block aria-label={t('Changed elsewhere')} role={role} className={className}>
      <h2 ref={headingRef} tabIndex={headingRef ? -1 : undefined}>
        {title}
      </h2>
      <p>{text}</p>
      <Acts>
        <Button variant="outlined" color="inherit" onClick={onKeepMine}>
          {t('Keep mine')}
        </Button>
        <Button variant="outlined" color="inherit" onClick={onTakeTheirs}>
          {theirs}
        </Button>
        {acts}
      </Acts>
      {children}
    </Block>
  );
}
