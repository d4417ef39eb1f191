import { lazy, type ComponentType } from 'react';

/** Props of a console screen. */
export interface OperatorSectionProps {
  /** The part after the section in the URL, `/operator/<section>/<id>`: the open row. */
  readonly id: string | null;
}

const pages = () => import('./operator-pages.tsx');
const section = (load: () => Promise<ComponentType<OperatorSectionProps>>) => lazy(async () => ({ default: await load() }));

/** The screen of each section, loaded when opened. To add one, add a line here and its name in `operator-places.ts`. */
// oxfmt-ignore
export const OPERATOR_SECTIONS: Readonly<Record<string, ComponentType<OperatorSectionProps>>> = {
  '': section(async () => (await import('#frontend/features/operator/overview/overview-section.tsx')).OverviewSection),
  runs: section(async () => (await import('#frontend/features/operator/runs/runs-section.tsx')).RunsSection),
  batches: section(async () => (await import('#frontend/features/operator/batches/batches-section.tsx')).BatchesSection),
  'dead-letters': section(async () => (await import('#frontend/features/operator/runs/runs-section.tsx')).DeadLettersSection),
  charts: section(async () => (await import('#frontend/features/operator/charts/charts-section.tsx')).ChartsSection),
  limits: section(async () => (await import('#frontend/features/operator/settings/settings-section.tsx')).SettingsSection),
  schedules: section(async () => (await import('#frontend/features/operator/schedules/schedules-section.tsx')).SchedulesSection),
  people: section(async () => (await import('#frontend/features/operator/people/people-section.tsx')).PeopleSection),
  alerts: section(async () => (await import('#frontend/features/operator/overview/alerts-section.tsx')).AlertsSection),
  services: section(async () => (await pages()).ServicesPage),
  payments: section(async () => (await pages()).PaymentAlarmsPage),
  market: section(async () => (await pages()).MarketReportsPage),
  contracts: section(async () => (await pages()).ContractsPage),
  moderation: section(async () => (await import('#frontend/features/moderation/moderation-section.tsx')).ModerationSection),
  translations: section(async () => (await pages()).TranslationsPage),
  audit: section(async () => (await import('#frontend/features/operator/audit/audit-section.tsx')).AuditSection),
};
