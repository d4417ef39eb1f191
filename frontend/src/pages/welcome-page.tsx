import Box from '@mui/material/Box';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { LEARN, learnParams } from '#frontend/features/courses/lesson/lesson-path.ts';
import { FirstCourseForm } from '#frontend/features/generation/builder/first-course-form.tsx';
import { useHasLibrary } from '#frontend/lib/about.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { billingKey } from '#frontend/lib/token-balance.ts';
import { DeskFrame } from '#frontend/ui/frames/desk-frame.tsx';
import { TextLink } from '#frontend/ui/link.tsx';

/** The first screen of a new account (AUTH-28): one question, whose answer leads to the first lesson. */
export default function WelcomePage() {
  const { user_id: userId } = useUser();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const hasLibrary = useHasLibrary();
  return (
    <DeskFrame title={t('What have you always wanted to understand?')}>
      <FirstCourseForm
        userId={userId}
        onOpened={(courseId, isNew) => {
          if (isNew) void navigate({ to: LEARN, params: learnParams(courseId, { module: 0, lesson: 0 }) });
          else void navigate({ to: '/courses/$courseId', params: { courseId } });
        }}
        onMore={() => void navigate({ to: '/create' })}
        onStarted={(taskId) => {
          void cache.invalidateQueries({ queryKey: ['runs', userId] });
          // tokens, or a course of the plan's quota, are now reserved
          void cache.invalidateQueries({ queryKey: billingKey(userId) });
          void navigate({ to: '/create/runs/$taskId', params: { taskId } });
        }}
      />
      <Box component="p" sx={{ display: 'flex', flexWrap: 'wrap', gap: '8px 24px', marginBlock: 2 }}>
        {hasLibrary && <TextLink to="/create/library">{t('See all ready courses')}</TextLink>}
        <TextLink to="/market">{t('Browse the marketplace')}</TextLink>
      </Box>
    </DeskFrame>
  );
}
