import { useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CardActionArea from '@mui/material/CardActionArea';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { inPlainWords } from '#contract/courses/lesson-maths.ts';
import { listReadyCourses } from '#contract/courses/library.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { t } from '#frontend/lib/text.ts';
import { CourseCover } from '#frontend/ui/course-cover.tsx';
import { FIRST_TOPICS } from './first-topics.ts';
import { FORM_DEFAULTS, type FormValues } from './form-values.ts';

/** A subject to pick; `seed` and `category` decide its drawing. */
interface Subject {
  readonly name: string;
  readonly seed: string;
  readonly category?: string;
}

/**
 * The subjects to pick; undefined while they load. Where no service writes, those of the library in this language, which in English has all
 * of the suggested ones; elsewhere, and if it does not answer, the suggested ones.
 */
export function useSubjects(isDemo: boolean, language: FormValues['language_preference']): readonly Subject[] | undefined {
  const isListed = isDemo && language !== FORM_DEFAULTS.language_preference;
  const { data, isPending } = useQuery({
    queryKey: ['library-subjects', language],
    queryFn: ({ signal }) => call(listReadyCourses, { query: { language, limit: FIRST_TOPICS.length }, signal }),
    enabled: isListed,
  });
  if (isListed && isPending) return undefined;
  if (isListed && data && data.courses.length > 0)
    return data.courses.map(({ title, category }) => ({ name: inPlainWords(title), seed: title, category }));
  return FIRST_TOPICS.map((topic) => ({ name: t(topic), seed: topic }));
}

interface SubjectCoversProps {
  readonly chosen: string;
  readonly subjects: readonly Subject[] | undefined;
  /** To swipe through on a phone: one if questions have to be on the same screen. */
  readonly rows: number;
  readonly onChoose: (topic: string) => void;
}

/** Subjects to pick from, as covers. */
export function SubjectCovers({ chosen, subjects, rows, onChoose }: SubjectCoversProps) {
  return (
    <Box component="section" aria-label={t('Suggested subjects')} sx={{ marginBlockStart: 2 }}>
      <Typography component="h2" variant="subtitle2">
        {t('Or pick one of these')}
      </Typography>
      <Box
        component="ul"
        aria-busy={subjects === undefined}
        sx={{
          display: 'grid',
          gap: 1.25,
          gridTemplateColumns: { sm: 'repeat(4, minmax(0, 1fr))', md: 'repeat(6, minmax(0, 1fr))' },
          margin: 0,
          padding: 0.5,
          gridTemplateRows: { xs: `repeat(${rows}, auto)`, sm: 'none' },
          gridAutoFlow: { xs: 'column', sm: 'row' },
          gridAutoColumns: { xs: 'minmax(8.5rem, 40%)', sm: 'auto' },
          overflowX: { xs: 'auto', sm: 'visible' },
          listStyle: 'none',
        }}
      >
        {subjects === undefined
          ? FIRST_TOPICS.map((topic) => (
              <li key={topic} aria-hidden data-loading>
                <Skeleton variant="rounded" height="auto" sx={{ aspectRatio: '1 / 1' }} />
              </li>
            ))
          : subjects.map(({ name, seed, category }) => (
              <li key={seed}>
                <Card sx={{ height: '100%', '& [data-cover]': { borderRadius: 0 } }}>
                  <CardActionArea
                    aria-pressed={chosen === name}
                    onClick={() => onChoose(name)}
                    sx={{ display: 'grid', height: '100%', alignContent: 'start' }}
                  >
                    <CourseCover title={seed} category={category} />
                    <Typography variant="subtitle2" sx={{ padding: 1, lineHeight: 1.3 }}>
                      {name}
                    </Typography>
                  </CardActionArea>
                </Card>
              </li>
            ))}
      </Box>
    </Box>
  );
}
