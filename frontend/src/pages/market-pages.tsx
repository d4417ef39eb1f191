import type { ReactNode } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import Stack from '@mui/material/Stack';
import { startCoursePurchase } from '#frontend/features/billing/start-payment.ts';
import { MarketCourseView } from '#frontend/features/market/market-course-view.tsx';
import { CreatorHead } from '#frontend/features/market/creator-head.tsx';
import { MarketHero } from '#frontend/features/market/market-hero.tsx';
import { MarketList } from '#frontend/features/market/market-list.tsx';
import { marketCourse, marketCreator, marketStanding, type MarketSearch } from '#frontend/features/market/market-queries.ts';
import { isNotFound } from '#frontend/lib/api-error.ts';
import { languageAttributes } from '#frontend/lib/courses/course-language.ts';
import { useSession } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { useLatched } from '#frontend/lib/use-latched.ts';
import { FrameBox } from '#frontend/ui/frames/frame-box.tsx';
import { FrameHead } from '#frontend/ui/frames/frame-head.tsx';
import { LinkButton, TextLink } from '#frontend/ui/link.tsx';
import { PublicFrame } from '#frontend/ui/public-frame.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { MARKET_WORDS } from '#contract/market/market-words.ts';

/** A page of the market under its head: in the shell for users, under the public header for visitors. */
function MarketFrame({ head, children }: { readonly head: ReactNode; readonly children: ReactNode }) {
  const { user } = useSession();
  if (user !== null)
    return (
      <FrameBox data-frame="shelf">
        {head}
        <div>{children}</div>
      </FrameBox>
    );
  return (
    <PublicFrame
      aside={
        <Stack direction="row" sx={{ gap: 0.5 }}>
          <LinkButton to="/sign-in" search={{ next: '/market' }} variant="text" color="inherit" size="small">
            {t(MARKET_WORDS.sign_in)}
          </LinkButton>
          <LinkButton to="/sign-in" search={{ mode: 'create', next: '/market' }} variant="contained" size="small">
            {t(MARKET_WORDS.create_account)}
          </LinkButton>
        </Stack>
      }
    >
      {head}
      {children}
    </PublicFrame>
  );
}

/** All courses published by creators. The search text is in the URL. */
export function MarketPage() {
  const search = useSearch({ from: '/app/market' });
  const navigate = useNavigate({ from: '/market' });
  const creator = useQuery({ ...marketCreator(search.creator ?? ''), enabled: search.creator !== undefined });
  const { user } = useSession();
  const go = (change: MarketSearch) => void navigate({ search: (old) => ({ ...old, page: undefined, ...change }), replace: true });
  return (
    <MarketFrame
      head={
        creator.data ? (
          <CreatorHead creator={creator.data} userId={user?.user_id ?? null} />
        ) : creator.isLoading ? (
          <FrameHead title={t('Creator')} />
        ) : (
          <MarketHero search={search} onSearch={go} />
        )
      }
    >
      <MarketList search={search} onSearch={go} onPage={(page) => void navigate({ search: (old) => ({ ...old, page }) })} />
    </MarketFrame>
  );
}

/** One published course. */
export function MarketCoursePage() {
  const { courseId } = useParams({ from: '/app/market/$courseId' });
  const { user } = useSession();
  const cache = useQueryClient();
  const { data, error, refetch } = useQuery(marketCourse(courseId));
  // waits for the user's actions on the course, which are above it and would push it down later
  const standing = useQuery(marketStanding(user?.user_id ?? null, courseId));
  const isStandingKnown = useLatched(user === null || !standing.isPending || standing.failureCount > 0);
  const course = isStandingKnown && !isNotFound(error) ? data : undefined;
  return (
    <MarketFrame
      head={
        <FrameHead
          title={course?.title ?? t('Course')}
          {...(course && { language: languageAttributes(course.language) })}
          subtitle={<TextLink to="/market">{t(MARKET_WORDS.title)}</TextLink>}
        />
      }
    >
      {course ? (
        <MarketCourseView
          course={course}
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
      ) : isNotFound(error) ? (
        <EmptyState
          subject="missing"
          title={t('This course is not in the marketplace')}
          actions={
            <LinkButton to="/market" variant="contained">
              {t('Browse the marketplace')}
            </LinkButton>
          }
        >
          {t('The course does not exist, or its creator no longer offers it. If you are enrolled, you can find it in My Courses.')}
        </EmptyState>
      ) : error && !data ? (
        <ErrorState title={t('The course could not be loaded')} error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState label={t('Loading the course')} rows={8} />
      )}
    </MarketFrame>
  );
}
