import { useMemo } from 'react';
import { styled } from '@mui/material/styles';
import type { TextLanguage } from '#frontend/lib/courses/course-language.ts';
import { t } from '#frontend/lib/text.ts';
import { ChangeWalker } from './change-walker.tsx';
import { changesIn } from './diff-blocks.ts';
import { compareLessons, type LessonText } from './lesson-parts.ts';
import { TextDiff } from './text-diff.tsx';

const Heads = styled('div')(({ theme }) => ({
  ...theme.typography.body2,
  display: 'none',
  fontWeight: 650,
  paddingInlineStart: 19,
  [theme.breakpoints.up('md')]: { display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 32 },
}));
const Part = styled('section')(({ theme }) => ({
  marginBlockEnd: 24,
  '& > h3, & > h4': {
    ...theme.typography.h4,
    margin: '12px 0 0',
    paddingBlockEnd: 4,
    borderBlockEnd: `1px solid ${theme.vars.palette.line.hairline}`,
  },
}));

interface LessonDiffProps {
  /** Null: the lesson does not exist on that side. */
  readonly before: LessonText | null;
  readonly after: LessonText | null;
  readonly labels: readonly [string, string];
  readonly language: TextLanguage;
  /** Level of the parts' headings: one below the lesson's own. */
  readonly heading?: 'h3' | 'h4';
}

/** A lesson beside an earlier or proposed version, part by part. */
export default function LessonDiff({ before, after, labels, language, heading: Heading = 'h3' }: LessonDiffProps) {
  const { lang, dir } = language;
  const parts = useMemo(() => compareLessons(before, after, { lang, dir }), [before, after, lang, dir]);
  const total = parts.reduce((sum, { rows }) => sum + changesIn(rows), 0);
  if (total === 0) return <p>{t('The two texts read the same.')}</p>;
  return (
    <ChangeWalker total={total}>
      <Heads aria-hidden="true">
        <span>{labels[0]}</span>
        <span>{labels[1]}</span>
      </Heads>
      {parts.map(({ name, rows }) => (
        <Part key={name} aria-label={name}>
          <Heading>{name}</Heading>
          <TextDiff rows={rows} labels={labels} language={language} />
        </Part>
      ))}
    </ChangeWalker>
  );
}
