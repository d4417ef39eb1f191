import { useEffect, useId, useRef, useState, type DragEvent } from 'react';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { FREE_PLAN, VIDEO_RATES } from '#contract/billing/catalogue.ts';
import { clipPrice, isPaidByPlan } from '#contract/billing/price.ts';
import {
  generateVideo,
  generateVideoFromImage,
  IMAGE_BYTES,
  IMAGE_TYPES,
  PROMPT_CHARACTERS,
  VIDEO_SECONDS,
  type VideoMode,
} from '#contract/video/video.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { failureText, tooLargeText } from '#frontend/lib/api-error.ts';
import { formatTokenCount, formatTokens } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { billingKey } from '#frontend/lib/token-balance.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { Fold } from '#frontend/ui/fold.tsx';
import { VideoCard } from './video-list.tsx';
import { oneVideo, PATIENCE_MS, RECENT_VIDEOS, videoAllowance, videoPages, videosKey } from './video-queries.ts';

type Source = 'text' | 'image';

const Form = styled('form')({ display: 'grid', gap: 16, maxWidth: '44rem' });
const Row = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 16, alignItems: 'end' });
const Drop = styled('label')(({ theme }) => ({
  display: 'grid',
  justifyItems: 'start',
  gap: 8,
  padding: 16,
  cursor: 'pointer',
  border: `1px dashed ${theme.vars.palette.line.control}`,
  borderRadius: 6,
  '&[data-over="true"]': { borderColor: theme.vars.palette.primary.main },
  '&:focus-within': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: 2 },
  '& img': { maxHeight: 160, maxWidth: '100%' },
}));
const Note = styled('p')(({ theme }) => ({ ...theme.typography.body2, margin: 0, color: theme.vars.palette.text.secondary }));

const modeLabel = (mode: VideoMode): string =>
  mode === 'fast'
    ? t('Fast ({rate} tokens a second)', { rate: formatTokens(VIDEO_RATES.fast) })
    : t('Quality ({rate} tokens a second)', { rate: formatTokens(VIDEO_RATES.quality) });

/** The form for generating a clip from a text or a picture (VID-01). Shows the price first, then the progress. */
export function VideoPanel({ userId }: { readonly userId: string }) {
  const cache = useQueryClient();
  const plan = useQuery(videoAllowance(userId));
  const [source, setSource] = useState<Source>('text');
  const [prompt, setPrompt] = useState('');
  const [negative, setNegative] = useState('');
  const [mode, setMode] = useState<VideoMode>('fast');
  const [duration, setDuration] = useState<number>(VIDEO_SECONDS[0]);
  const [image, setImage] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [shown, setShown] = useState<readonly string[]>([]);
  const recent = useInfiniteQuery(videoPages(userId, { limit: RECENT_VIDEOS }));
  // clips in progress are shown again when the user returns
  const filming = (recent.data?.pages[0]?.videos ?? []).filter(({ status }) => status === 'processing').map(({ task_id: id }) => id);
  const found = filming.filter((id) => !shown.includes(id));
  if (found.length > 0) setShown([...shown, ...found]);
  // a double click, or a retry by the browser, creates only one clip
  const key = useRef(crypto.randomUUID());

  const cost = clipPrice(mode, duration);
  const left = plan.data?.seconds_left ?? 0;
  const longest = plan.data?.longest_seconds ?? FREE_PLAN.clip_seconds;
  const acceptedPrice = isPaidByPlan(cost, left) ? 0 : cost.centitokens;
  const start = useAction({
    mutationFn: () => {
      const body = { prompt: prompt.trim(), negative_prompt: negative.trim(), mode, duration, user_id: userId };
      const headers = { 'Idempotency-Key': key.current };
      return source === 'text'
        ? call(generateVideo, { body, headers, acceptedPrice, fallback: t('Video generation failed') })
        : call(generateVideoFromImage, {
            body,
            files: { file: image! },
            headers,
            acceptedPrice,
            fallback: t('Image-to-video generation failed'),
          });
    },
    onSuccess: ({ task_id: taskId }) => {
      key.current = crypto.randomUUID();
      setShown((before) => [taskId, ...before.filter((id) => id !== taskId)]);
      void cache.invalidateQueries({ queryKey: videosKey(userId) });
      void cache.invalidateQueries({ queryKey: billingKey(userId) });
    },
    onError: (error) =>
      setProblem(failureText(error, source === 'text' ? t('Video generation failed') : t('Image-to-video generation failed'))),
  });

  function submit(): void {
    const missing =
      source === 'image' && !image
        ? t('Please select an image file')
        : source === 'image' && image && !image.type.startsWith('image/')
          ? t('Please select a valid image file')
          : source === 'image' && image && image.size > IMAGE_BYTES
            ? tooLargeText(IMAGE_BYTES)
            : source === 'text' && prompt.trim() === ''
              ? t('Please enter a video prompt')
              : null;
    setProblem(missing);
    if (missing === null) start.mutate();
  }

  return (
    <section aria-label={t('Video')}>
      {/* folded, because few users need a clip without a course */}
      <Fold title={t('Video')} line={t('A clip of a few seconds, from a text or a picture')}>
        {plan.data && !plan.data.available ? (
          <Note>{t('Videos cannot be created here: this installation has no video service.')}</Note>
        ) : (
          <Form
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              submit();
            }}
          >
            <SelectField
              label={t('Start with')}
              value={source}
              onChange={(event) => {
                setSource(event.target.value as Source);
                setProblem(null);
              }}
              options={[
                { value: 'text', label: t('Text to video') },
                { value: 'image', label: t('Image to video') },
              ]}
            />
            {source === 'image' && (
              <ImagePicker
                onPick={(file) => {
                  setImage(file);
                  setProblem(null);
                }}
              />
            )}
            <TextField
              label={source === 'image' ? t('What happens in the video (optional)') : t('What the video shows')}
              value={prompt}
              multiline
              onChange={(event) => {
                setPrompt(event.target.value.slice(0, PROMPT_CHARACTERS));
                setProblem(null);
              }}
            />
            {plan.data?.is_demo && source === 'text' && (
              <Note>
                {t(
                  'This is a demo: clips are drawn by this installation, and only of subjects that it has a drawing of, such as the sea, mountains, trees, bees, birds, bread, music, planets or a city.',
                )}
              </Note>
            )}
            <TextField
              label={t('What the video must not show')}
              value={negative}
              onChange={(event) => setNegative(event.target.value.slice(0, PROMPT_CHARACTERS))}
            />
            <Row>
              <SelectField
                label={t('Length')}
                value={String(duration)}
                onChange={(event) => setDuration(Number(event.target.value))}
                options={VIDEO_SECONDS.filter((seconds) => seconds <= longest).map((seconds) => ({
                  value: String(seconds),
                  label: t('{seconds} seconds', { seconds }),
                }))}
              />
              <SelectField
                label={t('Mode')}
                value={mode}
                onChange={(event) => setMode(event.target.value as VideoMode)}
                options={(['fast', 'quality'] as const).map((value) => ({ value, label: modeLabel(value) }))}
              />
              <Button type="submit" variant="contained" aria-busy={start.isPending}>
                {start.isPending ? t('Processing...') : t('Generate video')}
              </Button>
            </Row>
            <Note>
              {t('{rate} × {seconds} s = {cost} tokens.', {
                rate: formatTokens(VIDEO_RATES[mode]),
                seconds: duration,
                cost: formatTokens(cost.centitokens),
              })}{' '}
              {isPaidByPlan(cost, left) && t('Included in your plan: {left} seconds of video remaining.', { left: formatTokenCount(left) })}
            </Note>
            {plan.data?.longer_with && (
              <Note>
                {t('Your plan includes clips of up to {seconds} seconds. {plan} includes longer clips.', {
                  seconds: plan.data.longest_seconds,
                  plan: plan.data.longer_with,
                })}
              </Note>
            )}
            <FormMessage message={problem ? { kind: 'error', text: problem } : null} />
          </Form>
        )}
      </Fold>
      {shown.map((taskId) => (
        <Begun key={taskId} userId={userId} taskId={taskId} />
      ))}
    </section>
  );
}

