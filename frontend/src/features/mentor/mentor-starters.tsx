import type { ReactNode } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton, { type ListItemButtonProps } from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import { createLink } from '@tanstack/react-router';
import { t } from '#frontend/lib/text.ts';
import { ExploreIcon, NavigateNextIcon, RefreshIcon, VisibilityIcon } from '#frontend/ui/feature-icons.tsx';
import { LanguageIcon, LibraryBooksIcon, type Icon } from '#frontend/ui/icons.tsx';
import { Illustration } from '#frontend/ui/illustrations/illustration.tsx';
import type { QuestionContext } from './use-mentor-chat.ts';

const ReviewRow = createLink((props: ListItemButtonProps<'a'>) => <ListItemButton component="a" {...props} />);

/** A question about another lesson of the user, with its course. */
export interface OtherQuestion {
  readonly words: string;
  readonly course: string;
  readonly about: QuestionContext;
}

interface MentorStartersProps {
  /** Beside a lesson or over it, where there is only room for the text. */
  readonly isNarrow: boolean;
  /** The lesson the mentor knows; null without one. */
  readonly about: { readonly hasPassage: boolean; readonly card?: ReactNode } | null;
  readonly onForget: () => void;
  /** Starts a tutor session. */
  readonly isTutor: boolean;
  /** Questions about the lessons of other courses. */
  readonly others: readonly OtherQuestion[];
  /** Number of questions and cards to review today. */
  readonly due: number;
  /** Asks a question about the given lesson, by default the one that the mentor knows. */
  readonly onPick: (words: string, about?: QuestionContext) => void;
  readonly onTutor: () => void;
}

interface Starter {
  readonly icon: Icon;
  readonly words: string;
  readonly note: string;
  readonly onPress: () => void;
}

/** The content of an empty conversation: what the mentor knows, and questions that suit any lesson or passage. A press asks one. */
export function MentorStarters({ isNarrow, about, onForget, isTutor, others, due, onPick, onTutor }: MentorStartersProps) {
  const asks = (icon: Icon, words: string, note: string): Starter => ({ icon, words, note, onPress: () => onPick(words) });
  const starters: readonly Starter[] =
    about === null || isTutor
      ? []
      : [
          asks(
            VisibilityIcon,
            about.hasPassage ? t('Explain this passage in simpler words') : t('Explain this lesson in simpler words'),
            t('The way you would explain it to a friend'),
          ),
          asks(LanguageIcon, t('Give me an example from everyday life'), t('From outside the subject')),
          asks(LibraryBooksIcon, t('Ask me three questions about it'), t('Tell me where I went wrong')),
          { icon: ExploreIcon, words: t('Start a Vortex session'), note: t('One lesson, led by questions'), onPress: onTutor },
        ];
  const rows: readonly Starter[] = isTutor
    ? starters
    : [
        ...starters,
        ...others.map(({ words, course, about: lesson }) => ({
          icon: LibraryBooksIcon,
          words,
          note: course,
          onPress: () => onPick(words, lesson),
        })),
      ];
  return (
    <Box sx={{ maxWidth: 680, marginInline: 'auto', paddingBlockStart: isNarrow ? 0 : { xs: 1, md: 2 } }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: '8px 24px', flexWrap: { xs: 'wrap', sm: 'nowrap' } }}>
        {/* on a phone the questions are the first view */}
        {!isNarrow && (
          <Box sx={{ display: { xs: 'none', sm: 'block' } }}>
            <Illustration name="no-messages" />
          </Box>
        )}
        <Box sx={{ minWidth: 0 }}>
          <Typography variant={isNarrow ? 'h3' : 'h2'} component={isNarrow ? 'h3' : 'h2'}>
            {isTutor ? t('Start with what you know') : t('What would you like to work on?')}
          </Typography>
          <Typography color="textSecondary" variant={isNarrow ? 'body2' : 'body1'} sx={{ marginBlockStart: 0.5 }}>
            {isTutor
              ? t(
                  'Say what you know about this lesson, or that it is all new. The tutor leads you through it with questions, one step at a time.',
                )
              : about
                ? t('The mentor knows the lesson and your notes on it. It quotes the course, and says when it is not sure.')
                : t('Ask anything you want to understand. Opened beside a lesson, the mentor reads it with you.')}
          </Typography>
        </Box>
      </Box>
      {about?.card !== undefined && (
        <Card sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 12px', marginBlockStart: 2.5, padding: 1.25 }}>
          {about.card}
          <Button color="inherit" size="small" sx={{ flex: 'none', marginInlineStart: 'auto' }} onClick={onForget}>
            {t('Ask without the lesson')}
          </Button>
        </Card>
      )}
      {rows.length + due > 0 && (
        <List disablePadding sx={{ marginBlockStart: 2, borderBlockStart: '1px solid', borderColor: 'line.hairline' }}>
          {rows.map(({ icon: Icon, words, note, onPress }) => (
            <ListItem key={words} divider disablePadding>
              <ListItemButton onClick={onPress} sx={{ gap: 1.5, paddingInline: 1 }}>
                <Icon aria-hidden color="primary" fontSize="small" />
                <ListItemText
                  primary={words}
                  secondary={isNarrow ? undefined : note}
                  slotProps={{ primary: { sx: { fontWeight: 650 } } }}
                  sx={{
                    display: 'flex',
                    flexWrap: 'wrap',
                    alignItems: 'baseline',
                    gap: '0 12px',
                  }}
                />
                <NavigateNextIcon aria-hidden fontSize="small" sx={{ '[dir="rtl"] &': { transform: 'scaleX(-1)' } }} />
              </ListItemButton>
            </ListItem>
          ))}
          {due > 0 && !isTutor && (
            <ListItem divider disablePadding>
              <ReviewRow to="/review" sx={{ gap: 1.5, paddingInline: 1 }}>
                <RefreshIcon aria-hidden color="secondary" fontSize="small" />
                <ListItemText
                  primary={t('{n, plural, one {Review # due item} other {Review # due items}}', { n: due })}
                  slotProps={{ primary: { sx: { fontWeight: 650 } } }}
                />
                <NavigateNextIcon aria-hidden fontSize="small" sx={{ '[dir="rtl"] &': { transform: 'scaleX(-1)' } }} />
              </ReviewRow>
            </ListItem>
          )}
        </List>
      )}
    </Box>
  );
}
