import { styled } from '@mui/material/styles';
import { courseClipCaptions, courseClipPoster, courseClipVideo } from '#contract/courses/course-pictures.contract.ts';
import type { CourseClip } from '#contract/courses/picture-schemas.ts';
import { clipAddress } from '#frontend/lib/courses/picture-address.ts';
import { t, translateServerText } from '#frontend/lib/text.ts';

const Figure = styled('figure')(({ theme }) => ({
  margin: '0 0 20px',
  '& video, & [data-still]': {
    display: 'block',
    width: '100%',
    aspectRatio: '16 / 9',
    objectFit: 'cover',
    borderRadius: 4,
    backgroundColor: theme.vars.palette.background.sunken,
  },
  '& [data-still]': { display: 'grid', placeItems: 'center', padding: 16, boxSizing: 'border-box', textAlign: 'center' },
  '& figcaption': { ...theme.typography.body2, paddingBlockStart: 6, color: theme.vars.palette.text.secondary },
  '@media print': { display: 'none' },
}));

interface CourseClipFigureProps {
  readonly courseId: string;
  /** Language of the course: `de`. */
  readonly language: string | undefined;
  readonly clip: CourseClip;
}

/** The clip of a lesson: a player, or why there is none. */
export function CourseClipFigure({ courseId, language, clip }: CourseClipFigureProps) {
  if (clip.status !== 'completed')
    return (
      <Figure>
        <div data-still role="status">
          {clip.status === 'processing'
            ? t('A clip is being filmed.')
            : clip.problem === null
              ? t('There is no clip.')
              : translateServerText(clip.problem)}
        </div>
      </Figure>
    );
  const poster = clip.has_poster ? { poster: clipAddress(courseClipPoster, courseId, clip.clip_id) } : {};
  return (
    <Figure>
      {/* a clip without speech has nothing to caption, and says so */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <video
        controls
        preload="none"
        playsInline
        src={clipAddress(courseClipVideo, courseId, clip.clip_id)}
        {...poster}
        aria-label={t('Clip of this course')}
      >
        {clip.has_captions && (
          <track kind="captions" src={clipAddress(courseClipCaptions, courseId, clip.clip_id)} srcLang={language} label={t('Captions')} />
        )}
      </video>
      <figcaption>{clip.has_captions ? t('A clip with captions.') : t('A clip without speech: it has no captions.')}</figcaption>
    </Figure>
  );
}
