import { useEffect } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import Typography from '@mui/material/Typography';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { PRODUCT } from '#contract/product.ts';
import { startCoursePurchase } from '#frontend/features/billing/start-payment.ts';
import { MarketCourseView } from '#frontend/features/courses/market/market-course-view.tsx';
import { MarketList } from '#frontend/features/courses/market/market-list.tsx';
import { marketCourse, marketCreator, marketStanding, type MarketSearch } from '#frontend/features/courses/market/market-queries.ts';
import { starsWord, studentsWord } from '#frontend/features/courses/market/market-words.ts';
import { isNotFound } from '#frontend/lib/api-error.ts';
import { useHeadingFocus } from '#frontend/lib/navigation.ts';
import { useSession } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { useLatched } from '#frontend/lib/use-latched.ts';
import { LinkButton, TextLink } from '#frontend/ui/link.tsx';
import { PublicFrame } from '#frontend/ui/public-frame.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { MARKET_WORDS } from '#contract/market/market-words.ts';

function useTitle(title: string): ReturnType<typeof useHeadingFocus> {
  useEffect(() => {
    document.title = `${title} · ${PRODUCT}`;
  }, [title]);
  return useHeadingFocus();
}

/** The link into the product, for signed-in users and visitors. */
function WayIn() {
  const { user } = useSession();
  return user === null ? (
    <LinkButton to="/sign-in" search={{ next: '/market' }} variant="outlined" color="inherit">
      {t(MARKET_WORDS.sign_in)}
    </LinkButton>
  ) : (
    <LinkButton to="/courses" variant="outlined" color="inherit">
      {t('My Courses')}
    </LinkButton>
  );
}

/** All courses published by creators. The search text is in the URL. */
export function MarketPage() {
  const search = useSearch({ from: '/market' });
  const navigate = useNavigate({ from: '/market' });
  const heading = useTitle(t(MARKET_WORDS.title));
  const creator = useQuery({ ...marketCreator(search.creator ?? ''), enabled: search.creator !== undefined });
  const go = (change: MarketSearch) => void navigate({ search: (old) => ({ ...old, page: undefined, ...change }), replace: true });
  return (
    <PublicFrame aside={<WayIn />}>
      <Typography variant="h1" ref={heading} tabIndex={-1}>
        {creator.data ? t(MARKET_WORDS.of_creator, { name: creator.data.name }) : t(MARKET_WORDS.title)}
      </Typography>
      <Typography color="textSecondary" sx={{ marginBlock: '4px 24px' }}>
        {creator.data ? `${studentsWord(creator.data.students)} · ${starsWord(creator.data)}` : t(MARKET_WORDS.about)}
      </Typography>
      <MarketList search={search} onSearch={go} onPage={(page) => void navigate({ search: (old) => ({ ...old, page }) })} />
    </PublicFrame>
  );
}

/** One published course. */
export function MarketCoursePage() {
  const { courseId } = useParams({ from: '/market/$courseId' });
  const { user } = useSession();
  const cache = useQueryClient();
  const { data, error, refetch } = useQuery(marketCourse(courseId));
  // what a user can do with the course stands above it: arriving later, it would push the course down
  const standing = useQuery(marketStanding(user?.user_id ?? null, courseId));
  const isStandingKnown = useLatched(user === null || !standing.isPending || standing.failureCount > 0);
  const heading = useTitle(data?.title ?? t('Course'));
  return (
    <PublicFrame aside={<WayIn />}>
      <TextLink to="/market">{t(MARKET_WORDS.title)}</TextLink>
      {!data || !isStandingKnown || isNotFound(error) ? (
        <>
          <Typography variant="h1" ref={heading} tabIndex={-1} sx={{ marginBlock: '8px 24px' }}>
            {t('Course')}
          </Typography>
          {isNotFound(error) ? (
            <EmptyState
              title={t('This course is not in the marketplace')}
              actions={
                <LinkButton to="/market" variant="contained">
                  {t('Browse the marketplace')}
                </LinkButton>
              }
            >
              {t('It does not exist, or its creator no longer offers it. If you have enrolled, you can find it in My Courses.')}
            </EmptyState>
          ) : error && !data ? (
            <ErrorState title={t('The course could not be loaded')} error={error} onRetry={() => void refetch()} />
          ) : (
            <LoadingState label={t('Loading the course')} rows={8} />
          )}
        </>
      ) : (
        <>
          <Typography variant="h1" ref={heading} tabIndex={-1} sx={{ marginBlock: '8px 24px' }}>
            <bdi>{data.title}</bdi>
          </Typography>
          <MarketCourseView
            course={data}
            userId={user?.user_id ?? null}
            onBuy={(code) =>
              startCoursePurchase(
                {
                  cache,
                  words: { fallback: t('The payment could not be started.'), noUrl: t('The payment could not be started.') },
                },
                { courseId, code },
              )
            }
          />
        </>
      )}
    </PublicFrame>
  );
}
