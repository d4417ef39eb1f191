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

// lines of 66 characters in the middle of the column; `data-wide` marks elements that need more
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
  /** Navigation of the whole that the page is part of: a course's outline. Above the text, folded, on narrow screens. */
  readonly contents?: { readonly label: string; readonly list: ReactNode };
  /** Companion content: notes, the mentor, figures. Below the text on narrow screens. */
  readonly companion?: ReactNode;
  /** Standalone content other than running text takes the full width: a drawing, a scene. */
  readonly isWide?: boolean;
}

/** The frame of screens for reading: contents, text and companion side by side from 1,200 px on. */
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
