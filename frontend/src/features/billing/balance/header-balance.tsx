import { Link } from '@tanstack/react-router';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import { formatTokenCount } from '#frontend/lib/format.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { tokenBalance, type TokenBalance } from '#frontend/lib/token-balance.ts';
import { DialogLink } from '#frontend/ui/dialogs/dialog-link.tsx';
import { Figure } from '#frontend/ui/figure.tsx';
import { RADIUS } from '#frontend/theme/tokens.ts';
import { useIsProcessing } from '../processing.ts';

/** How often a visible tab polls the balance; it is refreshed at once when a run or a payment ends. */
const POLL_MS = 60_000;

const PHONE = '@media (width < 600px)';

// All its parts are links. On narrow screens all but the first are in the profile menu, the plan link before the others; from 768 px the
// header also contains the run chip.
const Line = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 4,
  marginInlineStart: 'auto',
  '@media (width < 768px)': { '& > :nth-of-type(2)': { display: 'none' } },
  '@media (width < 900px)': { '& > :nth-of-type(3)': { display: 'none' } },
  '@media (768px <= width < 1100px)': { 'header:has([data-run-chip]) & > :nth-of-type(2)': { display: 'none' } },
  '@media (768px <= width < 1440px)': { 'header:has([data-run-chip]) & > :nth-of-type(3)': { display: 'none' } },
  '@media (768px <= width < 900px)': { '&:has([data-shared]) > :nth-of-type(2)': { display: 'none' } },
  '@media (768px <= width < 1500px)': { '&:has([data-shared]) > :nth-of-type(3)': { display: 'none' } },
  // takes the rest of the row
  [PHONE]: { flex: '1 1 auto', minWidth: 'min-content', justifyContent: 'end', textAlign: 'end' },
});
/** From this balance on, fractions are not shown on a phone. */
const SHORTENED_FROM = 1_000;
const HEARD = { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)', whiteSpace: 'nowrap' } as const;
const Balance = styled(Link)(({ theme }) => ({
  display: 'grid',
  alignContent: 'center',
  minWidth: 0,
  minHeight: 44,
  paddingInline: 8,
  color: theme.vars.palette.text.primary,
  textDecoration: 'none',
  '&:hover > [data-figure], &:hover > [data-figure] + *': { textDecoration: 'underline', textUnderlineOffset: '0.2em' },
  // on a phone only the number, on one line: screen readers get its label, and the page behind the link shows the rest of today's allowance
  '& > [data-figure]': { display: 'none' },
  [PHONE]: {
    '& > [data-figure]': {
      display: 'block',
      padding: '3px 8px',
      borderRadius: RADIUS.control,
      color: theme.vars.palette.primary.main,
      backgroundColor: theme.vars.palette.background.tint,
    },
    '& > [data-figure] + *': HEARD,
    '& > [data-spare]': { display: 'none' },
    '& > [data-shared]': HEARD,
  },
  [theme.breakpoints.down('lg')]: {
    paddingInline: '4px',
    [PHONE]: { paddingInline: 0 },
    '& > :first-of-type, & > [data-figure] + *': theme.typography.overline,
    '& > [data-wide]': { display: 'none' },
  },
  [theme.breakpoints.up('lg')]: { '& > [data-wide] + *': { display: 'none' } },
}));

/**
 * The user's tokens including the daily ones, or with their organisation's pool, shown separately because either pays for a whole task;
 * with links to buy more (PAY-18). Links to the list of token movements.
 */
export function HeaderBalance() {
  const { user_id: userId } = useUser();
  const isProcessing = useIsProcessing();
  const { data, isError } = useQuery({ ...tokenBalance(userId), refetchInterval: POLL_MS, refetchOnWindowFocus: true });
  const isStale = data !== undefined && isError;
  const pool = isStale ? undefined : data?.organisation_available;
  return (
    <Line>
      <Balance to="/usage">
        {data && (
          <Typography component="span" variant="subtitle2" aria-hidden data-figure>
            <Figure>{formatTokenCount(data.balance < SHORTENED_FROM ? data.balance : Math.floor(data.balance))}</Figure>
            {pool ? <Figure sx={{ display: 'block' }}>+ {formatTokenCount(Math.floor(pool))}</Figure> : null}
          </Typography>
        )}
        <Typography component="span" variant="subtitle2">
          {data ? <Figure>{t('{n} tokens', { n: formatTokenCount(data.balance) })}</Figure> : t('Tokens')}
        </Typography>
        {pool ? (
          <Typography component="span" variant="caption" color="textSecondary" data-wide>
            <Figure>{t('+ {pool} of your organisation', { pool: formatTokenCount(pool) })}</Figure>
          </Typography>
        ) : null}
        <Typography
          component="span"
          variant="caption"
          color={isStale || (isError && !data) ? 'warning' : 'textSecondary'}
          {...(data && !isStale && { [pool ? 'data-shared' : 'data-spare']: true })}
        >
          {pool ? <Figure>{t('+ {pool} shared', { pool: formatTokenCount(pool) })}</Figure> : part(data, isError, isStale)}
        </Typography>
      </Balance>
      <DialogLink dialog="tokens" disabled={isProcessing} aria-busy={isProcessing}>
        {isProcessing ? t('Processing...') : t('Buy Tokens')}
      </DialogLink>
      <DialogLink dialog="plan" color="inherit" disabled={isProcessing}>
        {t('Upgrade Plan')}
      </DialogLink>
    </Line>
  );
}

function part(data: TokenBalance | undefined, isError: boolean, isStale: boolean): string {
  if (isStale) return t('not up to date');
  if (data) return t('{n} daily', { n: formatTokenCount(data.daily_available) });
  return isError ? t('could not be loaded') : t('loading');
}
