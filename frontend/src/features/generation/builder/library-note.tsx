import { useEffect, useEffectEvent, useState } from 'react';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardActionArea from '@mui/material/CardActionArea';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { inPlainWords } from '#contract/courses/lesson-maths.ts';
import { isForOthers, type LibraryMatch } from '#contract/generation/topics.contract.ts';
import { useIsSandboxAi } from '#frontend/lib/about.ts';
import { IMPORT_PLACE } from '#frontend/lib/courses/import-place.ts';
import { toAsciiDigits } from '#frontend/lib/format.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { useSettled } from '#frontend/lib/use-settled.ts';
import { CourseCover } from '#frontend/ui/course-cover.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { keptTopics, libraryMatch, TYPING_PAUSE_MS, useKeepTopic, type Wish } from './topic-queries.ts';

/** `general_course` is the course on learning anything by oneself, instead of a course on the topic. */
type Choice = Pick<Wish, 'topic' | 'language_preference' | 'general_course'>;

interface LibraryNoteProps extends Wish {
  readonly onChoose: (choice: Choice) => void;
  /** Called if the library has no course on the topic, so that pictures and clips would be about something else. */
  readonly onUnknown: () => void;
}

/** Says, while the user types a topic, that the demo library has no course on it or only on part of it, and what it offers instead. */
export default function LibraryNote(props: LibraryNoteProps) {
  return useIsSandboxAi() ? <WhileTyping {...props} /> : null;
}

function WhileTyping({
  topic: typed,
  learning_goals,
  language_preference: language,
  age,
  general_course: isGeneral,
  onChoose,
  onUnknown,
}: LibraryNoteProps) {
  const topic = useSettled(typed.trim(), TYPING_PAUSE_MS);
  const { data } = useQuery(
    libraryMatch({ topic, learning_goals: useSettled(learning_goals, TYPING_PAUSE_MS), language_preference: language }),
  );
  const library = data?.library;
  // after choosing one of the three, the user may still choose another or the typed topic
  const [missed, setMissed] = useState<{ readonly asked: Choice; readonly library: LibraryMatch } | null>(null);
  if (library && library.match !== 'course' && (missed?.asked.topic !== topic || missed.library !== library))
    setMissed({ asked: { topic, language_preference: language, general_course: false }, library });
  const isUnknown = library?.match === 'none' || library?.match === 'other_language';
  const tell = useEffectEvent(onUnknown);
  useEffect(() => {
    if (isUnknown) tell();
  }, [isUnknown, topic]);
  const isOpen = missed && [missed.asked.topic, ...missed.library.nearest.map(({ title }) => title)].includes(typed.trim());
  return (
    <Box role="status" sx={{ '&:empty': { display: 'none' } }}>
      {isOpen && <Note {...missed} chosen={typed.trim()} isGeneral={isGeneral} onChoose={onChoose} />}
      {library?.readers && !isGeneral && isForOthers(library, Number(toAsciiDigits(age.trim()) || Number.NaN)) && (
        <Alert severity="info" sx={{ marginBlockStart: 2 }}>
          {writtenFor(library.readers, inPlainWords(library.nearest[0]!.title))}
        </Alert>
      )}
    </Box>
  );
}

const writtenFor = ({ to, from }: NonNullable<LibraryMatch['readers']>, course: string): string =>
  to === null
    ? t('“{course}” is written for adults.', { course })
    : t('“{course}” is written for readers of {from} to {to}.', { course, from, to });

interface NoteProps {
  readonly asked: Choice;
  readonly library: LibraryMatch;
  readonly chosen: string;
  readonly isGeneral: boolean;
  readonly onChoose: (choice: Choice) => void;
}

