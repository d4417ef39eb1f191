import type { ReactNode } from 'react';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import useMediaQuery from '@mui/material/useMediaQuery';
import { styled } from '@mui/material/styles';
import { COLUMNS_FROM_PX, READING_MEASURE } from '#frontend/theme/tokens.ts';
import { ExpandMoreIcon } from '#frontend/ui/icons.tsx';
import { FrameBox, FrameColumns, SideColumn } from './frame-box.tsx';
import { FrameHead, type FrameProps } from './frame-head.tsx';

// running text of 66 characters, in the middle of its column; `data-wide` marks what needs more
const Text = styled('div')({
  minWidth: 0,
  '[data-columns^="contents"] > &, [data-columns="main"] > &:not([data-wide], :has([data-wide]))': {
    boxSizing: 'border-box',
    width: '100%',
    maxWidth: `var(--reading-width, ${READING_MEASURE})`,
    marginInline: 'auto',
  },
});

interface PageFrameProps extends FrameProps {
  /** What the page is part of, with where one is: a course's outline. Above the text, folded, on narrow screens. */
  readonly contents?: { readonly label: string; readonly list: ReactNode };
  /** What belongs to the text: notes, the mentor, figures. Below the text on narrow screens. */
  readonly companion?: ReactNode;
  /** What stands alone and is no running text has the whole width: a drawing, a scene. */
  readonly isWide?: boolean;
}

/** The frame of screens that are read: contents, text and companion from 1,200 px on. */
export function PageFrame({ contents, companion, isWide = false, children, ...head }: PageFrameProps) {
  const hasColumns = useMediaQuery(`(min-width: ${COLUMNS_FROM_PX}px)`, { noSsr: true });
  const columns = [contents && 'contents', 'main', companion !== undefined && 'companion'].filter(Boolean).join(' ');
  const text = (
    <Text data-wide={isWide ? '' : undefined}>
      <FrameHead {...head} />
      {children}
    </Text>
  );
  return (
    <FrameBox data-frame="page">
      <FrameColumns data-columns={columns}>
        {contents &&
          (hasColumns ? (
            <SideColumn as="nav" aria-label={contents.label}>
              {contents.list}
            </SideColumn>
          ) : (
            <Accordion>
              <AccordionSummary expandIcon={<ExpandMoreIcon />}>{contents.label}</AccordionSummary>
              <AccordionDetails>{contents.list}</AccordionDetails>
            </Accordion>
          ))}
        {text}
        {companion !== undefined && <SideColumn as="aside">{companion}</SideColumn>}
      </FrameColumns>
    </FrameBox>
  );
}
