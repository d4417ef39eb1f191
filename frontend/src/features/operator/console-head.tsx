import Badge from '@mui/material/Badge';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import type { ConsoleState } from '#contract/operator/console.contract.ts';
import type { LostWorker } from '#contract/platform/status.contract.ts';
import { formatList, formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { ArrowBackIcon, NotificationsIcon, SearchIcon } from '#frontend/ui/icons.tsx';
import { LinkButton, TextLink } from '#frontend/ui/link.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { consoleState } from './overview/overview-queries.ts';
import { pausedWord, serviceName } from './overview/work-words.ts';

const Dot = styled('span')(({ theme }) => ({
  flex: 'none',
  width: 9,
  height: 9,
  borderRadius: '50%',
  backgroundColor: theme.vars.palette.success.main,
  '&[data-tone="warning"]': { backgroundColor: theme.vars.palette.warning.main },
  '&[data-tone="error"]': { backgroundColor: theme.vars.palette.error.main },
}));

/** Which workers are gone, and which ones take over their work. */
export function lostWords(lost: readonly LostWorker[], workers: number): string {
  const gone = t('{n, plural, one {A worker has stopped responding} other {# workers have stopped responding}}: {names}.', {
    n: lost.length,
    names: formatList(lost.map(({ worker }) => worker)),
  });
  const steps = lost.reduce((sum, one) => sum + one.steps, 0);
  if (steps === 0) return gone;
  if (workers === 0)
    return `${gone} ${t('{n, plural, one {# step is waiting} other {# steps are waiting}} for a worker to start.', { n: steps })}`;
  const seconds = Math.max(1, ...lost.map(({ in_s: within }) => within ?? 0));
  return `${gone} ${t('Other workers take over {n, plural, one {# step} other {# steps}} within {seconds} s.', { n: steps, seconds: formatNumber(seconds) })}`;
}

/** The problems of the installation in sentences; if there are none, that all is well. */
export function stateWords({ paused, recovering, workers, lost }: ConsoleState): string {
  const parts = [
    ...(workers === 0 ? [t('No worker is running.')] : []),
    ...(lost.length > 0 ? [lostWords(lost, workers)] : []),
    ...(paused.length > 0 ? [t('Paused: {names}.', { names: paused.map(pausedWord).join(' · ') })] : []),
    ...(recovering.length > 0 ? [t('Recovering: {names}.', { names: formatList(recovering.map(serviceName)) })] : []),
  ];
  if (workers > 0) parts.push(t('{n, plural, one {# worker} other {# workers}}', { n: workers }));
  return parts.length === 1 && workers > 0 ? t('Everything is running, {workers}', { workers: parts[0]! }) : parts.join(' ');
}

const toneOf = ({ paused, recovering, workers, lost }: ConsoleState): 'error' | 'warning' | 'success' =>
  workers === 0 ? 'error' : paused.length + recovering.length + lost.length > 0 ? 'warning' : 'success';

/** The head of the console: the installation's state, one search, the alerts, and the link back to the app. */
export default function ConsoleHead({ onSearch }: { readonly onSearch: () => void }) {
  const { data } = useQuery(consoleState());
  const open = data?.alerts.open ?? 0;
  return (
    <>
      <Box
        sx={({ breakpoints }) => ({
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          flex: '1 1 10rem',
          minWidth: 0,
          [breakpoints.down('md')]: { order: 1, flexBasis: '100%', paddingBlockEnd: 0.75 },
        })}
        role="status"
      >
        {data && (
          <>
            <Dot aria-hidden data-tone={toneOf(data)} />
            <Typography component="span" variant="body2" noWrap title={stateWords(data)}>
              <TextLink to="/operator" color="inherit" underline="hover">
                {stateWords(data)}
              </TextLink>
            </Typography>
          </>
        )}
      </Box>
      <Button
        color="inherit"
        variant="outlined"
        onClick={onSearch}
        startIcon={<SearchIcon aria-hidden />}
        aria-keyshortcuts="Control+K Meta+K"
        aria-label={`${t('Find a run, person, course or error')} Ctrl K`}
        sx={({ breakpoints }) => ({
          flex: '0 1 22rem',
          minWidth: 44,
          justifyContent: 'flex-start',
          fontWeight: 400,
          marginInlineStart: 'auto',
          [breakpoints.down('lg')]: {
            flex: 'none',
            '& > :not(.MuiButton-startIcon)': { display: 'none' },
            '& .MuiButton-startIcon': { margin: 0 },
          },
        })}
      >
        <Box component="span" sx={{ flexGrow: 1, textAlign: 'start', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
          {t('Find a run, person, course or error')}
        </Box>{' '}
        <Typography
          component="kbd"
          variant="caption"
          color="textSecondary"
          noWrap
          sx={{ flex: 'none', border: 1, borderColor: 'divider', borderRadius: 1, paddingInline: 0.75 }}
        >
          Ctrl K
        </Typography>
      </Button>
      <LinkButton
        to="/operator/$section"
        params={{ section: 'alerts' }}
        color="inherit"
        sx={{ minWidth: 44, gap: 1.75, display: { xs: 'none', md: 'inline-flex' } }}
      >
        <Badge badgeContent={open || null} color="error" slotProps={{ badge: { 'aria-hidden': true } }}>
          <NotificationsIcon aria-hidden />
        </Badge>
        <Box component="span" aria-hidden sx={{ display: { xs: 'none', lg: 'inline' } }}>
          {t('Alerts')}
        </Box>
        <VisuallyHidden>{open === 0 ? t('Alerts') : t('Alerts, {n} open', { n: formatNumber(open) })}</VisuallyHidden>
      </LinkButton>
      <LinkButton
        to="/create"
        color="inherit"
        sx={{ minWidth: 44, gap: 1, whiteSpace: 'nowrap', display: { xs: 'none', md: 'inline-flex' } }}
      >
        <ArrowBackIcon aria-hidden sx={{ '[dir="rtl"] &': { transform: 'scaleX(-1)' } }} />
        <span>{t('Back to app')}</span>
      </LinkButton>
    </>
  );
}