function Note({ asked, library, chosen, isGeneral, onChoose }: NoteProps) {
  const { match, courses, nearest } = library;
  const { topic } = asked;
  const { roles } = useUser();
  const mayConnect = roles.some((role) => role === 'operator' || role === 'admin');
  return (
    <Stack sx={{ gap: 2, marginBlockStart: 2 }}>
      <Card variant="tint" sx={{ padding: 2 }}>
        <Typography component="p" variant="h6">
          {HEADINGS[match](topic)}
        </Typography>
        <WhatIsThere library={library} />
        <Typography sx={{ marginBlockStart: 0.5 }}>
          {courses === 0
            ? t('No AI service is connected yet, so Coursewright can only offer its built-in courses.')
            : t(
                'No AI service is connected here yet, so Coursewright cannot write new courses. It offers {n, plural, one {# ready course} other {# ready courses}} in this language.',
                { n: courses },
              )}
        </Typography>
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, marginBlockStart: 1, marginInlineStart: -1 }}>
          {mayConnect && (
            <LinkButton to="/operator/$section" params={{ section: 'connections' }} color="primary">
              {t('Connect a service')}
            </LinkButton>
          )}
          <LinkButton to="/courses" hash={IMPORT_PLACE} color="primary">
            {t('Bring your own file')}
          </LinkButton>
          <KeepButton topic={topic} />
          <LinkButton to="/create/library" color="primary">
            {t('See all ready courses')}
          </LinkButton>
        </Stack>
      </Card>
      <Typography id="instead">
        {nearest.length > 0 ? t('You can take one of its other courses instead.') : t('No course in the demo library comes close.')}
      </Typography>
      <Box
        component="ul"
        aria-labelledby="instead"
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(3, minmax(0, 1fr))' },
          margin: 0,
          padding: 0,
          listStyle: 'none',
        }}
      >
        {nearest.map(({ title, line, category, language }) => (
          <Choosable
            key={title}
            isChosen={chosen === title && !isGeneral}
            onChoose={() => onChoose({ topic: title, language_preference: language, general_course: false })}
            title={title}
            line={line}
            category={category}
          />
        ))}
        <Choosable
          isWide
          // a partly available topic is replaced only if the user chooses so
          isChosen={isGeneral || (chosen === topic && match !== 'part')}
          onChoose={() => onChoose({ ...asked, general_course: true })}
          title={t('How to learn anything by yourself')}
          line={t('A single 20-minute lesson, whatever the subject. It does not cover your topic, and costs nothing.')}
        />
      </Box>
    </Stack>
  );
}

const HEADINGS: Readonly<Record<LibraryMatch['match'], (topic: string) => string>> = {
  none: (topic) => t('“{topic}” is not in the demo library', { topic }),
  other_language: (topic) => t('The demo library has “{topic}” only in another language', { topic }),
  part: (topic) => t('The demo library covers part of “{topic}”', { topic }),
  course: (topic) => topic,
};

/** Which part of the topic the nearest course covers, and which it does not. */
function WhatIsThere({ library: { match, lessons, missing, nearest } }: { readonly library: LibraryMatch }) {
  if (match !== 'part') return null;
  return (
    <Typography dir="auto" sx={{ marginBlockStart: 0.5 }}>
      {lessons.length > 0 &&
        t('In {course}, only these lessons cover it: {lessons}.', {
          course: inPlainWords(nearest[0]!.title),
          lessons: lessons.map(({ number, title }) => t('lesson {number}, {title}', { number, title: inPlainWords(title) })).join('; '),
        })}{' '}
      {missing.length > 0 && t('{course} does not cover {words}.', { course: inPlainWords(nearest[0]!.title), words: missing.join(', ') })}
    </Typography>
  );
}

interface ChoosableProps {
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly title: string;
  readonly line: string;
  readonly category?: string;
  /** Below the others, without a cover. */
  readonly isWide?: boolean;
}

function Choosable({ isChosen, onChoose, title, line, category, isWide = false }: ChoosableProps) {
  return (
    <Box component="li" sx={{ gridColumn: isWide ? '1 / -1' : 'auto' }}>
      <Card
        sx={{
          height: '100%',
          '& [data-cover]': { borderRadius: 0 },
          ...(isChosen && { outline: '2px solid', outlineColor: 'primary.main' }),
        }}
      >
        <CardActionArea aria-pressed={isChosen} onClick={onChoose} sx={{ display: 'grid', height: '100%', alignContent: 'start' }}>
          {!isWide && <CourseCover title={title} category={category} />}
          <Box sx={{ padding: 1.5 }}>
            <Typography variant="subtitle2" component="span" dir="auto" sx={{ display: 'block' }}>
              <FormulaText text={title} dir="rtl" />
            </Typography>
            <Typography variant="body2" component="span" color="textSecondary" dir="auto" sx={{ display: 'block' }}>
              {line}
            </Typography>
          </Box>
        </CardActionArea>
      </Card>
    </Box>
  );
}

function KeepButton({ topic }: { readonly topic: string }) {
  const { user_id: userId } = useUser();
  const { data } = useQuery(keptTopics(userId));
  const { mutate, error, isPending } = useKeepTopic(userId);
  if (data?.topics.some((one) => one.topic === topic))
    return <Typography sx={{ padding: 1 }}>{t('Saved. It will be offered again once a service is connected.')}</Typography>;
  return (
    <>
      <Button aria-busy={isPending} onClick={() => mutate(topic)}>
        {t('Save for later')}
      </Button>
      {error && <Alert severity="error">{errorText(error, t('The topic could not be saved.'))}</Alert>}
    </>
  );
}
