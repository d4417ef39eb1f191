import { useState } from 'react';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { MOST_BUDGET_CENTS, type BudgetEnd, type ServiceConnection } from '#contract/operator/service-connections.contract.ts';
import { ApiError, errorText } from '#frontend/lib/api-error.ts';
import { formatCents, formatStamp } from '#frontend/lib/format.ts';
import { LANE_NAMES } from '#frontend/lib/service-names.ts';
import { t } from '#frontend/lib/text.ts';
import { FormActions, FormDialog } from '#frontend/ui/dialogs/form-dialog.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { ProgressMeter } from '#frontend/ui/progress-meter.tsx';
import { Mark, Quiet } from '../parts/console-table.tsx';
import { formatMicro, NO_VALUE } from '../parts/figures.ts';
import { useChangeBudget } from './connection-queries.ts';

const MICRO_PER_CENT = 10_000;

/** A service's costs beside its budget, and whether it may spend more now. */
export function BudgetState({ connection }: { readonly connection: ServiceConnection }) {
  const { service, budget, used_up_until: until, spent_today_micro_usd: today, spent_month_micro_usd: month } = connection;
  if (!budget) return month === 0 ? NO_VALUE : <Quiet>{t('{spent} this month', { spent: formatMicro(month) })}</Quiet>;
  const meter = (spent: number, cents: number | null, words: (sums: { spent: string; budget: string }) => string) => {
    if (cents === null) return null;
    const said = words({ spent: formatMicro(spent), budget: formatCents(cents) });
    return (
      <div>
        {said}
        <ProgressMeter label={LANE_NAMES[service]} value={Math.floor((100 * spent) / (cents * MICRO_PER_CENT))} valueText={said} />
      </div>
    );
  };
  return (
    <Stack sx={{ gap: 0.5, minWidth: 150 }}>
      {meter(today, budget.day_cents, (sums) => t('{spent} of {budget} today', sums))}
      {meter(month, budget.month_cents, (sums) => t('{spent} of {budget} this month', sums))}
      {until !== null && (
        <div>
          <Mark>
            {budget.at_end === 'wait'
              ? t('Used up until {time}: courses wait', { time: formatStamp(until) })
              : t('Used up until {time}: others take over', { time: formatStamp(until) })}
          </Mark>
        </div>
      )}
    </Stack>
  );
}

const dollarsOf = (cents: number | null | undefined): string => (cents ? String(cents / 100) : '');
const centsOf = (dollars: string): number | null => (dollars === '' ? null : Math.round(Number(dollars) * 100));

interface BudgetDialogProps {
  readonly connection: ServiceConnection;
  readonly onClose: () => void;
}

/** Limits a service's costs per day and per month, and decides what happens at the limit. */
export function BudgetDialog({ connection: { service, budget, price }, onClose }: BudgetDialogProps) {
  const [day, setDay] = useState(dollarsOf(budget?.day_cents));
  const [month, setMonth] = useState(dollarsOf(budget?.month_cents));
  const [end, setEnd] = useState<BudgetEnd>(budget?.at_end ?? 'others');
  const { mutate, error, isPending } = useChangeBudget(onClose);
  const errorAt = (path: string) => (error instanceof ApiError ? error.errors.find((one) => one.path === path)?.message : undefined);
  const amount = { type: 'number', inputMode: 'decimal', min: 0.01, max: MOST_BUDGET_CENTS / 100, step: 0.01 } as const;
  return (
    <FormDialog
      title={t('Budget of {service}', { service: LANE_NAMES[service] })}
      onClose={onClose}
      onSubmit={() => mutate({ service, body: { day_cents: centsOf(day), month_cents: centsOf(month), at_end: end } })}
      actions={<FormActions label={t('Save')} onClose={onClose} isPending={isPending} />}
    >
      <Stack sx={{ gap: 2 }}>
        <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 2, '& > *': { flex: 1 } }}>
          <TextField
            {...amount}
            label={t('US dollars a day (UTC)')}
            value={day}
            onChange={({ target }) => setDay(target.value)}
            helper={t('Empty: any amount.')}
            error={errorAt('day_cents')}
          />
          <TextField
            {...amount}
            label={t('US dollars a month')}
            value={month}
            onChange={({ target }) => setMonth(target.value)}
            helper={t('Empty: any amount.')}
            error={errorAt('month_cents')}
          />
        </Stack>
        <SelectField
          label={t('When the budget is used up')}
          value={end}
          onChange={({ target }) => setEnd(target.value as BudgetEnd)}
          options={[
            { value: 'others', label: t('The other services take over') },
            { value: 'wait', label: t('Courses wait for this service') },
          ]}
          helper={
            end === 'wait'
              ? t(
                  'Work assigned to this service waits until the next day or month, or until the budget is raised. The mentor and checks use the other services.',
                )
              : t('If no other service can take over, courses wait.')
          }
        />
        <Box sx={{ color: 'text.secondary' }}>
          {t('Calls in progress finish, so the final cost can be a little higher.')}
          {price === null && ` ${t('The price of its model is unknown, so its calls are counted at the highest known price.')}`}
        </Box>
        <FormMessage message={error ? { kind: 'error', text: errorText(error, t('The budget could not be saved.')) } : null} />
      </Stack>
    </FormDialog>
  );
}
