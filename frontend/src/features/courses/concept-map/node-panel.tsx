import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { TermSentence } from '#frontend/features/courses/glossary/term-list.tsx';
import { LEARN, learnParams } from '#frontend/features/courses/lesson/lesson-path.ts';
import type { TextLanguage } from '#frontend/lib/courses/course-language.ts';
import { t } from '#frontend/lib/text.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import type { ConceptMap, MapLesson, MapTerm } from './build-concept-map.ts';
import { UseLink } from './use-link.tsx';

const LIST = { margin: 0, paddingInlineStart: '1.25rem', '& li': { paddingBlock: 0.5 } } as const;

interface NodePanelProps {
  readonly courseId: string;
  readonly map: ConceptMap;
  readonly language: TextLanguage;
  readonly chosen: string | null;
  readonly onChoose: (id: string | null) => void;
}

/** A panel beside the map: the selected node and its connections. */
export function NodePanel({ courseId, map, language, chosen, onChoose }: NodePanelProps) {
  const term = map.terms.find(({ id }) => id === chosen);
  const lesson = map.lessons.find(({ id }) => id === chosen);
  return (
    <Card component="section" aria-label={t('Chosen on the map')} sx={{ padding: { xs: 2, md: 3 } }}>
      {term ? (
        <TermPart courseId={courseId} term={term} language={language} />
      ) : lesson ? (
        <LessonPart courseId={courseId} lesson={lesson} terms={map.terms} language={language} onChoose={onChoose} />
      ) : (
        <>
          <Typography variant="h2">{t('How to read the map')}</Typography>
          <Box component="ul" sx={LIST}>
            <li>{t('Frames are lessons, in order. Lessons of the same module share a background.')}</li>
            <li>
              {t(
                'Round labels are glossary terms. A solid line leads to a lesson that explains the term, a dotted line to a lesson that uses it.',
              )}
            </li>
            <li>{t('Choose an item to see its connections. Press it to open the lesson at that passage.')}</li>
          </Box>
        </>
      )}
      {(term ?? lesson) && (
        <ActionRow>
          <Button variant="text" size="small" onClick={() => onChoose(null)}>
            {t('Clear selection')}
          </Button>
        </ActionRow>
      )}
    </Card>
  );
}

interface TermPartProps {
  readonly courseId: string;
  readonly term: MapTerm;
  readonly language: TextLanguage;
}

function TermPart({ courseId, term, language }: TermPartProps) {
  return (
    <>
      <div aria-live="polite">
        <Typography variant="h2" {...language}>
          <FormulaText text={term.term} dir={language.dir} />
        </Typography>
        <Typography component="div" sx={{ marginBlock: 1 }} {...language}>
          <TermSentence sentence={term.sentence} hasMaths={term.hasMaths} language={language} />
        </Typography>
      </div>
      <Box component="ul" sx={LIST}>
        {term.uses.map((use) => (
          <li key={use.lesson.id}>
            <UseLink courseId={courseId} use={use} language={language} />
          </li>
        ))}
      </Box>
    </>
  );
}

interface LessonPartProps {
  readonly courseId: string;
  readonly lesson: MapLesson;
  readonly terms: readonly MapTerm[];
  readonly language: TextLanguage;
  readonly onChoose: (id: string) => void;
}

function LessonPart({ courseId, lesson, terms, language, onChoose }: LessonPartProps) {
  const own = terms.filter(({ uses }) => uses.some((use) => use.lesson === lesson));
  return (
    <>
      <div aria-live="polite">
        <Typography variant="body2" color="textSecondary">
          {t('Lesson {n}', { n: lesson.id })}
        </Typography>
        <Typography variant="h2" {...language}>
          <FormulaText text={lesson.title} dir={language.dir} />
        </Typography>
      </div>
      <ActionRow>
        <LinkButton to={LEARN} params={learnParams(courseId, lesson.place)} variant="outlined" color="inherit">
          {t('Open the lesson')}
        </LinkButton>
      </ActionRow>
      <Box component="ul" aria-label={t('Terms in this lesson')} sx={{ ...LIST, listStyle: 'none', paddingInlineStart: 0 }}>
        {own.map(({ id, term }) => (
          <li key={id}>
            <Button variant="text" size="small" onClick={() => onChoose(id)}>
              <span {...language}>
                <FormulaText text={term} dir={language.dir} />
              </span>
            </Button>
          </li>
        ))}
      </Box>
    </>
  );
}
