import { Children, createContext, useContext, useId, type ReactNode } from 'react';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import List from '@mui/material/List';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { SectionHeading } from './section-heading.tsx';

/** Width of the headings' column and the gap after it, where there is room for both. */
const HEADINGS = { column: '18rem', gap: 4 } as const;

/** For content without its own heading after the sections: it starts at the edge of their cards. */
export const BESIDE_HEADINGS = { marginInlineStart: { lg: `calc(${HEADINGS.column} + ${HEADINGS.gap * 8}px)` } } as const;

interface DeskSectionProps {
  readonly title: ReactNode;
  /** A word or link at the end of the heading's line. */
  readonly aside?: ReactNode;
  /** What the section is about, below the heading. */
  readonly about?: ReactNode;
  /** `Entry`s across the full width of the card, before its content. */
  readonly entries?: ReactNode;
  /** Anchor for links to this section. */
  readonly id?: string;
  /** The content consists of cards. */
  readonly isBare?: boolean;
  readonly children?: ReactNode;
}

/**
 * A part of a desk: its heading and what it is about, and beside them a card with its controls; below them on narrow screens. In a `DeskGroup`
 * it is a row of the group's card.
 */
export function DeskSection(props: DeskSectionProps) {
  return useContext(IsRow) ? <DeskRow {...props} /> : <DeskPart {...props} />;
}

function DeskPart({ title, aside, about, entries, id, isBare = false, children }: DeskSectionProps) {
  const headingId = useId();
  return (
    <Box
      component="section"
      id={id}
      aria-labelledby={headingId}
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: `${HEADINGS.column} minmax(0, 1fr)` },
        gap: { xs: 1, lg: HEADINGS.gap },
        alignItems: 'start',
        marginBlockEnd: 4.5,
      }}
    >
      <div>
        <SectionHeading id={headingId} aside={aside}>
          {title}
        </SectionHeading>
        {about !== undefined && (
          <Typography component="div" variant="body2" color="textSecondary">
            {about}
          </Typography>
        )}
      </div>
      {isBare ? (
        <div>{children}</div>
      ) : (
        <Card>
          {entries && <List disablePadding>{entries}</List>}
          {children && (
            // a part that shows nothing now leaves no gap
            <CardContent sx={{ '&:has(> :empty)': { display: 'none' } }}>
              <Stack sx={{ gap: 2, alignItems: 'flex-start', '& > :not(a, button)': { width: '100%' }, '& > form': { maxWidth: 640 } }}>
                {children}
              </Stack>
            </CardContent>
          )}
        </Card>
      )}
    </Box>
  );
}

const IsRow = createContext(false);

/** Sections of which most have one control, as the rows of one card: a card for each would be nearly empty. */
export function DeskGroup({ children }: { readonly children: ReactNode }) {
  return (
    <Card
      sx={{
        marginBlockEnd: 3,
        '& > section + section': { borderBlockStart: '1px solid', borderColor: 'line.hairline' },
        // of its sections none may have anything to show
        '&:not(:has(> section))': { display: 'none' },
      }}
    >
      <IsRow value>{children}</IsRow>
    </Card>
  );
}

/** A section as a row: its control stands at the end of its words, below them on narrow screens; a list below both. */
function DeskRow({ title, aside, about, entries, id, children }: DeskSectionProps) {
  const headingId = useId();
  return (
    <Box component="section" id={id} aria-labelledby={headingId}>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 26rem' },
          gap: { xs: 1.5, lg: 4 },
          alignItems: 'start',
          padding: '18px 20px',
        }}
      >
        <Box sx={{ maxWidth: '60ch' }}>
          <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'baseline', gap: '0 12px' }}>
            <Typography component="h2" variant="subtitle1" id={headingId}>
              {title}
            </Typography>
            {aside !== undefined && (
              <Typography component="span" variant="body2" color="textSecondary">
                {aside}
              </Typography>
            )}
          </Stack>
          {about !== undefined && (
            <Typography component="div" variant="body2" color="textSecondary">
              {about}
            </Typography>
          )}
        </Box>
        {children && (
          <Stack
            sx={{
              gap: 2,
              // what shows nothing now leaves no empty room
              '&:has(> :empty)': { display: 'none' },
              '& > a, & > button': { alignSelf: { xs: 'flex-start', lg: 'flex-end' } },
            }}
          >
            {children}
          </Stack>
        )}
      </Box>
      {Children.count(entries) > 0 && <List disablePadding>{entries}</List>}
    </Box>
  );
}
