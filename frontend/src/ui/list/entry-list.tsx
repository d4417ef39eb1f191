import type { ReactNode, Ref } from 'react';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { Figure } from '#frontend/ui/figure.tsx';

interface EntryListProps {
  /** `ol` if the order matters. */
  readonly component?: 'ul' | 'ol';
  /** Receives the element whose children are the entries. */
  readonly ref?: Ref<HTMLUListElement & HTMLOListElement>;
  /** Without space above and below. */
  readonly isFlush?: boolean;
  readonly 'aria-label'?: string;
  readonly 'aria-busy'?: boolean;
  readonly children: ReactNode;
}

/** A card of entries, each with its text and actions. Its children are `Entry`s. */
export function EntryList({ component = 'ul', isFlush = false, ...list }: EntryListProps) {
  return (
    <Card sx={{ marginBlock: isFlush ? 0 : 2 }}>
      <List component={component} disablePadding {...list} />
    </Card>
  );
}

const Row = styled(ListItem)(({ theme }) => ({
  flexWrap: 'wrap',
  gap: '6px 16px',
  paddingBlock: 12,
  overflowWrap: 'anywhere',
  borderInlineStart: '3px solid transparent',
  '&:last-child': { borderBlockEnd: 0 },
  '&[data-mark="new"]': { borderInlineStartColor: theme.vars.palette.primary.main },
  '&[data-mark="attention"]': { borderInlineStartColor: theme.vars.palette.warning.main },
  '&[data-mark="failed"]': { borderInlineStartColor: theme.vars.palette.error.main },
}));

const PHONE = '@media (width < 600px)';
const UNDER_WORDS = { '& > .MuiButton-text:first-of-type': { marginInlineStart: '-8px' } } as const;
// under a picture they would look like part of it
const AT_END = { marginInlineStart: 'auto' } as const;

interface EntryProps {
  readonly title: ReactNode;
  /** Lines below the title. */
  readonly lines?: readonly ReactNode[];
  /** An avatar or an icon before the text. */
  readonly picture?: ReactNode;
  /** A rule at its start for entries that are new or the reader's own, await a decision, or have failed. A line must say it too. */
  readonly mark?: 'new' | 'attention' | 'failed' | undefined;
  /** A short figure at the end of the text's line, also on a phone: points, a price. */
  readonly figure?: ReactNode;
  /** At the end of the row. Below the text if there is no room, including when the row has a picture at its end. */
  readonly actions?: ReactNode;
  /** Below the text, at full width. */
  readonly children?: ReactNode;
}

/** One entry of an `EntryList`. */
export function Entry({ title, lines, picture, mark, figure, actions, children }: EntryProps) {
  return (
    <Row divider data-entry data-mark={mark}>
      {picture}
      <Box sx={{ flex: figure === undefined ? '1 1 14rem' : '1 1 6rem', minWidth: 0 }}>
        <Typography component="div" variant="subtitle1">
          {title}
        </Typography>
        {lines?.map((line, index) => (
          // keeps the order of the entry's lines
          <Typography key={index} component="div" variant="body2" color="textSecondary" dir="auto">
            {line}
          </Typography>
        ))}
      </Box>
      {figure !== undefined && (
        // the figures of a list stand below each other, whatever can be done with each
        <Box sx={{ order: { sm: 1 } }}>
          <Figure>{figure}</Figure>
        </Box>
      )}
      {actions && (
        // kept together; when below the text, the first button's caption is aligned with it
        <Stack
          direction="row"
          useFlexGap
          sx={{
            flexWrap: 'wrap',
            alignItems: 'center',
            gap: '4px 8px',
            [PHONE]: { ...(picture === undefined ? UNDER_WORDS : AT_END), ...(figure !== undefined && { flexBasis: '100%' }) },
          }}
        >
          {actions}
        </Stack>
      )}
      {children !== undefined && <Box sx={{ flexBasis: '100%', minWidth: 0, order: { sm: 2 } }}>{children}</Box>}
    </Row>
  );
}
