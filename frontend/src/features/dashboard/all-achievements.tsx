import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import Typography from '@mui/material/Typography';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import type { listPoints } from '#contract/dashboard/dashboard.contract.ts';
import { formatDate, formatNumber } from '#frontend/lib/format.ts';
import { t, translateServerText } from '#frontend/lib/text.ts';
import { inEnglish } from '#contract/platform/sentence.contract.ts';
import { FactStrip } from '#frontend/ui/fact-strip.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { ShelfGrid } from '#frontend/ui/frames/shelf-frame.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { Entry, EntryList } from '#frontend/ui/list/entry-list.tsx';
import { PagedList } from '#frontend/ui/list/paged-list.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { AchievementCard } from './achievement-entries.tsx';
import { achievements, pointPages } from './dashboard-queries.ts';

/** All achievements: awarded ones first, then the progress of the others. */
export function AllAchievements({ userId }: { readonly userId: string }) {
  const { data, error, refetch } = useQuery(achievements(userId));
  if (error && !data) return <ErrorState title={t('The achievements could not be loaded')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label={t('Loading the achievements')} rows={8} />;
  return (
    <ShelfGrid>
      {data.map((one) => (
        <li key={one.id}>
          <AchievementCard achievement={one} />
        </li>
      ))}
    </ShelfGrid>
  );
}

type Entry = AnswerOf<typeof listPoints>['entries'][number];

const kindWord = (kind: Entry['kind']): string =>
  ({
    lesson: t('Lesson completed'),
    course: t('Course completed'),
    generated: t('Course generated'),
    achievement: t('Achievement'),
    other: t('Points'),
  })[kind];

/** Every award of points with its reason. */
export function PointsLedger({ userId }: { readonly userId: string }) {
  const list = useInfiniteQuery(pointPages(userId));
  return (
    <PagedList
      pages={list}
      rowsOf={(page) => page.entries}
      failed={t('The points could not be loaded')}
      loading={t('Loading the points')}
      placeholders={8}
      empty={
        <EmptyState
          subject="practice"
          title={t('No points yet')}
          actions={
            <LinkButton to="/courses" variant="contained">
              {t('Go to My Courses')}
            </LinkButton>
          }
        >
          {t('Points are awarded for completed lessons, generated courses and achievements.')}
        </EmptyState>
      }
    >
      {(entries, rows) => (
        <>
          <FactStrip facts={[{ name: t('Points'), figure: formatNumber(list.data?.pages[0]?.total ?? 0) }]} />
          <EntryList ref={rows}>
            {entries.map((entry) => (
              <Entry
                key={entry.id}
                title={
                  <>
                    {kindWord(entry.kind)}
                    {entry.subject_words !== null && `: ${translateServerText(inEnglish(entry.subject_words), entry.subject_words)}`}
                    {entry.subject !== null && (
                      <>
                        {': '}
                        <bdi dir="auto">
                          <FormulaText text={entry.subject} dir="rtl" />
                        </bdi>
                      </>
                    )}
                  </>
                }
                lines={[
                  ...(entry.course_title === null
                    ? []
                    : [
                        <bdi key="course" dir="auto">
                          <FormulaText text={entry.course_title} dir="rtl" />
                        </bdi>,
                      ]),
                  formatDate(entry.created_at),
                ]}
                actions={
                  <Typography variant="h6" component="strong">
                    {t('{n, plural, one {+# point} other {+# points}}', { n: entry.points })}
                  </Typography>
                }
              />
            ))}
          </EntryList>
        </>
      )}
    </PagedList>
  );
}
