import type { ReactNode, Ref } from 'react';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
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
interface ConflictPanelProps {
  /** What was changed elsewhere. */
  readonly title: string;
  /** How the conflict arose, and what happens to each text. */
  readonly text: string;
  readonly onKeepMine: () => void;
  /** Caption of the other choice. */
  readonly theirs: string;
  readonly onTakeTheirs: () => void;
  /** Further actions beside the two choices. */
  readonly acts?: ReactNode;
  /** The two versions, for comparison. */
  readonly children?: ReactNode;
  readonly role?: 'alert';
  /** For moving the focus to the panel. */
  readonly headingRef?: Ref<HTMLHeadingElement>;
  readonly className?: string;
}

/** Shown when the same content was saved elsewhere in the meantime: the user keeps one of the two versions. */
export function ConflictPanel(props: ConflictPanelProps) {
  const { title, text, onKeepMine, theirs, onTakeTheirs, acts, children, role, headingRef, className } = props;
  return (
    <Block aria-label={t('Changed elsewhere')} role={role} className={className}>
      <h2 ref={headingRef} tabIndex={headingRef ? -1 : undefined}>
        {title}
      </h2>
      <p>{text}</p>
      <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1.5, marginBlockEnd: 1.5 }}>
        <Button variant="outlined" color="inherit" onClick={onKeepMine}>
          {t('Keep my version')}
        </Button>
        <Button variant="outlined" color="inherit" onClick={onTakeTheirs}>
          {theirs}
        </Button>
        {acts}
      </Stack>
      {children}
    </Block>
  );
}
