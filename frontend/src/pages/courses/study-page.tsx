import { useEffect } from 'react';
import { useCanGoBack, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { PRODUCT } from '#contract/product.ts';
import { oneCourse } from '#frontend/features/courses/course-queries.ts';
import { ReviewView } from '#frontend/features/practice/review-view.tsx';
import { formulaWords } from '#frontend/lib/formula-words.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { CourseCover } from '#frontend/ui/course-cover.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { CloseIcon } from '#frontend/ui/icons.tsx';
import { NextLesson } from './next-lesson.tsx';

const WHOLE = { width: '100%', maxWidth: '100%', margin: 0, border: 0, borderRadius: 0, backgroundColor: 'background.default' } as const;

/** A full-screen session: the due cards of a deck, or everything due in a course. Escape ends it without losing anything. */
export default function StudyPage() {
  const { user_id: userId } = useUser();
  const { deck, course: courseId } = useSearch({ from: '/app/review/study' });
  const { data: course } = useQuery({ ...oneCourse(userId, courseId ?? ''), enabled: courseId !== undefined });
  const router = useRouter();
  const navigate = useNavigate();
  const canGoBack = useCanGoBack();
  const stop = () => {
    if (canGoBack) router.history.back();
    else if (courseId !== undefined) void navigate({ to: '/courses/$courseId', params: { courseId } });
    else void navigate({ to: '/review/cards', search: { deck } });
  };
  const title = course?.title ?? deck ?? t('Review');
  const documentTitle = `${formulaWords(title, undefined)} · ${PRODUCT}`;
  useEffect(() => {
    document.title = documentTitle;
  }, [documentTitle]);
  return (
    <Dialog fullScreen open onClose={stop} transitionDuration={0} slotProps={{ paper: { 'aria-label': title, sx: WHOLE } }}>
      <Box
        sx={{
          boxSizing: 'border-box',
          width: '100%',
          maxWidth: 1216,
          marginInline: 'auto',
          padding: { xs: '12px 16px 32px', md: '16px 40px 40px' },
        }}
      >
        <ReviewView
          userId={userId}
          scope={{ course_id: courseId, deck }}
          way={<NextLesson userId={userId} />}
          lead={
            <Stack direction="row" sx={{ flex: '0 1 auto', alignItems: 'center', gap: 1.5, minWidth: 0 }}>
              <IconButton aria-label={t('Stop')} onClick={stop}>
                <CloseIcon aria-hidden />
              </IconButton>
              {(courseId ?? deck) !== undefined && (
                <Box sx={{ width: 64, flex: 'none', display: { xs: 'none', sm: 'block' } }}>
                  <CourseCover title={title} />
                </Box>
              )}
              <Typography component="h1" variant="h3" dir="auto" noWrap sx={{ maxWidth: { xs: '14rem', md: '22rem' } }}>
                <FormulaText text={title} dir="rtl" />
              </Typography>
            </Stack>
          }
        />
      </Box>
    </Dialog>
  );
}
