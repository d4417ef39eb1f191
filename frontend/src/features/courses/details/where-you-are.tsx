import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import type { Course } from '#contract/courses/courses.contract.ts';
import { languageAttributes } from '#frontend/lib/courses/course-language.ts';
import { formulaWords } from '#frontend/lib/formula-words.ts';
import { t } from '#frontend/lib/text.ts';
import { FONTS, RADIUS } from '#frontend/theme/tokens.ts';
import { TextLink } from '#frontend/ui/link.tsx';
import { continuePlace, LEARN, learnParams, placeNumber } from '#frontend/features/courses/lesson/lesson-path.ts';

const Way = styled('ol')(({ theme }) => ({
  // a short chapter fills its line like a long one
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(56px, 1fr))',
  gap: '8px 10px',
  listStyle: 'none',
  margin: 0,
  padding: 0,
  '& a': {
    display: 'grid',
    placeItems: 'center',
    boxSizing: 'border-box',
    minHeight: 30,
    paddingInline: 6,
    fontFamily: FONTS.reading,
    fontWeight: 600,
    fontSize: '0.875rem',
    textDecoration: 'none',
    color: theme.vars.palette.text.secondary,
    backgroundColor: theme.vars.palette.background.paper,
    border: `1px solid ${theme.vars.palette.line.control}`,
    borderRadius: RADIUS.inner + 2,
  },
  '& [data-state="done"] a': {
    color: theme.vars.palette.primary.contrastText,
    backgroundColor: theme.vars.palette.primary.main,
    borderColor: theme.vars.palette.primary.main,
  },
  '& [data-state="here"] a': {
    color: theme.vars.palette.secondary.main,
    backgroundColor: theme.vars.palette.background.warm,
    border: `2px solid ${theme.vars.palette.secondary.main}`,
  },
}));

/** The lessons of a course as steps on a path, with the completed ones and the next one marked; each is a link. */
export function WhereYouAre({ course }: { readonly course: Course }) {
  const { course_id: courseId } = course;
  const here = continuePlace(course);
  const { dir } = languageAttributes(course.language);
  return (
    <section aria-label={t('Where you are')}>
      <Stack direction="row" sx={{ alignItems: 'baseline', justifyContent: 'space-between', gap: 2, marginBlockEnd: 1.5 }}>
        <Typography component="h2" variant="h3">
          {t('Where you are')}
        </Typography>
        <TextLink variant="body2" to="/courses/$courseId/concept-map" params={{ courseId }}>
          {t('Open the map')}
        </TextLink>
      </Stack>
      <Stack sx={{ gap: 1 }}>
        {course.modules.map(({ lessons }, module) => (
          <Way key={module}>
            {lessons.map(({ lesson_id: id, title, completed }, lesson) => {
              const isHere = here?.module === module && here.lesson === lesson;
              const number = placeNumber({ module, lesson });
              const state = completed ? t('Completed') : isHere ? t('Next') : '';
              return (
                <li key={id} data-state={completed ? 'done' : isHere ? 'here' : undefined}>
                  <TextLink
                    to={LEARN}
                    params={learnParams(courseId, { module, lesson })}
                    title={formulaWords(title, dir)}
                    aria-label={[number, formulaWords(title, dir), state].filter(Boolean).join(', ')}
                  >
                    {number}
                  </TextLink>
                </li>
              );
            })}
          </Way>
        ))}
      </Stack>
    </section>
  );
}
