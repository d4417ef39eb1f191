import { useState } from 'react';
import Button from '@mui/material/Button';
import type { RunAct, RunDetail } from '#contract/operator/runs-console.contract.ts';
import { SERVICES, type Service } from '#contract/platform/status.contract.ts';
import { LANE_NAMES } from '#frontend/lib/service-names.ts';
import { t } from '#frontend/lib/text.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { ConfirmDialog } from '#frontend/ui/dialogs/confirm-dialog.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { useActOnRun } from './run-queries.ts';
import { actWord, describeLoss } from './run-words.ts';

/**
 * The actions available on a run. Destructive ones ask for confirmation. A retry is a single press; variants avoid a service or edit the
 * request first.
 */
export function RunActions({ detail, onRemoved }: { readonly detail: RunDetail; readonly onRemoved: () => void }) {
  const { mutate, isPending } = useActOnRun(detail.run.task_id);
  const [asked, setAsked] = useState<RunAct | null>(null);
  if (detail.acts.length === 0) return null;
  const close = () => setAsked(null);
  return (
    <>
      <ActionRow role="group" aria-label={t('Actions')} data-run-acts sx={{ marginBlock: 0 }}>
        {detail.acts.map((act) => (
          <Button
            key={act}
            size="small"
            variant="outlined"
            color="inherit"
            aria-busy={isPending}
            {...(act === 'retry' && { 'aria-keyshortcuts': 'r' })}
            onClick={() => (describeLoss(act) === null ? mutate({ act }) : setAsked(act))}
          >
            {actWord(act)}
          </Button>
        ))}
        {detail.acts.includes('retry') && (
          <Button size="small" color="inherit" onClick={() => setAsked('retry')}>
            {t('Retry with changes')}
          </Button>
        )}
      </ActionRow>
      {asked === 'retry' && <RetryDialog detail={detail} onClose={close} onRetry={(body) => mutate(body, { onSuccess: close })} />}
      {(asked === 'cancel' || asked === 'remove') && (
        <ConfirmDialog
          title={actWord(asked)}
          act={actWord(asked)}
          keep={t('Keep as it is')}
          isPending={isPending}
          onConfirm={() => mutate({ act: asked }, { onSuccess: asked === 'remove' ? onRemoved : close })}
          onClose={close}
        >
          <p>{describeLoss(asked)}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

interface RetryDialogProps {
  readonly detail: RunDetail;
  readonly onClose: () => void;
  readonly onRetry: (body: { act: 'retry'; request?: Record<string, unknown>; avoid?: Service[] }) => void;
}

function RetryDialog({ detail, onClose, onRetry }: RetryDialogProps) {
  const stored = JSON.stringify(detail.request, null, 2);
  const [request, setRequest] = useState(stored);
  const [avoid, setAvoid] = useState<string>('');
  const [problem, setProblem] = useState<string | undefined>();
  const done = detail.steps.filter(({ state }) => state === 'completed').length;
  const retry = () => {
    const edited = request === stored ? null : parsed(request);
    if (edited === undefined) return setProblem(t('This is not a JSON object.'));
    const avoided = SERVICES.filter((service) => service === avoid);
    onRetry({ act: 'retry', ...(edited && { request: edited }), ...(avoided.length > 0 && { avoid: avoided }) });
  };
  return (
    <ConfirmDialog
      title={t('Retry with changes')}
      act={t('Retry')}
      keep={t('Keep as it is')}
      isDestructive={false}
      onConfirm={retry}
      onClose={onClose}
    >
      <p>{t('{done} of {n} steps are already completed and will not be charged again.', { done, n: detail.steps.length })}</p>
      <SelectField
        label={t('Use last')}
        value={avoid}
        onChange={({ target }) => setAvoid(target.value)}
        options={[{ value: '', label: t('no preference') }, ...SERVICES.map((service) => ({ value: service, label: LANE_NAMES[service] }))]}
      />
      <TextField
        label={t('Request')}
        multiline
        minRows={6}
        value={request}
        error={problem}
        onChange={({ target }) => {
          setRequest(target.value);
          setProblem(undefined);
        }}
      />
    </ConfirmDialog>
  );
}

/** Returns the parsed JSON object; undefined for anything else. */
function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
