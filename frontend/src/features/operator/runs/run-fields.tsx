import { Fragment } from 'react';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { SERVICES } from '#contract/platform/status.contract.ts';
import { formatClock } from '#frontend/lib/format.ts';
import { SERVICE_NAMES } from '#frontend/lib/service-names.ts';
import { t } from '#frontend/lib/text.ts';
import { Fold } from '#frontend/ui/fold.tsx';
import { Quiet } from '../parts/console-table.tsx';
import { NO_VALUE } from '../parts/figures.ts';

const FIELDS = {
  display: 'grid',
  gridTemplateColumns: 'minmax(6rem, 12rem) minmax(0, 1fr)',
  gap: '4px 12px',
  margin: 0,
  '& dd': { margin: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' },
} as const;

/** `learning_goals` as `Learning goals`. */
const fieldName = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');

/** A value in words: lists with commas, objects field by field. */
function valueWords(value: unknown): string {
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return NO_VALUE;
  if (typeof value === 'boolean') return value ? t('yes') : t('no');
  if (Array.isArray(value)) return value.map(valueWords).join(', ');
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, part]) => `${fieldName(name)}: ${valueWords(part)}`)
      .join('; ');
  return String(value);
}

/** What was asked, field by field. */
export function RequestFields({ request }: { readonly request: unknown }) {
  const fields = typeof request === 'object' && request !== null ? Object.entries(request) : [];
  if (fields.length === 0) return <Quiet>{NO_VALUE}</Quiet>;
  return (
    <Box role="group" tabIndex={0} aria-label={t('Request')} sx={{ maxHeight: '24rem', overflow: 'auto' }}>
      <Box component="dl" sx={FIELDS}>
        {fields.map(([name, value]) => (
          <Fragment key={name}>
            <Typography component="dt" variant="inherit" color="textSecondary" lang="en">
              {fieldName(name)}
            </Typography>
            <dd dir="auto">{valueWords(value)}</dd>
          </Fragment>
        ))}
      </Box>
    </Box>
  );
}

interface Try {
  readonly service: string | null;
  readonly code: string;
  readonly at: string;
  readonly hint?: string | null;
}

/** Codes of tries that a service did answer. */
const ANSWERED = ['vendors.refused', 'vendors.broken_output', 'internal'];

/** Every try of a run that failed, by service and error, folded under their number. @param value the list as the store has it */
export function Tried({ value }: { readonly value: string }) {
  const tries = triesIn(value);
  if (tries.length === 0) return null;
  return (
    <Fold
      title={
        tries.some(({ code }) => ANSWERED.includes(code))
          ? t('{n, plural, one {# try, of no use} other {# tries, none of use}}', { n: tries.length })
          : t('{n, plural, one {# try, not answered} other {# tries, none answered}}', { n: tries.length })
      }
    >
      <ul aria-label={t('All that was tried')}>
        {tries.map(({ service, code, at, hint }, index) => (
          <li key={index} lang="en">
            {at !== '' && <Quiet>{formatClock(at)} </Quiet>}
            {nameOf(service)}: {code} {hint && <Quiet>{hint}</Quiet>}
          </li>
        ))}
      </ul>
    </Fold>
  );
}

const nameOf = (service: string | null): string => {
  const known = SERVICES.find((one) => one === service);
  return known ? SERVICE_NAMES[known] : (service ?? NO_VALUE);
};

function triesIn(value: string): readonly Try[] {
  try {
    const tries: unknown = JSON.parse(value);
    return Array.isArray(tries) ? (tries as Try[]) : [];
  } catch {
    return [];
  }
}
