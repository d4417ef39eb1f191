import { useId } from 'react';
import Card from '@mui/material/Card';
import { styled } from '@mui/material/styles';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { SERVICES } from '#contract/platform/status.contract.ts';
import { SERVICE_NAMES } from '#frontend/lib/service-names.ts';
import { t } from '#frontend/lib/text.ts';
import { MarginRow, Rows } from '#frontend/ui/margin-row.tsx';
import { SectionHeading } from '#frontend/ui/section-heading.tsx';
import { marginOf } from './run-words.ts';
import { pauseOf, serviceActivity, serviceWord } from './service-words.ts';

const Name = styled('span')({ flex: 'none', width: '4.5rem', fontWeight: 600 });
const Doing = styled('span')(({ theme }) => ({
  ...theme.typography.body2,
  flex: '1 1 8rem',
  minWidth: 0,
  color: theme.vars.palette.text.secondary,
}));
const Word = styled('span')(({ theme }) => ({
  ...theme.typography.body2,
  flex: 'none',
  marginInlineStart: 'auto',
  // aligned with the end of the lessons' text
  paddingInlineEnd: 8,
  color: theme.vars.palette.text.secondary,
  '&[data-state="processing"]': { color: theme.vars.palette.secondary.main },
  '&[data-state="failed"]': { color: theme.vars.palette.error.main },
}));

/** The four services, each with its actual state (GEN-03, GEN-04, G30). */
export function RunServices({ run }: { readonly run: StatusEnvelope }) {
  const id = useId();
  return (
    <Card component="section" aria-labelledby={id} sx={{ padding: '18px 20px 10px' }}>
      <SectionHeading id={id}>{t('AI services')}</SectionHeading>
      <Rows>
        {SERVICES.map((service) => {
          // a service that will be retried soon has not failed
          const state = pauseOf(service, run) === undefined ? run.services[service] : 'pending';
          return (
            <MarginRow key={service} as="li" state={marginOf(state)}>
              <Name>{SERVICE_NAMES[service]}</Name>
              <Doing>{serviceActivity(service, run)}</Doing>
              <Word data-state={state}>{serviceWord(service, run)}</Word>
            </MarginRow>
          );
        })}
      </Rows>
    </Card>
  );
}
