import { Fragment, lazy, Suspense, useState, type Ref } from 'react';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { clipPrice, isPaidByPlan } from '#contract/billing/price.ts';
import { coverArt } from '#contract/courses/cover-art/cover-art.ts';
import { COVER_HEIGHT, COVER_WIDTH } from '#contract/courses/cover-art/draw.ts';
import { deleteVideo, downloadVideo, linkVideo, renameVideo, TITLE_CHARACTERS, type Video } from '#contract/video/video.contract.ts';
import { continueRun, stopRun } from '#contract/platform/runs.contract.ts';
import { refusalWords, useAgeRefusal } from '#frontend/lib/age/age-rules.ts';
import { call, callForFile } from '#frontend/lib/api-client.ts';
import { errorText, failureText } from '#frontend/lib/api-error.ts';
import { formatTokens, formatWhen } from '#frontend/lib/format.ts';
import { formulaWords } from '#frontend/lib/formula-words.ts';
import { saveFile } from '#frontend/lib/save-file.ts';
import { t, translateServerText } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { etaWords } from '#frontend/lib/polling/eta-words.ts';
import { billingKey } from '#frontend/lib/token-balance.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { SearchField } from '#frontend/ui/fields/search-field.tsx';
import { CourseCover } from '#frontend/ui/course-cover.tsx';
import { EstimateBasis } from '#frontend/ui/estimate-basis.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { ShelfGrid } from '#frontend/ui/frames/shelf-frame.tsx';
import { LinkButton, TextLink } from '#frontend/ui/link.tsx';
import { OptionsButton } from '#frontend/ui/options-button.tsx';
import { ProgressMeter } from '#frontend/ui/progress-meter.tsx';
import { SectionHeading } from '#frontend/ui/section-heading.tsx';
import { PagedList } from '#frontend/ui/list/paged-list.tsx';
import { MetaLine } from '#frontend/ui/meta-line.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import {
  captionsAddress,
  posterAddress,
  RECENT_VIDEOS,
  videoAddress,
  videoPages,
  VIDEOS_PAGE,
  videoAllowance,
  videosKey,
} from './video-queries.ts';

const ConfirmDialog = lazy(async () => ({ default: (await import('#frontend/ui/dialogs/confirm-dialog.tsx')).ConfirmDialog }));
const VideoLinkDialog = lazy(() => import('./video-link-dialog.tsx'));

// a clip's picture, its player and their placeholder have the same shape
const Still = styled('div')({
  position: 'relative',
  '& > *': { display: 'block', width: '100%', aspectRatio: '16 / 9', objectFit: 'cover', borderRadius: 0 },
});

/** The newest clips on My Courses; renders nothing if there are none. */
export function RecentVideos({ userId }: { readonly userId: string }) {
  const { data, error, refetch } = useInfiniteQuery(videoPages(userId, { limit: RECENT_VIDEOS }));
  if (error && !data) return <ErrorState title={t('Your videos could not be loaded')} error={error} onRetry={() => void refetch()} />;
  const videos = data?.pages[0]?.videos ?? [];
  if (videos.length === 0) return null;
  return (
    <Box component="section" aria-label={t('Generated videos')} sx={{ marginBlockStart: 4.5 }}>
      <SectionHeading aside={<TextLink to="/videos">{t('View All')}</TextLink>}>{t('Generated videos')}</SectionHeading>
      <Cards userId={userId} videos={videos} />
    </Box>
  );
}

interface VideosViewProps {
  readonly userId: string;
  readonly query: string;
  readonly onQuery: (text: string) => void;
}

/** All clips of a user, with search. */
export function VideosView({ userId, query, onQuery }: VideosViewProps) {
  const pages = useInfiniteQuery(videoPages(userId, { limit: VIDEOS_PAGE, q: query }));
  const hasNone = query === '' && pages.data?.pages[0]?.videos.length === 0;
  return (
    <>
      {!hasNone && (
        <Box role="search" sx={{ marginBlockEnd: 2 }}>
          <SearchField label={t('Search videos')} value={query} onChange={(event) => onQuery(event.target.value)} />
        </Box>
      )}
      <PagedList
        pages={pages}
        rowsOf={(page) => page.videos}
        failed={t('Your videos could not be loaded')}
        loading={t('Loading your videos')}
        placeholders={6}
        empty={
          <EmptyState
            subject={query ? 'search' : 'videos'}
            title={query ? t('No video matches') : t('No videos yet')}
            {...(!query && {
              actions: (
                <LinkButton to="/create" variant="contained">
                  {t('Open AI Builder')}
                </LinkButton>
              ),
            })}
          >
            {query ? t('Try other words from its title or your request.') : t('Clips you film in AI Builder are listed here.')}
          </EmptyState>
        }
      >
        {(videos, list) => <Cards userId={userId} videos={videos} list={list} isWholePage />}
      </PagedList>
    </>
  );
}

