import type { ReactNode } from 'react';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { HeroCard } from '#frontend/ui/cards/hero-card.tsx';
import { Illustration, type IllustrationName } from '#frontend/ui/illustrations/illustration.tsx';

/** The kinds of missing content, each with its picture. */
const PICTURES = {
  courses: 'shelf',
  firstCourse: 'first-course',
  notes: 'no-notes',
  languages: 'no-notes',
  messages: 'no-messages',
  people: 'no-people',
  classes: 'no-classes',
  organisation: 'no-organisation',
  places: 'no-places',
  videos: 'no-videos',
  practice: 'no-reviews',
  certificates: 'no-certificates',
  sales: 'no-sales',
  runs: 'no-runs',
  records: 'no-records',
  /** A work list: nothing is waiting. */
  done: 'all-done',
  /** A search or a filter that nothing matches. */
  search: 'no-results',
  /** Something that does not exist, or no longer does. */
  missing: 'not-found',
  /** Something that others can see. */
  locked: 'no-access',
} as const satisfies Readonly<Record<string, IllustrationName>>;

/** On the tint of a hero card: larger, and on a paper background. */
const Large = styled('div')(({ theme }) => ({
  paddingBlock: 16,
  '& > svg': { width: 180, height: 135 },
  [theme.breakpoints.up('md')]: { paddingBlock: 40, '& > svg': { width: 240, height: 180 } },
  '& > svg [data-fill="ground"]': { fill: theme.vars.palette.background.paper, opacity: 0.65 },
}));

interface EmptyStateProps {
  readonly subject: keyof typeof PICTURES;
  /**
   * Without a full stop, in consistent wording: 'No notes yet' if there never were any, 'No note matches' for a search, 'Nothing is waiting
   * for you' for a work list, 'Page not found' for a missing page.
   */
  readonly title: string;
  /** What will appear here, and how: one sentence. */
  readonly children?: ReactNode;
  /** One button. */
  readonly actions?: ReactNode;
  /** Nothing else is on the screen: the card is as large as a hero card. */
  readonly isScreen?: boolean;
}

/** The state of an empty list: says what will appear here, and offers the next action. */
export function EmptyState({ subject, title, children, actions, isScreen = false }: EmptyStateProps) {
  if (isScreen) {
    const picture = (
      <Large>
        <Illustration name={PICTURES[subject]} />
      </Large>
    );
    return <HeroCard picture={picture} title={title} line={children} actions={actions} />;
  }
  return (
    <Pictured illustration={PICTURES[subject]}>
      <Typography variant="h2">{title}</Typography>
      {children !== undefined && (
        <Typography component="div" color="textSecondary" sx={{ marginBlockStart: 0.5 }}>
          {children}
        </Typography>
      )}
      {actions !== undefined && (
        <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1.5, marginBlockStart: 2 }}>
          {actions}
        </Stack>
      )}
    </Pictured>
  );
}

interface PicturedProps {
  readonly illustration: IllustrationName;
  readonly role?: 'alert';
  readonly children: ReactNode;
}

/** Words beside a drawing, which is above them on a phone. */
export function Pictured({ illustration, role, children }: PicturedProps) {
  return (
    <Stack
      {...(role && { role })}
      direction={{ xs: 'column', sm: 'row' }}
      sx={{ alignItems: { sm: 'center' }, columnGap: 4, rowGap: 1, paddingBlock: 2 }}
    >
      <Illustration name={illustration} />
      <Box sx={{ minWidth: 0, maxWidth: '56ch' }}>{children}</Box>
    </Stack>
  );
}
