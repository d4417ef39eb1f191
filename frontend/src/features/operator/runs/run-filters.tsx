import { useState } from 'react';
import type { RunFilter } from '#contract/operator/runs-console.contract.ts';
import { RUN_KINDS } from '#contract/platform/kinds-of-work.ts';
import { SERVICES } from '#contract/platform/status.contract.ts';
import { SERVICE_NAMES } from '#frontend/lib/service-names.ts';
import { t } from '#frontend/lib/text.ts';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { SelectField, type SelectOption } from '#frontend/ui/fields/select-field.tsx';
import { FilterForm } from '../parts/filter-form.tsx';
import { laneWord, workWord } from '../overview/work-words.ts';
import { statusWord } from './run-words.ts';

const STATUSES = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
/** Filters that are shown on demand. */
const MORE = ['course_id', 'batch_id', 'lane', 'from', 'before', 'cost_from'] as const;
const MICRO = 1_000_000;
/** The value of a date field. */
const dayOf = (at: Date): string =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
const any = (): SelectOption => ({ value: '', label: t('Any') });

interface RunFiltersProps {
  readonly filter: RunFilter;
  readonly onFilter: (filter: RunFilter) => void;
}

/** The search filters for runs. Nothing is fetched before the form is submitted. */
export function RunFilters({ filter, onFilter }: RunFiltersProps) {
  const [draft, setDraft] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, String(value)])),
  );
  const bind = (name: keyof RunFilter) => ({
    name,
    value: draft[name] ?? '',
    onChange: ({ target }: { target: { value: string } }) => setDraft({ ...draft, [name]: target.value }),
  });
  /** Binds a date field: a local day as the moment it begins. */
  const bindDay = (name: 'from' | 'before') => ({
    name,
    value: draft[name] ? dayOf(new Date(draft[name])) : '',
    onChange: ({ target }: { target: { value: string } }) =>
      setDraft({ ...draft, [name]: target.value === '' ? '' : new Date(`${target.value}T00:00`).toISOString() }),
  });
  const bindDollars = {
    name: 'cost_from',
    value: draft['cost_from'] ? String(Number(draft['cost_from']) / MICRO) : '',
    onChange: ({ target }: { target: { value: string } }) =>
      setDraft({ ...draft, cost_from: target.value === '' ? '' : String(Math.round(Number(target.value) * MICRO)) }),
  };
  const send = () => {
    onFilter(Object.fromEntries(Object.entries(draft).flatMap(([name, value]) => (value.trim() === '' ? [] : [[name, value.trim()]]))));
  };
  return (
    <FilterForm
      label={t('Find runs')}
      active={Object.keys(filter).length}
      onSend={send}
      onClear={() => {
        setDraft({});
        onFilter({});
      }}
      isMoreActive={MORE.some((name) => filter[name] !== undefined)}
      more={
        <>
          <TextField label={t('Course id')} {...bind('course_id')} />
          <TextField label={t('Batch id')} {...bind('batch_id')} />
          <SelectField
            label={t('Lane')}
            options={[any(), ...(['interactive', 'batch'] as const).map((lane) => ({ value: lane, label: laneWord(lane) }))]}
            {...bind('lane')}
          />
          <TextField label={t('Created from')} type="date" {...bindDay('from')} />
          <TextField label={t('Created before')} type="date" {...bindDay('before')} />
          <TextField label={t('Cost at least, US dollars')} type="number" min="0" step="any" {...bindDollars} />
        </>
      }
    >
      <TextField label={t('Text or run id')} type="search" {...bind('q')} />
      <TextField label={t('Person: email or id')} type="search" {...bind('person')} />
      <SelectField
        label={t('Kind')}
        options={[any(), ...Object.keys(RUN_KINDS).map((kind) => ({ value: kind, label: workWord(kind) }))]}
        {...bind('kind')}
      />
      <SelectField
        label={t('Status')}
        options={[any(), ...STATUSES.map((status) => ({ value: status, label: statusWord(status) }))]}
        {...bind('status')}
      />
      <SelectField
        label={t('Service')}
        options={[any(), ...SERVICES.map((service) => ({ value: service, label: SERVICE_NAMES[service] }))]}
        {...bind('service')}
      />
      <TextField label={t('Error code')} {...bind('error_code')} />
    </FilterForm>
  );
}
