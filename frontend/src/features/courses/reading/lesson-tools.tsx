import { lazy, Suspense, useState, type ReactNode } from 'react';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import { t } from '#frontend/lib/text.ts';
import { FormatSizeIcon, TocIcon, VolumeUpIcon } from '#frontend/ui/feature-icons.tsx';
import { PsychologyIcon } from '#frontend/ui/icons.tsx';

const ContentsDrawer = lazy(() => import('./contents-drawer.tsx'));
const ReadingOptions = lazy(() => import('./reading-options.tsx'));
const ReadAloud = lazy(() => import('./read-aloud.tsx'));

/** Whether the browser has speech synthesis; without it, reading aloud is not offered. */
const canSpeak = (): boolean => typeof speechSynthesis !== 'undefined' && typeof SpeechSynthesisUtterance !== 'undefined';

interface LessonToolsProps {
  /** Asks the mentor about the lesson; absent if the mentor is shown beside it. */
  readonly onMentor?: (() => void) | undefined;
  /** Contents and notes for a drawer; absent if they are shown beside the lesson. */
  readonly panel?: ReactNode;
  /** Opens the next lesson; null at the last one. */
  readonly onNext?: (() => void) | null;
  /** The element of the lesson's text; null before it is mounted. */
  readonly root: Element | null;
  /** Language of the lesson, as in the `lang` attribute. */
  readonly language: string | undefined;
}

/** Reading tools: contents, reading aloud, text settings. The code of each loads on first use. */
export function LessonTools({ panel, onMentor, onNext = null, root, language }: LessonToolsProps) {
  const [isDrawn, setDrawn] = useState(false);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [spoken, setSpoken] = useState<Element | null>(null);
  // the next lesson was requested while listening, and is read as soon as its text has loaded
  const [readPast, setReadPast] = useState<Element | null>(null);
  if (readPast && root && root !== readPast) {
    setReadPast(null);
    setSpoken(root);
  }
  const isReading = spoken !== null && spoken === root;
  return (
    <>
      <Stack direction="row" data-no-print="" sx={{ flex: 'none' }}>
        {panel !== undefined && (
          <IconButton aria-label={t('Contents and notes')} aria-haspopup="dialog" aria-expanded={isDrawn} onClick={() => setDrawn(true)}>
            <TocIcon fontSize="small" aria-hidden />
          </IconButton>
        )}
        {onMentor && (
          <IconButton aria-label={t('Ask the mentor')} onClick={onMentor}>
            <PsychologyIcon fontSize="small" aria-hidden />
          </IconButton>
        )}
        {canSpeak() && (
          <IconButton aria-label={t('Read aloud')} aria-pressed={isReading} onClick={() => setSpoken(isReading ? null : root)}>
            <VolumeUpIcon fontSize="small" aria-hidden />
          </IconButton>
        )}
        <IconButton
          aria-label={t('Reading options')}
          aria-haspopup="dialog"
          aria-expanded={anchor !== null}
          onClick={({ currentTarget }) => setAnchor(currentTarget)}
        >
          <FormatSizeIcon fontSize="small" aria-hidden />
        </IconButton>
      </Stack>
      {isReading && root && (
        <div data-no-print="">
          <Suspense>
            <ReadAloud
              key={language}
              root={root}
              language={language}
              onStop={() => setSpoken(null)}
              onNext={
                onNext &&
                (() => {
                  setReadPast(root);
                  onNext();
                })
              }
            />
          </Suspense>
        </div>
      )}
      <Suspense>
        {isDrawn && panel !== undefined && <ContentsDrawer onClose={() => setDrawn(false)}>{panel}</ContentsDrawer>}
        {anchor && <ReadingOptions anchor={anchor} onClose={() => setAnchor(null)} />}
      </Suspense>
    </>
  );
}
