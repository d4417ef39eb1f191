import { useMemo, useEffect, useRef, useState, type ReactNode } from 'react';
import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import Typography from '@mui/material/Typography';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { TextLanguage } from '#frontend/lib/courses/course-language.ts';
import { getAccessibilityPreferences } from '#frontend/lib/preferences/accessibility-preferences.ts';
import { useAccessibilityPreferences } from '#frontend/lib/preferences/use-accessibility-preferences.ts';
import { t } from '#frontend/lib/text.ts';
import { StickyBar } from '#frontend/ui/sticky-bar.tsx';
import { changesIn } from './diff-blocks.ts';
import { compareLessons, type LessonText } from './lesson-parts.ts';
import { TextDiff } from './text-diff.tsx';

interface LessonDiffProps {
  /** Null when the lesson does not exist on that side. */
  readonly before: LessonText | null;
  readonly after: LessonText | null;
  readonly labels: readonly [string, string];
  readonly language: TextLanguage;
  /** The label of a paragraph that exists only on the second side. */
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

interface ChangeWalkerProps {
  readonly total: number;
  readonly children: ReactNode;
}

/** Navigates between changes with its two buttons, and with Alt and the up and down keys. */
export function ChangeWalker({ total, children }: ChangeWalkerProps) {
  const root = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const { keyboard_navigation: hasKeys } = useAccessibilityPreferences();

  const walk = (step: 1 | -1) => {
    const changes = [...(root.current?.querySelectorAll<HTMLElement>('[data-change]') ?? [])];
    if (changes.length === 0) return;
    const focused = changes.findIndex((change) => change === document.activeElement);
    const here = focused >= 0 ? focused + 1 : at;
    // the first change follows the last
    const next = here + step < 1 ? changes.length : here + step > changes.length ? 1 : here + step;
    changes[next - 1]?.focus();
    changes[next - 1]?.scrollIntoView?.({ block: 'center' });
    setAt(next);
  };

  const walkNow = useRef(walk);
  useEffect(() => {
    walkNow.current = walk;
  });
  useEffect(() => {
    const element = root.current;
    const onKeyDown = (event: KeyboardEvent) => {
      if (!getAccessibilityPreferences().keyboard_navigation || !event.altKey || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp'))
        return;
      event.preventDefault();
      walkNow.current(event.key === 'ArrowDown' ? 1 : -1);
    };
    element?.addEventListener('keydown', onKeyDown);
    return () => element?.removeEventListener('keydown', onKeyDown);
  }, []);

  return (
    <div ref={root} role="group" aria-label={t('Comparison')}>
      <StickyBar>
        <Typography component="span" variant="body2" sx={{ flex: '1 1 8rem' }}>
          {at > 0 ? t('Change {n} of {total}', { n: at, total }) : t('{total, plural, one {# change} other {# changes}}', { total })}
        </Typography>
        {total > 1 && (
          <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1 }}>
            <Button color="inherit" onClick={() => walk(-1)} aria-keyshortcuts={hasKeys ? 'Alt+ArrowUp' : undefined}>
              {t('Previous change')}
            </Button>
            <Button color="inherit" onClick={() => walk(1)} aria-keyshortcuts={hasKeys ? 'Alt+ArrowDown' : undefined}>
              {t('Next change')}
            </Button>
          </Stack>
        )}
      </StickyBar>
      {children}
    </div>
  );
}
