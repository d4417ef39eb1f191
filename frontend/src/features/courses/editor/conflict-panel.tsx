import { lazy, Suspense, useState } from 'react';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { TextLanguage } from '#frontend/lib/course-language.ts';
import { t } from '#frontend/lib/text.ts';
import type { Conflict } from './autosave.ts';
import { textOfDraft, type LessonDraft } from './lesson-draft.ts';

const LessonDiff = lazy(() => import('../diff/lesson-diff.tsx'));

const Block = styled('section')(({ theme }) => ({
  marginBlockEnd: 24,
  paddingInlineStart: 16,
  paddingBlock: 4,
  borderInlineStart: `3px solid ${theme.vars.palette.error.main}`,
  '& h2': { ...theme.typography.h2, margin: '0 0 4px' },
  '& p': { margin: '0 0 12px', maxWidth: '60ch' },
}));
const Acts = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 12, marginBlockEnd: 12 });

interface ConflictPanelProps {
  readonly conflict: Conflict;
  readonly mine: LessonDraft;
  readonly language: TextLanguage;
  readonly onKeepMine: () => void;
  readonly onTakeTheirs: () => void;
}

/** The same lesson was saved elsewhere meanwhile: compare, and choose one. Nothing is lost either way: both are in the history. */
export function ConflictPanel({ conflict, mine, language, onKeepMine, onTakeTheirs }: ConflictPanelProps) {
  const [isComparing, setComparing] = useState(false);
  const { theirs } = conflict;
  const other = { title: theirs.title, content: theirs.content, objectives: theirs.objectives, key_takeaways: theirs.key_takeaways };
  return (
    <Block aria-label={t('Changed elsewhere')}>
      <h2>{t('This lesson was changed elsewhere')}</h2>
      <p>
        {t(
          'Another window, or a new text you accepted, has changed it since you opened it. Keep your text or take the other one: the text you take becomes the newest version, and the other one’s saved versions stay in the history.',
        )}
      </p>
      <Acts>
        <Button variant="contained" onClick={onKeepMine}>
          {t('Keep mine')}
        </Button>
        <Button variant="outlined" color="inherit" onClick={onTakeTheirs}>
          {t('Take the other')}
        </Button>
        <Button color="inherit" aria-expanded={isComparing} onClick={() => setComparing(!isComparing)}>
          {isComparing ? t('Close comparison') : t('Compare')}
        </Button>
      </Acts>
      {isComparing && (
        <Suspense fallback={<p>{t('Loading')}</p>}>
          <LessonDiff before={other} after={textOfDraft(mine)} labels={[t('The other text'), t('Your text')]} language={language} />
        </Suspense>
      )}
    </Block>
  );
}
