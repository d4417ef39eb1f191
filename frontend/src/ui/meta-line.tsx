import { isValidElement, type ReactNode } from 'react';
import { styled } from '@mui/material/styles';

/** Room of a separator, at the beginning of each fact. */
const DOT = '0.85em';
/** What stays in sight beside the first fact of a line: the outline of a link that has the focus, and none of the separator. */
const EDGE = '3px';

const Line = styled('span')({
  display: 'block',
  // separators at the beginning of a line lie outside, and are cut there
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
  // the separator is text, so that facts are read and copied apart; it has the room before the fact
  '& > span > span:first-of-type': {
    display: 'inline-block',
    width: DOT,
    marginInlineStart: `-${DOT}`,
    textAlign: 'center',
    whiteSpace: 'pre',
  },
});

/** What is said of something: a fact, or nothing where it does not apply. */
export type MetaFact = ReactNode;

const isSaid = (fact: MetaFact): boolean => fact !== null && fact !== undefined && fact !== false && fact !== '';

/**
 * Short facts beside each other, such as level, length and date: 'Beginner · 8 lessons · 1 h 44 min'. A fact is never broken as long as it has room
 * on a line, and no line begins or ends with a separator.
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
