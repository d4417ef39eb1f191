import { t } from '#frontend/lib/text.ts';
import { FactStrip } from '#frontend/ui/fact-strip.tsx';
import { RuledSection, SectionBody } from '#frontend/ui/ruled-section.tsx';
import { AnalyticsParts } from './analytics-parts.tsx';
import { engagementFacts } from './figure-words.ts';
import type { FiguresSearch } from './figures-search.ts';
import { Trends } from './trends.tsx';

interface AnalyticsViewProps {
  readonly userId: string;
  readonly search: FiguresSearch;
  readonly onSearch: (search: FiguresSearch) => void;
}

/** Engagement of a creator's students, and revenue and students by month (CRE-11…13). Figures that are not measured say so (G46). */
export function AnalyticsView({ userId, search, onSearch }: AnalyticsViewProps) {
  return (
    <>
      <AnalyticsParts userId={userId}>
        {(analytics) => (
          <>
            <FactStrip facts={engagementFacts(analytics)} />
            <Trends analytics={analytics} search={search} onSearch={onSearch} />
          </>
        )}
      </AnalyticsParts>
      <RuledSection title={t('Demographics')}>
        <SectionBody>
          <p>{t('No data yet: the ages of your students are not known.')}</p>
        </SectionBody>
      </RuledSection>
      <RuledSection title={t('Learning outcomes')}>
        <SectionBody>
          <p>{t('No data yet: what your students have mastered and reached is not measured.')}</p>
        </SectionBody>
      </RuledSection>
    </>
  );
}
