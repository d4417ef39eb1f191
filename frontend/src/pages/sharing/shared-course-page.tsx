import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import Typography from '@mui/material/Typography';
import { PRODUCT } from '#contract/product.ts';
import { sharedCourse } from '#frontend/features/sharing/share-queries.ts';
import { SharedCourseView } from '#frontend/features/sharing/shared-course-view.tsx';
import { isNotFound } from '#frontend/lib/api-error.ts';
import { formulaWords } from '#frontend/lib/formula-words.ts';
import { useHeadingFocus } from '#frontend/lib/navigation.ts';
import { t } from '#frontend/lib/text.ts';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { PublicFrame } from '#frontend/ui/public-frame.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';

/** A course for anyone who has its URL; search engines are asked not to index it. */
export default function SharedCoursePage() {
  const { token } = useParams({ from: '/shared/$token' });
  const { data, error, refetch } = useQuery(sharedCourse(token));
  const heading = useHeadingFocus();
  const title = data?.title ?? t('Shared course');
  useEffect(() => {
    document.title = `${formulaWords(title, undefined)} · ${PRODUCT}`;
    const robots = document.createElement('meta');
    robots.name = 'robots';
    robots.content = 'noindex, nofollow';
    document.head.append(robots);
    return () => robots.remove();
  }, [title]);
  return (
    <PublicFrame>
      <Typography variant="h1" ref={heading} tabIndex={-1} dir="auto">
        <FormulaText text={title} dir="rtl" />
      </Typography>
      {data ? (
        <>
          <Typography color="textSecondary" sx={{ marginBlock: '4px 24px' }}>
            {t('Shared by {name}', { name: data.by })}
          </Typography>
          <SharedCourseView
            course={data}
            actions={
              <LinkButton to="/" variant="outlined" color="inherit">
                {t('Create your own course')}
              </LinkButton>
            }
          />
        </>
      ) : isNotFound(error) ? (
        <EmptyState subject="missing" title={t('This link does not work')}>
          {t('The link does not exist, or its owner has withdrawn it.')}
        </EmptyState>
      ) : error ? (
        <ErrorState title={t('The course could not be loaded')} error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState label={t('Loading the course')} rows={8} />
      )}
    </PublicFrame>
  );
}
