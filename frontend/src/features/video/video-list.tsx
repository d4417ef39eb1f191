import { lazy, Suspense, useState, type Ref } from 'react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { deleteVideo, downloadVideo, linkVideo, renameVideo, TITLE_CHARACTERS, type Video } from '#contract/video/video.contract.ts';
import { continueRun, stopRun } from '#contract/platform/runs.contract.ts';
import { call, callForFile } from '#frontend/lib/api-client.ts';
import { errorText, failureText } from '#frontend/lib/api-error.ts';
import { formatWhen } from '#frontend/lib/format.ts';
import { saveFile } from '#frontend/lib/save-file.ts';
import { t, translateServerText } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { etaWords } from '#frontend/lib/polling/eta-words.ts';
import { billingKey } from '#frontend/lib/token-balance.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { EstimateBasis } from '#frontend/ui/estimate-basis.tsx';
import { TextLink } from '#frontend/ui/link.tsx';
import { ProgressMeter } from '#frontend/ui/progress-meter.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { PagedList } from '#frontend/ui/list/paged-list.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { captionsAddress, posterAddress, videoAddress, videoPages, videosKey } from './video-queries.ts';

const ConfirmDialog = lazy(async () => ({ default: (await import('#frontend/ui/dialogs/confirm-dialog.tsx')).ConfirmDialog }));
const VideoLinkDialog = lazy(() => import('./video-link-dialog.tsx'));

/** VID-14, VID-15. */
export const RECENT_VIDEOS = 4;
const PAGE = 12;

const Grid = styled('ul')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 17rem), 1fr))',
  gap: 24,
  margin: 0,
  padding: '16px 0 0',
  listStyle: 'none',
});
const Card = styled('li')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignContent: 'start',
  gap: 8,
  minWidth: 0,
  '& video, & [data-still]': { width: '100%', aspectRatio: '16 / 9', background: theme.vars.palette.background.paper, objectFit: 'cover' },
  '& [data-still]': {
    display: 'grid',
    placeItems: 'center',
    gridTemplateColumns: 'minmax(0, 1fr)',
    padding: 16,
    border: `1px solid ${theme.vars.palette.line.hairline}`,
  },
  '& h2, & h3': { ...theme.typography.body1, fontWeight: 650, margin: 0, overflowWrap: 'anywhere' },
  '& p': { ...theme.typography.body2, margin: 0, color: theme.vars.palette.text.secondary },
}));
const Filming = styled('div')({ display: 'grid', gap: 8, width: '70%', textAlign: 'center' });
const Actions = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8 });

/** The newest clips on My Courses; renders nothing without any. */
export function RecentVideos({ userId }: { readonly userId: string }) {
  const { data, error, refetch } = useInfiniteQuery(videoPages(userId, { limit: RECENT_VIDEOS }));
  if (error && !data) return <ErrorState title={t('Your videos could not be loaded')} error={error} onRetry={() => void refetch()} />;
  const videos = data?.pages[0]?.videos ?? [];
  if (videos.length === 0) return null;
  return (
    <RuledSection title={t('Generated videos')} aside={<TextLink to="/videos">{t('View All')}</TextLink>}>
      <Cards userId={userId} videos={videos} />
    </RuledSection>
  );
}

interface VideosViewProps {
  readonly userId: string;
  readonly query: string;
  readonly onQuery: (text: string) => void;
}

