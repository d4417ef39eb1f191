import { useMemo } from 'react';
import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import Typography from '@mui/material/Typography';
import type { TextLanguage } from '#frontend/lib/courses/course-language.ts';
import { t } from '#frontend/lib/text.ts';
import { ChangeWalker } from './change-walker.tsx';
import { changesIn } from './diff-blocks.ts';
import { compareLessons, type LessonText } from './lesson-parts.ts';
import { TextDiff } from './text-diff.tsx';

interface LessonDiffProps {
  /** Null: the lesson does not exist on that side. */
  readonly before: LessonText | null;
  readonly after: LessonText | null;
  readonly labels: readonly [string, string];
  readonly language: TextLanguage;
  /** What is said of a paragraph that is only on the second side. */
  readonly added?: string;
  /** Level of the parts' headings: one below the lesson's own. */
  readonly heading?: 'h3' | 'h4';
}

/** A lesson beside an earlier or proposed version, part by part. */
export default function LessonDiff({ before, after, labels, language, added = t('New'), heading = 'h3' }: LessonDiffProps) {
  const { lang, dir } = language;
  const parts = useMemo(() => compareLessons(before, after, { lang, dir }), [before, after, lang, dir]);
  const total = parts.reduce((sum, { rows }) => sum + changesIn(rows), 0);
  if (total === 0) return <p>{t('The two texts read the same.')}</p>;
  return (
    <ChangeWalker total={total}>
      <Box
        aria-hidden="true"
        data-wide=""
        sx={{ display: { xs: 'none', md: 'grid' }, gridTemplateColumns: '1fr 1fr', gap: 4, paddingInlineStart: '19px' }}
      >
        <Typography variant="subtitle2" component="span">
          {labels[0]}
        </Typography>
        <Typography variant="subtitle2" component="span">
          {labels[1]}
        </Typography>
      </Box>
      {parts.map(({ name, rows }) => (
        <Box key={name} component="section" aria-label={name} sx={{ marginBlockEnd: 3 }}>
          <Typography component={heading} variant="h4" sx={{ marginBlock: '12px 4px' }}>
            {name}
          </Typography>
          <Divider />
          <TextDiff rows={rows} labels={labels} language={language} added={added} />
        </Box>
      ))}
    </ChangeWalker>
  );
}
