import { Children, useId, type ReactNode } from 'react';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Figure } from '#frontend/ui/figure.tsx';

interface WelcomeFact {
  readonly name: string;
  readonly figure: ReactNode;
}

interface WelcomeCardProps {
  /** A large `Face`, the `Faces` of several people, or an `Illustration`. */
  readonly picture: ReactNode;
  /** Whether `title` contains a heading. */
  readonly title: ReactNode;
  /** Names the card for screen readers where its title does not. */
  readonly label?: string;
  /** Whether `title` brings its own heading. */
  readonly isHead?: boolean;
  /** One sentence: what this place is for, or the user's place in it. */
  readonly line?: ReactNode;
  /** A few figures, below the words. */
  readonly facts?: readonly WelcomeFact[];
  /** At the end of the card; below the words on a phone. */
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

/**
 * Greets the owner of a place: a face beside a greeting or a name, a sentence, and a few figures. At most one per screen, at its beginning.
 */
export function WelcomeCard({ picture, title, label, isHead = false, line, facts, actions, children }: WelcomeCardProps) {
  const headingId = useId();
  return (
    <Card
      component="section"
      variant="tint"
      {...(label !== undefined ? { 'aria-label': label } : !isHead && { 'aria-labelledby': headingId })}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: { xs: 2, md: 3 },
        padding: { xs: 2.5, md: 3.5 },
        marginBlockEnd: 3,
        // the face stays beside the name when a form makes the card tall
        ...(Children.toArray(children).length > 0 && { '& > :first-of-type': { alignSelf: 'flex-start' } }),
      }}
    >
      {picture}
      <Stack sx={{ flex: '1 1 16rem', minWidth: 0, gap: 0.5 }}>
        {isHead ? (
          title
        ) : (
          <Typography variant="h2" id={headingId}>
            {title}
          </Typography>
        )}
        {line !== undefined && (
          <Typography component="div" color="textSecondary" sx={{ maxWidth: '60ch' }}>
            {line}
          </Typography>
        )}
        {facts && (
          <Stack component="dl" direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: '8px 32px', margin: 0, marginBlockStart: 1.5 }}>
            {facts.map(({ name, figure }) => (
              <Stack key={name} sx={{ flexDirection: 'column-reverse' }}>
                <Typography component="dt" variant="body2" color="textSecondary">
                  {name}
                </Typography>
                <Box component="dd" sx={{ margin: 0 }}>
                  <Figure>{figure}</Figure>
                </Box>
              </Stack>
            ))}
          </Stack>
        )}
        {children}
      </Stack>
      {actions !== undefined && (
        <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1.5 }}>
          {actions}
        </Stack>
      )}
    </Card>
  );
}
