import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { AgeRule } from '#contract/platform/age-rules.ts';
import { agePage } from '#frontend/lib/age/age-rules.ts';
import { t } from '#frontend/lib/text.ts';
import { AgeNote } from './age-note.tsx';
import { LoadingState } from '../states/loading-state.tsx';

interface AgeGateProps {
  readonly userId: string;
  readonly rule: AgeRule;
  readonly children: ReactNode;
}

/** Renders a screen only if the user is old enough for it, so that no request is sent that the server would reject. */
export function AgeGate({ userId, rule, children }: AgeGateProps) {
  const { data, isError } = useQuery(agePage(userId));
  if (!data && !isError) return <LoadingState label={t('Loading')} rows={4} />;
  const isOff = data?.rules.some((row) => row.rule === rule && row.refusal !== null);
  return isOff ? <AgeNote userId={userId} rule={rule} /> : children;
}
