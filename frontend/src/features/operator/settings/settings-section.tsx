import { useState, type FormEvent } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { changeSetting, listSettings } from '#contract/operator/control.contract.ts';
import type { SettingName } from '#contract/platform/tuning.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { ConsoleFrame } from '#frontend/ui/frames/console-frame.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';

const settings = () => queryOptions({ queryKey: ['operator', 'settings'], queryFn: ({ signal }) => call(listSettings, { signal }) });

export const settingWord = (name: SettingName): string =>
  ({
    max_active_runs: t('Runs at once'),
    vendor_requests_per_minute: t('Requests a minute, for each AI service'),
    vendor_tokens_per_minute: t('Tokens a minute, for each AI service'),
    interactive_depth: t('Learners’ runs that may wait, before new ones are refused'),
    worker_concurrency: t('Steps at once in each worker, of one queue'),
    interactive_age_s: t('Seconds that learners’ work may wait, before more is refused'),
    batch_depth: t('Runs of batches that may wait, before no more begin'),
    batch_age_s: t('Seconds that work of batches may wait, before no more begins'),
  })[name];

/** How many runs, and calls to AI services, may run at once. */
export function SettingsSection() {
  const cache = useQueryClient();
  const { data, error, refetch } = useQuery(settings());
  const { mutate, isPending } = useAction({
    mutationFn: ({ name, value }: { name: SettingName; value: number | null }) =>
      call(changeSetting, { params: { name }, body: { value } }),
    onSuccess: (answer, { name }) => {
      cache.setQueryData(settings().queryKey, answer);
      toast('success', t('Saved: {name}', { name: settingWord(name) }), null, false);
    },
    onError: (problem) => toast('error', errorText(problem, t('That could not be done.'))),
  });
  return (
    <ConsoleFrame
      title={t('Limits')}
      subtitle={t('They hold in every process within a second, and after a restart. Each change is audited.')}
    >
      {data ? (
        <Card
          sx={{
            display: 'grid',
            columnGap: 4,
            gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 20rem), 1fr))',
            // names of one and of two lines, and still fields on one line
            alignItems: 'end',
            padding: 2,
            paddingBlockEnd: 0,
          }}
        >
          {data.settings.map((setting) => (
            <SettingForm
              key={setting.name}
              setting={setting}
              isPending={isPending}
              onSave={(value) => mutate({ name: setting.name, value })}
            />
          ))}
        </Card>
      ) : error ? (
        <ErrorState title={t('The limits could not be loaded')} error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState label={t('Loading the limits')} rows={3} />
      )}
    </ConsoleFrame>
  );
}

interface SettingFormProps {
  readonly setting: { readonly name: SettingName; readonly configured: number; readonly set: number | null };
  readonly isPending: boolean;
  readonly onSave: (value: number | null) => void;
}

/** One setting. A value from the server replaces the typed one in place, so that the focus stays. */
function SettingForm({ setting: { name, configured, set }, isPending, onSave }: SettingFormProps) {
  const [stored, setStored] = useState(set);
  const [typed, setTyped] = useState(String(set ?? ''));
  if (stored !== set) {
    setStored(set);
    setTyped(String(set ?? ''));
  }
  const send = (event: FormEvent) => {
    event.preventDefault();
    onSave(typed.trim() === '' ? null : Number(typed));
  };
  return (
    <Stack component="form" direction="row" onSubmit={send} sx={{ alignItems: 'flex-end', gap: 1.5, marginBlockEnd: 2 }}>
      <Box sx={{ flex: '0 1 20rem' }}>
        <TextField
          label={settingWord(name)}
          type="number"
          min="1"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          helper={t('empty: {n}, as configured', { n: formatNumber(configured) })}
        />
      </Box>
      {/* beside the field, above the line of its help */}
      <Button type="submit" variant="outlined" color="inherit" aria-busy={isPending} sx={{ marginBlockEnd: 2.75 }}>
        {t('Save')}
        <VisuallyHidden> {settingWord(name)}</VisuallyHidden>
      </Button>
    </Stack>
  );
}
