import { styled } from '@mui/material/styles';
import { TYPE_SCALE } from '#frontend/theme/tokens.ts';

const Strip = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 12rem), 1fr))',
  gap: '16px 32px',
  margin: '0 0 20px',
  paddingBlock: '12px 16px',
  borderBlockStart: `2px solid ${theme.vars.palette.text.primary}`,
  borderBlockEnd: `1px solid ${theme.vars.palette.line.hairline}`,
  '& dt': { fontSize: TYPE_SCALE.body, color: theme.vars.palette.text.secondary },
  '& dd': { margin: 0 },
  '&[data-compact]': {
    [theme.breakpoints.down('sm')]: { gap: '12px 16px', gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 8.5rem), 1fr))' },
  },
}));
const Figure = styled('dd')({ fontSize: '1.5rem', fontWeight: 650, lineHeight: 1.3 });
const Note = styled('dd')(({ theme }) => ({ fontSize: TYPE_SCALE.body, color: theme.vars.palette.text.secondary }));

/** One figure at the top of a page. */
export interface Fact {
  readonly name: string;
  readonly figure: string;
  readonly note?: string;
}

interface FactStripProps {
  readonly facts: readonly Fact[];
  /** Two per row on a phone. */
  readonly isCompact?: boolean;
}

/** Figures under one rule, each with its name and meaning. */
export function FactStrip({ facts, isCompact = false }: FactStripProps) {
  return (
    <Strip data-compact={isCompact || undefined}>
      {facts.map(({ name, figure, note }) => (
        <div key={name}>
          <dt>{name}</dt>
          <Figure>{figure}</Figure>
          {note !== undefined && <Note>{note}</Note>}
        </div>
      ))}
    </Strip>
  );
}
