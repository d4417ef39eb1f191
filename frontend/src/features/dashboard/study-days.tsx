import { useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { listStudyDays } from '#contract/dashboard/dashboard.contract.ts';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import { formatDuration, formatTime, formatWeekdayOf } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { FONTS } from '#frontend/theme/tokens.ts';
import { studyDays } from './dashboard-queries.ts';
import { MetaLine } from '#frontend/ui/meta-line.tsx';

type StudyDay = AnswerOf<typeof listStudyDays>['days'][number];

/** Number of days shown at first, and of sessions per day. */
const SHOWN = { days: 5, sessions: 3 } as const;

/** When the user studied a course in the last weeks: each day with its sessions, their length, and the completed lessons. */
export function StudyDays({ userId, courseId }: { readonly userId: string; readonly courseId: string }) {
  const { data, error, refetch } = useQuery(studyDays(userId, courseId));
  const longest = Math.max(1, ...(data ?? []).map(({ minutes }) => minutes));
  return (
    <section aria-label={t('When you studied')}>
      <Typography component="h2" variant="h3" sx={{ marginBlockEnd: 1 }}>
        {t('When you studied')}
      </Typography>
      {!data ? (
        error ? (
          <div role="alert">
            <Typography variant="body2">{t('Your days of study could not be loaded.')}</Typography>
            <Button size="small" variant="outlined" color="inherit" onClick={() => void refetch()} sx={{ marginBlockStart: 1 }}>
              {t('Try again')}
            </Button>
          </div>
        ) : (
          <Box aria-busy sx={{ minHeight: 64 }} />
        )
      ) : data.length === 0 ? (
        <Typography variant="body2" color="textSecondary">
          {t('Each day you read is listed with its sessions.')}
        </Typography>
      ) : (
        <Stack component="ol" sx={{ gap: 1.5, margin: 0, padding: 0, listStyle: 'none' }}>
          {data.slice(0, SHOWN.days).map((one) => (
            <Day key={one.day} day={one} longest={longest} />
          ))}
        </Stack>
      )}
    </section>
  );
}

/** @param longest minutes of the longest day, which has a full bar */
function Day({ day: { day, minutes, lessons, sessions }, longest }: { readonly day: StudyDay; readonly longest: number }) {
  const times = sessions.slice(0, SHOWN.sessions).map(({ began_at: from, ended_at: to }) => `${formatTime(from)}–${formatTime(to)}`);
  const others = sessions.length - times.length;
  const facts = [
    ...times,
    ...(others > 0 ? [t('{n, plural, one {# more session} other {# more sessions}}', { n: others })] : []),
    ...(lessons > 0 ? [t('{n, plural, one {# lesson completed} other {# lessons completed}}', { n: lessons })] : []),
  ];
  return (
    <li>
      <Stack direction="row" sx={{ alignItems: 'baseline', justifyContent: 'space-between', gap: 2 }}>
        <Typography component="span" variant="subtitle2">
          {formatWeekdayOf(day, 'full')}
        </Typography>
        <Typography component="span" sx={{ flex: 'none', fontFamily: FONTS.reading, fontWeight: 600 }}>
          {formatDuration(minutes * 60)}
        </Typography>
      </Stack>
      <Box aria-hidden sx={{ height: 4, borderRadius: 2, marginBlock: 0.5, bgcolor: 'background.track' }}>
        <Box
          style={{ width: `${Math.round((minutes / longest) * 100)}%` }}
          sx={{ height: '100%', borderRadius: 2, bgcolor: 'primary.main' }}
        />
      </Box>
      <Typography variant="body2" color="textSecondary">
        <MetaLine facts={facts} />
      </Typography>
    </li>
  );
}
