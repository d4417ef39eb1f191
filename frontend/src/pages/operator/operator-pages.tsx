import { lazy, Suspense } from 'react';
import Card from '@mui/material/Card';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { BatchesSection } from '#frontend/features/operator/batches/batches-section.tsx';
import { CompareSection } from '#frontend/features/operator/evaluations/compare-section.tsx';
import { AlarmList } from '#frontend/features/operator/alarm-list.tsx';
import { SalesMessageList } from '#frontend/features/operator/sales-message-list.tsx';
import { TextProposals } from '#frontend/features/operator/text-proposals.tsx';
import KeysSection from '#frontend/features/identity/keys/keys-section.tsx';
import WebhooksSection from '#frontend/features/webhooks/webhooks-section.tsx';
import { ContractForm } from '#frontend/features/operator/contract-form.tsx';
import { ContractList } from '#frontend/features/operator/contract-list.tsx';
import { OrganisationSignIns } from '#frontend/features/operator/organisation-sign-ins.tsx';
import { MarketReports } from '#frontend/features/operator/market-reports.tsx';
import { ServiceLanes } from '#frontend/features/operator/service-lanes.tsx';
import { RangeChoice } from '#frontend/features/operator/charts/series-panels.tsx';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { ConsoleFrame } from '#frontend/ui/frames/console-frame.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { BatchDifference } from '../batch-difference.tsx';
import type { OperatorSectionProps } from './operator-sections.tsx';

/** Batches, whose results are compared in the same way as a course's own versions. */
export const BatchesPage = ({ id }: OperatorSectionProps) => <BatchesSection id={id} Diff={BatchDifference} />;

/** The API keys and webhooks of operators. */
export function OperatorKeysPage() {
  const { user_id: userId } = useUser();
  return (
    <ConsoleFrame
      title={t('API keys')}
      subtitle={t('Creating and revoking a key, and everything it does, is recorded in the audit log under your name.')}
    >
      <KeysSection userId={userId} holder="operator" />
      <WebhooksSection userId={userId} holder="operator" />
    </ConsoleFrame>
  );
}

const LessonMarkdown = lazy(() =>
  import('#frontend/ui/markdown/lesson-markdown.tsx').then((module) => ({ default: module.LessonMarkdown })),
);

/** A lesson as its reader would see it. */
const ReadLesson = ({ content }: { readonly content: string }) => (
  <Suspense fallback={<LoadingState label={t('Loading the lesson')} rows={4} />}>
    <LessonMarkdown>{content}</LessonMarkdown>
  </Suspense>
);

/** Comparisons of models, whose lessons are shown as in a course. */
export const ComparePage = ({ id }: OperatorSectionProps) => <CompareSection id={id} Lesson={ReadLesson} />;

/** Where operators record signed orders (G16). */
export function ContractsPage() {
  return (
    <ConsoleFrame
      title={t('Contracts')}
      subtitle={t('Orders that were signed and paid outside the product. Each one is recorded in the audit log under your name.')}
      panel={
        <Card sx={{ padding: 2 }}>
          <ContractForm />
        </Card>
      }
    >
      <ContractList />
    </ConsoleFrame>
  );
}

/** How organisations sign in. */
export const OrganisationSignInsPage = () => (
  <ConsoleFrame
    title={t('Organisation sign-in')}
    subtitle={t('Current and upcoming problems. Help is recorded in the audit log under your name.')}
  >
    <OrganisationSignIns />
  </ConsoleFrame>
);

/** The payments that need an operator's attention. The selected list is in the URL. */
export function PaymentAlarmsPage() {
  const { show } = useSearch({ from: '/app/operator' });
  const navigate = useNavigate();
  return (
    <ConsoleFrame
      title={t('Payment alarms')}
      subtitle={t('Alarms that need attention. Acknowledging one is recorded in the audit log under your name.')}
    >
      <AlarmList
        state={show === 'looked-at' ? 'acknowledged' : 'open'}
        onState={(state) => void navigate({ to: '.', search: (old) => ({ ...old, show: state === 'open' ? undefined : 'looked-at' }) })}
      />
    </ConsoleFrame>
  );
}

/** Questions about plans for organisations. The selected list is in the URL. */
export function SalesMessagesPage() {
  const { show } = useSearch({ from: '/app/operator' });
  const navigate = useNavigate();
  return (
    <ConsoleFrame
      title={t('Sales enquiries')}
      subtitle={t(
        'Questions about plans for organisations. Answer them by email. Marking one as answered is recorded in the audit log under your name.',
      )}
    >
      <SalesMessageList
        state={show === 'answered' ? 'answered' : 'open'}
        onState={(state) => void navigate({ to: '.', search: (old) => ({ ...old, show: state === 'open' ? undefined : 'answered' }) })}
      />
    </ConsoleFrame>
  );
}

/** Users' suggestions for machine-translated texts. */
export function TranslationsPage() {
  return (
    <ConsoleFrame
      title={t('Translations')}
      subtitle={t('A text you accept replaces the service’s text immediately and is recorded in the audit log under your name.')}
    >
      <TextProposals />
    </ConsoleFrame>
  );
}

/** The state of the AI services as seen by this installation. */
export function ServicesPage() {
  return (
    <ConsoleFrame
      title={t('AI services')}
      actions={<RangeChoice />}
      subtitle={t('A paused service is retried automatically. If you resume it yourself, the audit log records it under your name.')}
    >
      <ServiceLanes />
    </ConsoleFrame>
  );
}

/** Users' reports about the market. */
export function MarketReportsPage() {
  return (
    <ConsoleFrame title={t('Reported courses')} subtitle={t('People who already have a removed course keep it.')}>
      <MarketReports />
    </ConsoleFrame>
  );
}
