import { lazy, Suspense } from 'react';
import { t } from '#frontend/lib/text.ts';
import type { TextDifference } from '#frontend/ui/batches/differences-dialog.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';

const LessonDiff = lazy(() => import('#frontend/features/courses/diff/lesson-diff.tsx'));

const textOf = (content: string) => ({ title: '', content, objectives: [], key_takeaways: [] });

/** The direction as with `dir="auto"`: the course may be in another language than the page. */
const directionOf = (text: string) => (/^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text) ? 'rtl' : 'ltr');

/** The changes that a batch would make to a lesson, shown as in the course's own history. */
export function BatchDifference({ before, after, isLive }: TextDifference) {
  return (
    <Suspense fallback={<LoadingState label={t('Loading the differences')} rows={4} />}>
      <LessonDiff
        before={before === null ? null : textOf(before)}
        after={textOf(after)}
        labels={isLive ? [t('Before'), t('Live now')] : [t('Live now'), t('Proposed')]}
        language={{ dir: directionOf(after) }}
        heading="h4"
      />
    </Suspense>
  );
}