interface CardsProps {
  readonly userId: string;
  readonly videos: readonly Video[];
  readonly list?: Ref<HTMLUListElement>;
  /** The cards are directly below the page's title, outside any section. */
  readonly isWholePage?: boolean;
}

function Cards({ userId, videos, list, isWholePage = false }: CardsProps) {
  return (
    <ShelfGrid ref={list}>
      {videos.map((video) => (
        <li key={video.task_id}>
          <VideoCard userId={userId} video={video} heading={isWholePage ? 'h2' : 'h3'} />
        </li>
      ))}
    </ShelfGrid>
  );
}

interface VideoCardProps {
  readonly userId: string;
  readonly video: Video;
  readonly heading?: 'h2' | 'h3';
}

/** One clip: its progress or player, and its actions. */
export function VideoCard({ userId, video, heading = 'h3' }: VideoCardProps) {
  const cache = useQueryClient();
  const [title, setTitle] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  /** The link that the browser did not copy. */
  const [uncopied, setUncopied] = useState<string | null>(null);
  const { task_id: taskId, status, mode, duration } = video;
  const params = { task_id: taskId };
  const left = etaWords({ eta: video.eta, status: 'running', stage: 'filming' });
  const settle = () => {
    setTitle(null);
    void cache.invalidateQueries({ queryKey: videosKey(userId) });
    void cache.invalidateQueries({ queryKey: billingKey(userId) });
  };
  const onError = (error: Error) => toast('error', errorText(error, t('That did not work. Please try again.')));
  const rename = useAction({
    mutationFn: (to: string) => call(renameVideo, { params, body: { title: to } }),
    onSuccess: settle,
    onError,
  });
  const remove = useAction({ mutationFn: () => call(deleteVideo, { params }), onSuccess: settle, onError });
  const stop = useAction({ mutationFn: () => call(stopRun, { params, query: {} }), onSuccess: settle, onError });
  const cost = clipPrice(mode, duration);
  const allowance = useQuery({ ...videoAllowance(userId), enabled: video.may_retry });
  // 0 until the price can be shown; if it costs more, the user is asked
  const price = allowance.data && !isPaidByPlan(cost, allowance.data.seconds_left) ? cost.centitokens : 0;
  const retry = useAction({ mutationFn: () => call(continueRun, { params, acceptedPrice: price }), onSuccess: settle, onError });
  const download = useAction({
    mutationFn: () => callForFile(downloadVideo, { params }),
    onSuccess: ({ file }) =>
      saveFile(
        file,
        `${
          video.title
            .replaceAll(/[^\p{L}\p{N} _-]+/gu, '')
            .slice(0, 60)
            .trim() || 'video'
        }.mp4`,
      ),
    onError: (error) => toast('error', failureText(error, t('Download failed'))),
  });
  const link = useAction({
    mutationFn: async () => {
      const { path } = await call(linkVideo, { params });
      const address = new URL(path, location.origin).href;
      // insecure contexts have no clipboard, and some browsers do not allow copying after a wait for the server
      const isCopied = await navigator.clipboard?.writeText(address).then(
        () => true,
        () => false,
      );
      return isCopied ? null : address;
    },
    onSuccess: (address) =>
      address === null ? toast('success', t('Copied. The link works for 24 hours for anyone who has it.')) : setUncopied(address),
    onError,
  });
  const acts: readonly (readonly [caption: string, act: () => void] | false)[] = [
    status === 'completed' && [t('Download'), () => download.mutate()],
    status === 'processing' && [t('Stop'), () => stop.mutate()],
    video.may_retry && [price > 0 ? t('Try again for {n} tokens', { n: formatTokens(price) }) : t('Try again'), () => retry.mutate()],
    [t('Rename'), () => setTitle(video.title)],
    status !== 'processing' && [t('Delete'), () => setAsking(true)],
  ];
  return (
    <Card component="article" sx={{ height: '100%', boxSizing: 'border-box' }}>
      <Still>
        {status === 'completed' ? (
          // oxlint-disable-next-line jsx-a11y/media-has-caption -- one in which nobody speaks has nothing to caption
          <video
            controls
            preload="none"
            playsInline
            poster={video.course ? coverAddress(video.course.title) : posterAddress(taskId)}
            src={videoAddress(taskId)}
            aria-label={formulaWords(video.title, undefined)}
          >
            {video.has_captions && <track kind="captions" src={captionsAddress(taskId)} label={t('Captions')} />}
          </video>
        ) : (
          <CourseCover title={video.course?.title ?? video.title} />
        )}
      </Still>
      <Stack sx={{ padding: { xs: '10px 12px 12px', md: '14px 18px 16px' }, gap: 0.5 }}>
        <Stack direction="row" sx={{ alignItems: 'flex-start', justifyContent: 'space-between', gap: 0.5 }}>
          {title === null ? (
            <Typography component={heading} variant="h3" dir="auto" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              <FormulaText text={video.title} dir="rtl" />
            </Typography>
          ) : (
            <form
              onSubmit={(event) => {
                event.preventDefault();
                if (title.trim()) rename.mutate(title.trim());
              }}
            >
              <TextField label={t('Title')} value={title} onChange={(event) => setTitle(event.target.value.slice(0, TITLE_CHARACTERS))} />
              <Button type="submit" size="small" disabled={!title.trim()}>
                {t('Save')}
              </Button>
            </form>
          )}
          <Box sx={{ marginBlock: '-8px', marginInlineEnd: '-10px' }}>
            <OptionsButton title={video.title}>
              {(anchor, onClose) => (
                <Menu open anchorEl={anchor} onClose={onClose}>
                  {status === 'completed' && (
                    <LinkItem
                      userId={userId}
                      onCopy={() => {
                        onClose();
                        link.mutate();
                      }}
                    />
                  )}
                  {acts.map(
                    (act) =>
                      act && (
                        <MenuItem
                          key={act[0]}
                          onClick={() => {
                            onClose();
                            act[1]();
                          }}
                        >
                          {act[0]}
                        </MenuItem>
                      ),
                  )}
                </Menu>
              )}
            </OptionsButton>
          </Box>
        </Stack>
        {status === 'processing' && (
          <>
            <Typography variant="body2">{t('{n}%', { n: video.progress })}</Typography>
            <ProgressMeter label={t('Filming: {title}', { title: video.title })} value={video.progress} />
            {left !== null && (
              <Typography variant="body2" color="textSecondary">
                {left} <EstimateBasis eta={video.eta} words={left} />
              </Typography>
            )}
          </>
        )}
        {status === 'failed' && <Alert severity="error">{video.error !== null && translateServerText(video.error)}</Alert>}
        <Typography variant="body2" color="textSecondary">
          <MetaLine
            facts={[
              video.course && (
                <Fragment key="course">
                  {t('Clip of the course')}{' '}
                  <TextLink dir="auto" to="/courses/$courseId" params={{ courseId: video.course.course_id }}>
                    <FormulaText text={video.course.title} dir="rtl" />
                  </TextLink>
                </Fragment>
              ),
              t('{seconds} s, {mode}', { seconds: duration, mode: mode === 'fast' ? t('fast') : t('quality') }),
              formatWhen(video.created_at),
            ]}
          />
        </Typography>
      </Stack>
      {uncopied !== null && (
        <Suspense>
          <VideoLinkDialog address={uncopied} onClose={() => setUncopied(null)} />
        </Suspense>
      )}
      {isAsking && (
        <Suspense>
          <ConfirmDialog
            title={t('Delete this video?')}
            act={t('Delete')}
            isPending={remove.isPending}
            onConfirm={() => remove.mutate()}
            onClose={() => setAsking(false)}
          >
            <p dir="auto">
              <FormulaText text={video.title} dir="rtl" />
            </p>
          </ConfirmDialog>
        </Suspense>
      )}
    </Card>
  );
}

interface LinkItemProps {
  readonly userId: string;
  readonly onCopy: () => void;
  // given by a menu to its items, to move the focus among them
  readonly autoFocus?: boolean;
  readonly tabIndex?: number;
}

/** Copies a clip's link; if the user's age does not allow links, it says so instead. */
function LinkItem({ userId, onCopy, ...focus }: LinkItemProps) {
  const refusal = useAgeRefusal(userId, 'secret_address');
  if (refusal === null) {
    return (
      <MenuItem {...focus} onClick={onCopy}>
        {t('Copy the link')}
      </MenuItem>
    );
  }
  return (
    <MenuItem {...focus} aria-disabled sx={{ display: 'block', maxWidth: '20rem', whiteSpace: 'normal' }}>
      {t('Copy the link')}
      <Typography variant="body2" color="textSecondary">
        {refusalWords(refusal)}
      </Typography>
    </MenuItem>
  );
}

/** The drawn cover of a course as an address, for elements that only accept an address. */
const coverAddress = (title: string): string =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${COVER_WIDTH} ${COVER_HEIGHT}" preserveAspectRatio="xMidYMid slice">${coverArt({ title })}</svg>`,
  )}`;
