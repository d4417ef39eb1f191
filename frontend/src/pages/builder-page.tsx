import { lazy, Suspense, useReducer } from 'react';
import Box from '@mui/material/Box';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useDraftResets } from '#frontend/features/generation/builder/course-draft.ts';
import { CourseForm } from '#frontend/features/generation/builder/course-form.tsx';
import { useIsSandboxAi, useServiceCount } from '#frontend/lib/about.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { byServiceCount } from '#frontend/lib/service-names.ts';
import { t } from '#frontend/lib/text.ts';
import { billingKey } from '#frontend/lib/token-balance.ts';
import { DeskFrame } from '#frontend/ui/frames/desk-frame.tsx';
import { BuilderTabs } from './builder/builder-tabs.tsx';

// loaded after the form: users can describe a course without waiting for the parts above it
const Above = lazy(() => import('./builder/builder-recent-work.tsx'));
const Sources = lazy(() => import('#frontend/features/sources/source-picker.tsx'));
const Recommendations = lazy(() => import('./builder-recommendations.tsx'));

/** AI Builder: continue the most recently read lesson, describe a course, see its price, start it. */
export default function BuilderPage() {
  const { user_id: userId } = useUser();
  const { class: classId } = useSearch({ from: '/app/create' });
  const navigate = useNavigate();
  const cache = useQueryClient();
  const resets = useDraftResets();
  const n = useServiceCount();
  const isDemo = useIsSandboxAi();
  const [fills, countFill] = useReducer((n: number) => n + 1, 0);
  return (
    <DeskFrame
      title={t('AI Builder')}
      subtitle={
        classId === undefined
          ? byServiceCount(n, {
              all: t('Tell us what to teach, and who it’s for. Four AI services write the course.'),
              some: t(
                'Tell us what to teach, and who it’s for. {n, plural, one {# AI service writes the course.} other {# AI services write the course.}}',
                { n },
              ),
              library: t('Tell us what to learn, and who it’s for. The courses are from the demo library: people wrote and checked them.'),
              none: t('Tell us what to teach, and who it’s for. No AI service is connected yet.'),
            })
          : t('Tell us what to teach your class. Once writing has started, you can assign the course and set a due date.')
      }
      tabs={<BuilderTabs current="/create" />}
    >
      {/* reserves the space beside the tabs, so that the form stays where it is with or without a notice; runs need more space */}
      <Box sx={{ minHeight: 44, marginBlockStart: -3, '&:has(h2)': { marginBlockEnd: 2 } }}>
        <Suspense>
          <Above userId={userId} />
        </Suspense>
      </Box>
      <CourseForm
        // what the form begins with depends on whether a service is connected
        key={`${resets} ${fills} ${isDemo}`}
        userId={userId}
        sources={Sources}
        opensReady={classId === undefined}
        onStarted={(taskId) => {
          void cache.invalidateQueries({ queryKey: ['runs', userId] });
          // tokens, or a course of the plan's quota, are now reserved
          void cache.invalidateQueries({ queryKey: billingKey(userId) });
          void navigate(
            classId === undefined
              ? { to: '/create/runs/$taskId', params: { taskId } }
              : { to: '/classes/$classId', params: { classId }, search: { assign: taskId } },
          );
        }}
      />
      <Suspense>
        <Recommendations userId={userId} onFilled={countFill} />
      </Suspense>
    </DeskFrame>
  );
}
