import type { ReactNode } from 'react';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { HeroCard } from '#frontend/ui/cards/hero-card.tsx';
import { Illustration, type IllustrationName } from '#frontend/ui/illustrations/illustration.tsx';

/** What is missing, each with its one picture. */
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
  /** A list that is worked off: nothing is waiting. */
  done: 'all-done',
  /** A search or a filter that nothing matches. */
  search: 'no-results',
  /** Something that is not, or no longer, there. */
  missing: 'not-found',
  /** Something that others may see. */
  locked: 'no-access',
} as const satisfies Readonly<Record<string, IllustrationName>>;

/** On the tint of a hero card: larger, and on a ground of paper. */
const Large = styled('div')(({ theme }) => ({
  paddingBlock: 16,
  '& > svg': { width: 180, height: 135 },
  [theme.breakpoints.up('md')]: { paddingBlock: 40, '& > svg': { width: 240, height: 180 } },
  '& > svg [data-fill="ground"]': { fill: theme.vars.palette.background.paper, opacity: 0.65 },
}));

interface EmptyStateProps {
  readonly subject: keyof typeof PICTURES;
  /**
   * Without a full stop, in one voice: 'No notes yet' of what never was, 'No note matches' of a search, 'Nothing is waiting for you' of what is worked
   * off, 'Page not found' of what is gone.
   */
  readonly title: string;
  /** What will appear here, and how: one sentence. */
  readonly children?: ReactNode;
  /** One button. */
  readonly actions?: ReactNode;
  /** Nothing else is on the screen: a card as large as what is next on other screens. */
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

/** Words beside a drawing; below it on a phone. */
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
