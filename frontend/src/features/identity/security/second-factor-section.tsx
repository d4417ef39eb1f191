import { useState } from 'react';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { SecondFactorState } from '#contract/identity/second-factor.contract.ts';
import { formatDate } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { DeskSection } from '#frontend/ui/desk-section.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { UnprovenNote } from '../account/unproven-note.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SecondFactorProof } from './second-factor-proof.tsx';
import { SecondFactorSetup } from './second-factor-setup.tsx';
import { secondFactor } from './security-queries.ts';

type Doing = 'nothing' | 'set-up' | 'off' | 'codes';

/** Two-step sign-in: turn on, turn off, and its recovery codes. */
export default function SecondFactorSection({ userId, isProven }: { readonly userId: string; readonly isProven: boolean }) {
  const cache = useQueryClient();
  const { data, error, refetch } = useQuery(secondFactor(userId));
  const [doing, setDoing] = useState<Doing>('nothing');
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const refresh = () => cache.invalidateQueries({ queryKey: secondFactor(userId).queryKey });
  const done = (fresh: readonly string[] | null): void => {
    setCodes(fresh);
    setDoing('nothing');
    void refresh();
  };
  return (
    <DeskSection
      title={t('Two-step sign-in')}
      aside={data && (data.on ? t('On') : t('Off'))}
      about={t(
        'After your password, signing in asks for a code that only an app on your phone knows. Someone who learns your password still cannot get in.',
      )}
    >
      {!data && !error && <LoadingState rows={1} label={t('Loading how you sign in')} />}
      {error && !data && <ErrorState title={t('This could not be loaded')} error={error} onRetry={() => void refetch()} />}
      {codes && <RecoveryCodes codes={codes} onKept={() => setCodes(null)} />}
      {data && !codes && doing === 'nothing' && (data.on || isProven ? <Standing state={data} onDo={setDoing} /> : <UnprovenNote />)}
      {doing === 'set-up' && <SecondFactorSetup onDone={done} onCancel={() => setDoing('nothing')} />}
      {(doing === 'off' || doing === 'codes') && <SecondFactorProof purpose={doing} onDone={done} onCancel={() => setDoing('nothing')} />}
    </DeskSection>
  );
}

function Standing({ state, onDo }: { readonly state: SecondFactorState; readonly onDo: (what: Doing) => void }) {
  if (!state.on) {
    return (
      <Button variant="outlined" color="inherit" onClick={() => onDo('set-up')}>
        {t('Set up two-step sign-in')}
      </Button>
    );
  }
  return (
    <>
      <Typography color="textSecondary">
        {t('On since {date}. Recovery codes left: {n}.', { date: formatDate(state.since ?? ''), n: state.recovery_codes_left })}
      </Typography>
      <ActionRow>
        <Button variant="outlined" color="inherit" onClick={() => onDo('codes')}>
          {t('Make new recovery codes')}
        </Button>
        <Button variant="outlined" color="error" onClick={() => onDo('off')}>
          {t('Turn two-step sign-in off')}
        </Button>
      </ActionRow>
    </>
  );
}
