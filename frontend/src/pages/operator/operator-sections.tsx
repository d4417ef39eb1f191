import type { ComponentType } from 'react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { lookup } from '#contract/platform/lookup.ts';

/** Props of a console screen. */
export interface OperatorSectionProps {
  /** The part after the section in the URL, `/operator/<section>/<id>`: the open row. */
  readonly id: string | null;
}

/** `preload` loads its code; absent once that is loaded. */
type Section = ComponentType<OperatorSectionProps> & { preload?: () => Promise<void> | undefined };

const pages = () => import('./operator-pages.tsx');

/**
 * The screen of each section; the router loads its code before opening it. To add one, add a line here and its name in
 * `operator-frame.tsx`.
 */
// oxfmt-ignore
export const OPERATOR_SECTIONS: Readonly<Record<string, Section>> = lookup({
  '': lazyRouteComponent(() => import('#frontend/features/operator/overview/overview-section.tsx'), 'OverviewSection'),
  runs: lazyRouteComponent(() => import('#frontend/features/operator/runs/runs-section.tsx'), 'RunsSection'),
  courses: lazyRouteComponent(() => import('./course-text-page.tsx'), 'CourseTextPage'),
  batches: lazyRouteComponent(pages, 'BatchesPage'),
  'dead-letters': lazyRouteComponent(() => import('#frontend/features/operator/runs/runs-section.tsx'), 'DeadLettersSection'),
  charts: lazyRouteComponent(() => import('#frontend/features/operator/charts/charts-section.tsx'), 'ChartsSection'),
  limits: lazyRouteComponent(() => import('#frontend/features/operator/settings/settings-section.tsx'), 'SettingsSection'),
  schedules: lazyRouteComponent(() => import('#frontend/features/operator/schedules/schedules-section.tsx'), 'SchedulesSection'),
  people: lazyRouteComponent(() => import('#frontend/features/operator/people/people-section.tsx'), 'PeopleSection'),
  alerts: lazyRouteComponent(() => import('#frontend/features/operator/overview/alerts-section.tsx'), 'AlertsSection'),
  connections: lazyRouteComponent(() => import('#frontend/features/operator/connections/connections-section.tsx'), 'ConnectionsSection'),
  services: lazyRouteComponent(pages, 'ServicesPage'),
  compare: lazyRouteComponent(pages, 'ComparePage'),
  payments: lazyRouteComponent(pages, 'PaymentAlarmsPage'),
  sales: lazyRouteComponent(pages, 'SalesMessagesPage'),
  market: lazyRouteComponent(pages, 'MarketReportsPage'),
  contracts: lazyRouteComponent(pages, 'ContractsPage'),
  'sign-ins': lazyRouteComponent(pages, 'OrganisationSignInsPage'),
  organisations: lazyRouteComponent(() => import('#frontend/features/operator/organisations/organisations-section.tsx'), 'OrganisationsSection'),
  moderation: lazyRouteComponent(() => import('#frontend/features/moderation/moderation-section.tsx'), 'ModerationSection'),
  translations: lazyRouteComponent(pages, 'TranslationsPage'),
  keys: lazyRouteComponent(pages, 'OperatorKeysPage'),
  audit: lazyRouteComponent(() => import('#frontend/features/operator/audit/audit-section.tsx'), 'AuditSection'),
});
