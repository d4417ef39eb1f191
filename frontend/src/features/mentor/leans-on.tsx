import { useEffect, useRef } from 'react';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { MentorMessage } from '#contract/mentor/mentor.contract.ts';
import { wantsReducedMotion } from '#frontend/lib/preferences/reduced-motion.ts';
import { t } from '#frontend/lib/text.ts';
import { FONTS, RADIUS } from '#frontend/theme/tokens.ts';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { TextLink } from '#frontend/ui/link.tsx';
import { SectionHeading } from '#frontend/ui/section-heading.tsx';
import { lessonNumber } from './mentor-words.ts';

interface LeansOnProps {
  /** The answers that quote passages, oldest first. */
  readonly answers: readonly MentorMessage[];
  /** The highlighted passage; null for none. */
  readonly lit: string | null;
}

/** The passages of the course that a conversation quotes, each with a link to its place. */
export function LeansOn({ answers, lit }: LeansOnProps) {
  // newest first; a passage quoted several times appears once
  const passages = [
    ...new Map(
      answers.toReversed().flatMap(({ quotes, knows }) => quotes.map((quote) => [quote, { quote, knows: knows! }] as const)),
    ).values(),
  ];
  const marked = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (lit !== null) marked.current?.scrollIntoView?.({ block: 'nearest', behavior: wantsReducedMotion() ? 'instant' : 'smooth' });
  }, [lit]);
  return (
    <section aria-labelledby="leans-on">
      <SectionHeading id="leans-on">{t('Sources')}</SectionHeading>
      <Typography variant="body2" color="textSecondary" sx={{ marginBlockEnd: 1.5 }}>
        {t('Passages quoted from your course.')}
      </Typography>
      <Box component="ul" aria-label={t('Passages of the lesson')} sx={{ margin: 0, padding: 0, listStyle: 'none' }}>
        {passages.map(({ quote, knows }) => {
          const isLit = quote === lit;
          return (
            <Box
              key={quote}
              component="li"
              ref={isLit ? marked : null}
              aria-current={isLit ? 'true' : undefined}
              sx={{
                marginBlockEnd: 1.5,
                padding: '6px 8px 6px 14px',
                borderInlineStart: '3px solid',
                borderColor: isLit ? 'primary.main' : 'line.hairline',
                borderRadius: `${RADIUS.inner}px`,
                bgcolor: isLit ? 'background.tint' : undefined,
                transition: 'background-color 160ms ease-out',
              }}
            >
              <Typography variant="body2" sx={{ fontWeight: 650, marginBlockEnd: 0.25 }}>
                <TextLink
                  to="/courses/$courseId/learn/$module/$lesson"
                  params={{ courseId: knows.course_id, module: String(knows.module), lesson: String(knows.lesson) }}
                  search={{ passage: quote }}
                  underline="hover"
                >
                  <span dir="auto">
                    <FormulaText text={`${lessonNumber(knows)} ${knows.lesson_title}`} dir="rtl" />
                  </span>
                </TextLink>
              </Typography>
              <Typography component="q" dir="auto" sx={{ quotes: 'none', fontFamily: FONTS.reading, overflowWrap: 'anywhere' }}>
                <FormulaText text={quote} dir="rtl" />
              </Typography>
            </Box>
          );
        })}
      </Box>
    </section>
  );
}
