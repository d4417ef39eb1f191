import { Link } from '@tanstack/react-router';
import { styled } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import { formatTokenCount } from '#frontend/lib/format.ts';
import { useUser } from '#frontend/lib/session.ts';
import { t } from '#frontend/lib/text.ts';
import { tokenBalance, type TokenBalance } from '#frontend/lib/token-balance.ts';
import { TYPE_SCALE } from '#frontend/theme/tokens.ts';
import { DialogLink } from '#frontend/ui/dialog-link.tsx';
import { useIsProcessing } from '../processing.ts';

/** How often the balance is asked for while somebody looks; a run or a payment that ends has it asked at once. */
const LOOK_MS = 60_000;

// A line of its own where the window is narrow, below the product's name; else in the header's.
const Line = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '0 4px',
  marginInlineStart: 'auto',
  [theme.breakpoints.down('lg')]: {
    order: 1,
    flexBasis: '100%',
    marginInline: '0 8px',
    borderBlock: `1px solid ${theme.vars.palette.line.hairline}`,
  },
}));
const Balance = styled(Link)(({ theme }) => ({
  display: 'grid',
  alignContent: 'center',
  minHeight: 44,
  paddingInline: 8,
  lineHeight: 1.25,
  color: theme.vars.palette.text.primary,
  textDecoration: 'none',
  fontVariantNumeric: 'tabular-nums',
  '&:hover > :first-of-type': { textDecoration: 'underline', textUnderlineOffset: '0.2em' },
  [theme.breakpoints.down('lg')]: { flex: '1 1 5rem', paddingInlineStart: 0 },
}));
const Sum = styled('span')({ fontSize: TYPE_SCALE.body, fontWeight: 600, whiteSpace: 'nowrap' });
const Part = styled('span')(({ theme }) => ({
  fontSize: TYPE_SCALE.small,
  color: theme.vars.palette.text.secondary,
  '&[data-tone="warning"]': { color: theme.vars.palette.warning.main },
}));

/**
 * What the person has, the daily tokens of it, and the pool of their organisation apart, because one piece of work is paid by one of the two;
 * and the ways to more (PAY-18). Leads to every movement of tokens.
 */
export function HeaderBalance() {
  const { user_id: userId } = useUser();
  const isProcessing = useIsProcessing();
  const { data, isError, fetchStatus } = useQuery({ ...tokenBalance(userId), refetchInterval: LOOK_MS, refetchOnWindowFocus: true });
  const isStale = data !== undefined && (isError || fetchStatus === 'paused');
  return (
    <Line>
      <Balance to="/usage">
        <Sum>{data ? t('{n} tokens', { n: formatTokenCount(data.balance) }) : t('Tokens')}</Sum>
        <Part data-tone={isStale || (isError && !data) ? 'warning' : undefined}>{part(data, isError, isStale)}</Part>
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
  if (data?.organisation_available) {
    const { daily_available: daily, organisation_available: pool } = data;
    return t('{daily} daily, {pool} shared', { daily: formatTokenCount(daily), pool: formatTokenCount(pool) });
  }
  if (data) return t('{n} daily', { n: formatTokenCount(data.daily_available) });
  return isError ? t('could not be loaded') : t('loading');
}
