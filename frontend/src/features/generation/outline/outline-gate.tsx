import { useQuery } from '@tanstack/react-query';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import type { TextLanguage } from '#frontend/lib/courses/course-language.ts';
import { t } from '#frontend/lib/text.ts';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { serverDraftQuery } from './server-draft.ts';
import { OutlineEditor } from './outline-editor.tsx';

interface OutlineGateProps {
  readonly run: StatusEnvelope;
  readonly language: TextLanguage;
}

/** The outline before any lesson is charged, as the learner left it on any device. */
export default function OutlineGate({ run, language }: OutlineGateProps) {
  const { data: kept, error, refetch } = useQuery(serverDraftQuery(run.task_id));
  if (kept) return <OutlineEditor run={run} language={language} kept={kept} />;
  if (error) return <ErrorState title={t('The outline could not be loaded')} error={error} onRetry={() => void refetch()} />;
  return <LoadingState label={t('Loading the outline')} rows={8} />;
}