/** All clips of a user, with search. */
export function VideosView({ userId, query, onQuery }: VideosViewProps) {
  const pages = useInfiniteQuery(videoPages(userId, { limit: PAGE, q: query }));
  return (
    <>
      <TextField label={t('Search videos')} type="search" value={query} onChange={(event) => onQuery(event.target.value)} />
      <PagedList
        pages={pages}
        rowsOf={(page) => page.videos}
        failed={t('Your videos could not be loaded')}
        loading={t('Loading your videos')}
        placeholders={6}
        empty={
          <EmptyState title={query ? t('No video matches') : t('You have no videos yet')}>
            {query
              ? t('Try other words of its title or of what you asked for.')
              : t('Clips that you have filmed on the AI Builder are listed here.')}
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
  /** The cards stand directly below the page's title, in no section. */
  readonly isWholePage?: boolean;
}

function Cards({ userId, videos, list, isWholePage = false }: CardsProps) {
  return (
    <Grid ref={list}>
      {videos.map((video) => (
        <VideoCard key={video.task_id} userId={userId} video={video} heading={isWholePage ? 'h2' : 'h3'} />
      ))}
    </Grid>
  );
}

interface VideoCardProps {
  readonly userId: string;
  readonly video: Video;
  readonly heading?: 'h2' | 'h3';
}

/** One clip: its progress or player, and its actions. */
export function VideoCard({ userId, video, heading: Heading = 'h3' }: VideoCardProps) {
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
  const retry = useAction({ mutationFn: () => call(continueRun, { params }), onSuccess: settle, onError });
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
      // insecure contexts have no clipboard, and some browsers allow no copying once the server has been waited for
      const isCopied = await navigator.clipboard?.writeText(address).then(
        () => true,
        () => false,
      );
      return isCopied ? null : address;
    },
    onSuccess: (address) =>
      address === null ? toast('success', t('Copied. The link works for 24 hours, for everybody who has it.')) : setUncopied(address),
    onError,
  });
  return (
    <Card>
      {status === 'completed' ? (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- one in which nobody speaks has nothing to caption
        <video controls preload="none" playsInline poster={posterAddress(taskId)} src={videoAddress(taskId)} aria-label={video.title}>
          {video.has_captions && <track kind="captions" src={captionsAddress(taskId)} label={t('Captions')} />}
        </video>
      ) : (
        <div data-still="">
          {status === 'processing' ? (
            <Filming>
              <span>{t('{n}%', { n: video.progress })}</span>
              <ProgressMeter label={t('Filming: {title}', { title: video.title })} value={video.progress} />
              {left !== null && (
                <small>
                  {left} <EstimateBasis eta={video.eta} words={left} />
                </small>
              )}
            </Filming>
          ) : (
            <p role="alert">{video.error !== null && translateServerText(video.error)}</p>
          )}
        </div>
      )}
      {title === null ? (
        <Heading dir="auto">{video.title}</Heading>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (title.trim()) rename.mutate(title.trim());
          }}
        >
          <TextField label={t('Title')} value={title} onChange={(event) => setTitle(event.target.value.slice(0, TITLE_CHARACTERS))} />
        </form>
      )}
      <p>
        {video.course && (
          <>
            {t('Clip of the course')}{' '}
            <TextLink dir="auto" to="/courses/$courseId" params={{ courseId: video.course.course_id }}>
              {video.course.title}
            </TextLink>{' '}
            ·{' '}
          </>
        )}
        {t('{seconds} s, {mode}', { seconds: duration, mode: mode === 'fast' ? t('fast') : t('quality') })} · {formatWhen(video.created_at)}
      </p>
      <Actions>
        {status === 'completed' && (
          <Button size="small" variant="outlined" color="inherit" aria-busy={download.isPending} onClick={() => download.mutate()}>
            {t('Download')}
          </Button>
        )}
        {status === 'completed' && (
          <Button size="small" color="inherit" aria-busy={link.isPending} onClick={() => link.mutate()}>
            {t('Copy the link')}
          </Button>
        )}
        {status === 'processing' && (
          <Button size="small" variant="outlined" color="inherit" aria-busy={stop.isPending} onClick={() => stop.mutate()}>
            {t('Stop')}
          </Button>
        )}
        {video.may_retry && (
          <Button size="small" variant="outlined" color="inherit" aria-busy={retry.isPending} onClick={() => retry.mutate()}>
            {t('Try again')}
          </Button>
        )}
        {title === null ? (
          <Button size="small" color="inherit" onClick={() => setTitle(video.title)}>
            {t('Rename')}
          </Button>
        ) : (
          <Button size="small" color="inherit" disabled={!title.trim()} onClick={() => rename.mutate(title.trim())}>
            {t('Save')}
          </Button>
        )}
        {status !== 'processing' && (
          <Button size="small" color="inherit" onClick={() => setAsking(true)}>
            {t('Delete')}
          </Button>
        )}
      </Actions>
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
            <p dir="auto">{video.title}</p>
          </ConfirmDialog>
        </Suspense>
      )}
    </Card>
  );
}
