import type { FormEvent } from 'react';
import type * as z from 'zod/mini';
import type { listAudit } from '#contract/operator/control.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { FilterForm } from '../parts/filter-form.tsx';

const PARTS = ['actor', 'action', 'subject'] as const;
export type AuditFilter = Pick<z.input<typeof listAudit.query>, (typeof PARTS)[number]>;

/** Parses the parameter `find` of a URL. */
export function readAuditFilter(find: string | undefined): AuditFilter {
  const parts = new URLSearchParams(find ?? '');
  return Object.fromEntries(PARTS.flatMap((name) => (parts.get(name) ? [[name, parts.get(name)]] : [])));
}

/** Formats the parameter `find` of a URL; undefined for the whole log. */
export function writeAuditFilter(filter: AuditFilter): string | undefined {
  const parts = new URLSearchParams(PARTS.flatMap((name) => (filter[name] ? [[name, filter[name]]] : [])));
  return parts.size === 0 ? undefined : parts.toString();
}

interface AuditFiltersProps {
  readonly filter: AuditFilter;
  readonly onFilter: (filter: AuditFilter) => void;
}

/** The search filters of the audit log. Nothing is fetched before the form is submitted. */
export function AuditFilters({ filter, onFilter }: AuditFiltersProps) {
  const send = (event: FormEvent<HTMLFormElement>) => {
    const typed = new FormData(event.currentTarget);
    onFilter(Object.fromEntries(PARTS.map((name) => [name, String(typed.get(name) ?? '').trim()])));
  };
  const bind = (name: (typeof PARTS)[number]) => ({ name, type: 'search', defaultValue: filter[name] ?? '' }) as const;
  return (
    <FilterForm label={t('Find in the audit')} active={Object.keys(filter).length} onSend={send} onClear={() => onFilter({})}>
      <TextField label={t('Who')} placeholder={t('Email or script')} {...bind('actor')} maxLength={200} />
      <TextField label={t('What')} placeholder={t('Such as run.cancel')} {...bind('action')} maxLength={80} />
      <TextField label={t('Of')} placeholder={t('Such as schedule:sweep')} {...bind('subject')} maxLength={200} />
    </FilterForm>
  );
}