/** Picks a picture by click, keyboard, or drag and drop. */
function ImagePicker({ onPick }: { readonly onPick: (file: File | null) => void }) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  const [preview, setPreview] = useState<string | null>(null);
  const pick = (file: File | null) => {
    if (preview) URL.revokeObjectURL(preview);
    setPreview(file?.type.startsWith('image/') ? URL.createObjectURL(file) : null);
    onPick(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    pick(event.dataTransfer.files[0] ?? null);
  };
  return (
    <Drop
      htmlFor={id}
      data-over={isOver}
      onDrop={drop}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
    >
      <span>{t('Starting picture: JPG, PNG or WebP')}</span>
      <input id={id} type="file" accept={IMAGE_TYPES.join(',')} onChange={(event) => pick(event.target.files?.[0] ?? null)} />
      {preview && <img src={preview} alt={t('Selected picture')} />}
    </Drop>
  );
}

/** A clip in progress. After five minutes it says that filming takes longer; the clip continues (G39). */
function Begun({ userId, taskId }: { readonly userId: string; readonly taskId: string }) {
  const { data, error } = useQuery(oneVideo(userId, taskId));
  const cache = useQueryClient();
  const [isLong, setLong] = useState(false);
  const status = data?.status;
  useEffect(() => {
    // refreshes the bell together with the clip, not with its next poll
    if (status !== undefined && status !== 'processing') void cache.invalidateQueries({ queryKey: ['notifications'] });
  }, [status, cache]);
  const begunAt = data?.created_at;
  useEffect(() => {
    if (begunAt === undefined) return;
    const timer = setTimeout(() => setLong(true), Math.max(0, Date.parse(begunAt) + PATIENCE_MS - Date.now()));
    return () => clearTimeout(timer);
  }, [begunAt]);
  const text =
    isLong && data?.status === 'processing'
      ? t('Video generation timed out. Please check status later.')
      : error
        ? failureText(error, t('Failed to check video status'))
        : null;
  return (
    <>
      <FormMessage message={text ? { kind: 'error', text } : null} />
      {data && (
        <Box sx={{ marginBlockStart: 2, maxWidth: '24rem' }}>
          <VideoCard userId={userId} video={data} />
        </Box>
      )}
    </>
  );
}
