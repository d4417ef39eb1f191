import { useEffect, useState } from 'react';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { errorText } from '#frontend/lib/api-error.ts';
import { canReach, subscribeConnection, useConnection } from '#frontend/lib/connection.ts';
import { readableOffline, type ReadableCourse } from '#frontend/lib/session/readable-offline.ts';
import { getSession } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { Pictured } from '#frontend/ui/states/empty-state.tsx';

/** The browsers' messages when a file of the app could not be fetched: Chromium, Firefox, Safari. */
const FILE_MISSING = /dynamically imported module|Importing a module script failed|Unable to preload/i;

/** Whether a part of the app is missing: this device is offline, a new version has replaced it, or a network keeps it back. */
const isUndelivered = (error: unknown): boolean => error instanceof Error && FILE_MISSING.test(error.message);

/** Shown instead of a broken screen, or of the whole app (ROOT-09): names the error, and offers a reload and a link home. */
export function LoadingError({ error }: { readonly error: unknown }) {
  const isConnected = useConnection();
  if (isUndelivered(error) && !isConnected) return <Unopened />;
  return (
    <Box role="alert" sx={{ width: 'min(520px, 100% - 32px)', margin: '12vh auto' }}>
      <Typography variant="h1">{t('Loading Error')}</Typography>
      <Typography color="textSecondary" sx={{ marginBlock: 2 }}>
        {isUndelivered(error)
          ? t(
              'A part of this page could not be loaded: a new version may have replaced it, or this network asks you to sign in first. Reload the page. What you did in your courses is saved.',
            )
          : errorText(error, t('Unknown error'))}
      </Typography>
      <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1.5 }}>
        <Button variant="contained" onClick={() => window.location.reload()}>
          {t('Refresh Page')}
        </Button>
        {/* a plain link, because the router itself may be broken */}
        <Button variant="outlined" color="inherit" href="/">
          {t('Go home')}
        </Button>
      </Stack>
    </Box>
  );
}

/**
 * Shown offline instead of a screen that this device has never opened: lists what can be read, and opens the screen as soon as there is a
 * connection.
 */
function Unopened() {
  const [courses, setCourses] = useState<readonly ReadableCourse[]>([]);
  useEffect(() => {
    const userId = getSession().user?.user_id;
    let isWanted = true;
    if (userId !== undefined) void readableOffline(userId).then((found) => isWanted && setCourses(found));
    const reopen = () => window.location.reload();
    const stop = subscribeConnection(() => canReach() && reopen());
    addEventListener('online', reopen);
    return () => {
      isWanted = false;
      stop();
      removeEventListener('online', reopen);
    };
  }, []);
  return (
    <Box sx={{ width: 'min(640px, 100% - 32px)', margin: '8vh auto' }}>
      <Pictured role="alert" illustration="offline">
        <Typography variant="h1">{t('You’re offline')}</Typography>
        <Typography color="textSecondary" sx={{ marginBlockStart: 1 }}>
          {t('This page has not been opened on this device yet. It opens when you are connected again.')}
        </Typography>
        {courses.length > 0 && (
          <>
            <Typography variant="h3" component="h2" sx={{ marginBlockStart: 3 }}>
              {t('You can read these now')}
            </Typography>
            <Stack component="ul" sx={{ gap: 1, margin: 0, marginBlockStart: 1, padding: 0, listStyle: 'none' }}>
              {courses.map(({ courseId, title }) => (
                <li key={courseId} dir="auto">
                  {/* plain links, because the router itself may be broken */}
                  <Link href={`/courses/${courseId}`}>
                    <FormulaText text={title} dir={undefined} />
                  </Link>
                </li>
              ))}
            </Stack>
          </>
        )}
        <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1.5, marginBlockStart: 3 }}>
          <Button variant="contained" href="/courses">
            {t('My Courses')}
          </Button>
          <Button variant="outlined" color="inherit" onClick={() => window.location.reload()}>
            {t('Try again')}
          </Button>
        </Stack>
      </Pictured>
    </Box>
  );
}
