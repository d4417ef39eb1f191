import { Children, useId, type ReactNode } from 'react';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';

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
  /** A few figures, at the end of the card; below the words on a phone. */
  readonly facts?: readonly WelcomeFact[];
  /** After the figures. */
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

const AREAS = {
  // figures come before a form or a story, which would push them out of sight
  xs: '"picture" auto "words" auto "aside" auto "rest" auto / minmax(0, 1fr)',
  md: '"picture words aside" auto "picture rest aside" auto / auto minmax(0, 1fr) fit-content(50%)',
} as const;

/**
 * Greets the owner of a place: a face beside a greeting or a name, a sentence, and a few figures. At most one per screen, at its beginning.
 */
export function WelcomeCard({ picture, title, label, isHead = false, line, facts, actions, children }: WelcomeCardProps) {
  const headingId = useId();
  const hasRest = Children.toArray(children).length > 0;
  const hasAside = Boolean(facts) || Boolean(actions);
  return (
    <Card
      component="section"
      variant="tint"
      {...(label !== undefined ? { 'aria-label': label } : !isHead && { 'aria-labelledby': headingId })}
      sx={{
        display: 'grid',
        gridTemplate: AREAS,
        // a face stays beside the name where a form makes the card tall
        alignItems: hasRest ? 'start' : 'center',
        columnGap: { md: 3 },
        padding: { xs: 2.5, md: 3.5 },
        marginBlockEnd: 3,
      }}
    >
      <Box sx={{ gridArea: 'picture', marginBlockEnd: { xs: 2, md: 0 } }}>{picture}</Box>
      <Stack sx={{ gridArea: 'words', minWidth: 0, gap: 0.5 }}>
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
      </Stack>
      {hasAside && (
        <Stack
          direction="row"
          useFlexGap
          sx={{ gridArea: 'aside', flexWrap: 'wrap', alignItems: 'center', gap: '12px 32px', marginBlockStart: { xs: 1.5, md: 0 } }}
        >
          {facts && (
            <Stack component="dl" direction="row" useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'flex-end', gap: '8px 32px', margin: 0 }}>
              {facts.map(({ name, figure }) => (
                <Stack key={name} sx={{ flexDirection: 'column-reverse' }}>
                  <Typography component="dt" variant="body2" color="textSecondary">
                    {name}
                  </Typography>
                  <Typography component="dd" variant="h5" sx={{ margin: 0 }}>
                    {figure}
                  </Typography>
                </Stack>
              ))}
            </Stack>
          )}
          {actions !== undefined && (
            <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1.5 }}>
              {actions}
            </Stack>
          )}
        </Stack>
      )}
      {hasRest && <Box sx={{ gridArea: 'rest', minWidth: 0, marginBlockStart: 1.5 }}>{children}</Box>}
    </Card>
  );
}
