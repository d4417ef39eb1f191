import { lazy, Suspense, useState } from 'react';
import { styled } from '@mui/material/styles';
import type { Citation } from '#contract/courses/citation.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { FONTS } from '#frontend/theme/tokens.ts';

const PassageDialog = lazy(() => import('./passage-dialog.tsx'));

const Mark = styled('button')(({ theme }) => ({
  font: 'inherit',
  fontFamily: FONTS.ui,
  fontSize: '0.75em',
  lineHeight: 1,
  fontWeight: 600,
  // a touch target as large as a fingertip, without increasing the line height
  position: 'relative',
  marginInline: '0.2em 0',
  padding: '0.2em 0.45em',
  verticalAlign: '0.3em',
  border: `1px solid ${theme.vars.palette.primary.main}`,
  borderRadius: 2,
  background: 'none',
  color: theme.vars.palette.primary.main,
  cursor: 'pointer',
  '&::after': { content: '""', position: 'absolute', inset: '-10px -6px' },
  '&:hover': { backgroundColor: theme.vars.palette.background.sunken },
  '&[data-state="unchecked"]': { borderStyle: 'dashed' },
  '&[data-state="unsupported"], &[data-state="not_found"]': {
    verticalAlign: 'baseline',
    borderColor: theme.vars.palette.warning.main,
    color: theme.vars.palette.text.secondary,
  },
}));

/** Whether the sources support it, or at least contain it. */
const isFromSources = ({ state }: Citation): boolean => state === 'supported' || state === 'unchecked';

/** The mark of a citation within a lesson: a click opens its passage. */
export function CitationMark({ citation }: { readonly citation: Citation }) {
  const [isOpen, setOpen] = useState(false);
  const { marker, state, passage } = citation;
  const isFrom = isFromSources(citation);
  return (
    <>
      <Mark
        type="button"
        data-unread=""
        data-state={state}
        aria-haspopup="dialog"
        aria-label={isFrom ? t('Citation {n}: {source}', { n: marker, source: passage?.source_name ?? '' }) : undefined}
        onClick={() => setOpen(true)}
      >
        {isFrom ? marker : t('not from your sources')}
      </Mark>
      <Suspense>{isOpen && <PassageDialog citation={citation} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
