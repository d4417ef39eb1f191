import { isValidElement, type ReactNode } from 'react';
import { styled } from '@mui/material/styles';

/** Width of a separator, at the beginning of each fact. */
const DOT = '0.85em';
/** Visible margin before the first fact of a line: enough for the focus outline of a link, too little to show a separator. */
const EDGE = '3px';

const Line = styled('span')({
  display: 'block',
  // separators at the beginning of a line lie outside the box and are clipped
  overflowX: 'clip',
  marginInlineStart: `-${EDGE}`,
  paddingInlineStart: EDGE,
});
const Facts = styled('span')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  marginInlineStart: `-${DOT}`,
  '& > span': { maxWidth: '100%', paddingInlineStart: DOT, boxSizing: 'border-box', overflowWrap: 'anywhere' },
  // the separator is text, so that facts are read and copied separately; it uses the space before the fact
  '& > span > span:first-of-type': {
    display: 'inline-block',
    width: DOT,
    marginInlineStart: `-${DOT}`,
    textAlign: 'center',
    whiteSpace: 'pre',
  },
});

/** A fact; empty values are left out. */
export type MetaFact = ReactNode;

const isSaid = (fact: MetaFact): boolean => fact !== null && fact !== undefined && fact !== false && fact !== '';

/**
 * Short facts beside each other, such as level, length and date: 'Beginner · 8 lessons · 1 h 44 min'. A fact that fits on a line is never
 * broken, and no line begins or ends with a separator.
 */
export function MetaLine({ facts }: { readonly facts: readonly MetaFact[] }) {
  return (
    <Line>
      <Facts data-facts="">
        {facts.filter(isSaid).map((fact, at) => (
          <span key={isValidElement(fact) && fact.key !== null ? fact.key : at}>
            <span>{at === 0 ? '' : ' · '}</span>
            {fact}
          </span>
        ))}
      </Facts>
    </Line>
  );
}
