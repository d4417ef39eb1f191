import type { ReactNode } from 'react';
import { styled, type CSSObject, type Theme } from '@mui/material/styles';

/**
 * solid = done, dashed = being written, amber = late, red = failed, grey = waiting. A word must say the same, because the line alone is not
 * accessible.
 */
export type MarginState = 'done' | 'writing' | 'delayed' | 'failed' | 'waiting';

/** The line at the start edge of an element, styled by its `data-state`. */
export const marginLine = ({ vars }: Theme): CSSObject => ({
  position: 'relative',
  '&::before': {
    content: '""',
    position: 'absolute',
    insetBlock: 0,
    insetInlineStart: 0,
    borderInlineStart: `3px solid ${vars.palette.line.waiting}`,
    transition: 'border-color 120ms ease-out',
  },
  '&[data-state="done"]::before': { borderColor: vars.palette.primary.main },
  '&[data-state="writing"]::before': { borderColor: vars.palette.secondary.main, borderInlineStartStyle: 'dashed' },
  '&[data-state="delayed"]::before': { borderColor: vars.palette.warning.main },
  '&[data-state="failed"]::before': { borderColor: vars.palette.error.main },
});

interface MarginRowProps {
  readonly state: MarginState;
  readonly children: ReactNode;
  /** The element of the row; a list of rows is `<ul>` with `as="li"`. */
  readonly as?: 'div' | 'li' | 'tr' | 'section' | 'article';
  /** Rows of 36 px for tables of the console and the studio; otherwise 52 px. */
  readonly isCompact?: boolean;
  readonly className?: string;
  readonly id?: string;
}

const Row = styled('div')(({ theme }) => ({
  ...marginLine(theme),
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '0 16px',
  minHeight: 52,
  paddingBlock: 8,
  paddingInlineStart: 19,
  paddingInlineEnd: 4,
  borderBlockEnd: `1px solid ${theme.vars.palette.line.hairline}`,
  listStyle: 'none',
  // the edge of the card serves as its rule
  '.MuiCard-root &:last-child': { borderBlockEnd: 0 },
  '&[data-compact]': { minHeight: 36, paddingBlock: 4 },
}));

/** A ruled row for outlines, jobs and lists; its margin line shows its state. */
export function MarginRow({ state, children, as = 'div', isCompact = false, className, id }: MarginRowProps) {
  return (
    <Row as={as} data-state={state} data-compact={isCompact || undefined} className={className} id={id}>
      {children}
    </Row>
  );
}

/** A list of such rows without bullets; `as="ol"` makes it an ordered list. */
export const Rows = styled('ul')({ listStyle: 'none', margin: 0, padding: 0 });
