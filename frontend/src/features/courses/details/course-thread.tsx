import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Thread } from '#contract/courses/course-plan.contract.ts';
import type { TextLanguage } from '#frontend/lib/courses/course-language.ts';
import { t } from '#frontend/lib/text.ts';
import { Fold } from '#frontend/ui/fold.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';

interface CourseThreadProps {
  readonly thread: Thread;
  readonly language: TextLanguage;
}

/** What all lessons follow, folded: who comes back to a lesson looks its facts up here. */
export function CourseThread({ thread: { name, summary, facts, own }, language }: CourseThreadProps) {
  const text = (words: string) => <FormulaText text={words} dir={language.dir} />;
  return (
    <Fold title={t('What the course follows')} line={name}>
      <Stack sx={{ gap: 1.5 }}>
        <Typography component="h3" variant="subtitle1" {...language}>
          {text(name)}
        </Typography>
        <Typography {...language}>{text(summary)}</Typography>
        {facts.length > 0 && (
          <Box
            component="dl"
            aria-label={t('Facts that all lessons share')}
            {...language}
            sx={{ display: 'grid', gridTemplateColumns: { sm: 'minmax(10rem, 1fr) 2fr' }, gap: '4px 24px', margin: 0 }}
          >
            {facts.map((fact, at) => (
              <Box key={at} sx={{ display: 'contents' }}>
                <Typography component="dt" color="textSecondary">
                  {text(fact.name)}
                </Typography>
                <Typography component="dd" sx={{ margin: 0, marginBlockEnd: { xs: 1, sm: 0 } }}>
                  {text(fact.value)}
                </Typography>
              </Box>
            ))}
          </Box>
        )}
        {own !== '' && (
          <div>
            <Typography variant="subtitle2" component="h3">
              {t('Your own example beside it')}
            </Typography>
            <Typography {...language}>{text(own)}</Typography>
          </div>
        )}
      </Stack>
    </Fold>
  );
}
