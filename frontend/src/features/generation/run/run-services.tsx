import { useId } from 'react';
import Card from '@mui/material/Card';
import ListItemText from '@mui/material/ListItemText';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { SERVICES } from '#contract/platform/status.contract.ts';
import { SERVICE_NAMES } from '#frontend/lib/service-names.ts';
import { t } from '#frontend/lib/text.ts';
import { MarginRow, Rows } from '#frontend/ui/margin-row.tsx';
import { SectionHeading } from '#frontend/ui/section-heading.tsx';
import { StateWord } from '#frontend/ui/state-word.tsx';
import { marginOfService, serviceActivity, serviceWord } from './service-words.ts';

/** The four services, each with its actual state (GEN-03, GEN-04, G30). */
export function RunServices({ run }: { readonly run: StatusEnvelope }) {
  const id = useId();
  return (
    <Card component="section" aria-labelledby={id} sx={{ padding: '18px 20px 10px' }}>
      <SectionHeading id={id}>{t('AI services')}</SectionHeading>
      <Rows>
        {SERVICES.map((service) => {
          const state = marginOfService(service, run);
          return (
            <MarginRow key={service} as="li" state={state}>
              <ListItemText
                primary={SERVICE_NAMES[service]}
                secondary={serviceActivity(service, run)}
                slotProps={{ primary: { variant: 'subtitle2' } }}
                sx={{ flex: '1 1 8rem' }}
              />
              <StateWord state={state}>{serviceWord(service, run)}</StateWord>
            </MarginRow>
          );
        })}
      </Rows>
    </Card>
  );
}
