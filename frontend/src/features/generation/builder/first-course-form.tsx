import { lazy, Suspense, useRef, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import FormLabel from '@mui/material/FormLabel';
import Typography from '@mui/material/Typography';
import { FORM_LIMITS } from '#contract/generation/course-form.contract.ts';
import { LANGUAGE_CODES } from '#contract/courses/languages.ts';
import { useIsSandboxAi } from '#frontend/lib/about.ts';
import { failureText, shortfallFrom, type Shortfall } from '#frontend/lib/api-error.ts';
import { account } from '#frontend/lib/session/account-query.ts';
import { openReady } from '#frontend/lib/courses/open-ready-course.ts';
import { t } from '#frontend/lib/text.ts';
import { tokenBalance } from '#frontend/lib/token-balance.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { FilterMenu } from '#frontend/ui/fields/filter-chips.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { SubmitButton } from '#frontend/ui/fields/submit-button.tsx';
import { TextLink } from '#frontend/ui/link.tsx';
import { StickyFoot } from '#frontend/ui/sticky-bar.tsx';
import { affordable, payWords, readyWords } from './cost-estimate.ts';
import { saveDraft } from './course-draft.ts';
import { REASONS } from './first-topics.ts';
import { optionsOf } from './form-fields.ts';
import { findProblems, type Problems } from './form-rules.ts';
import { FORM_DEFAULTS, isComplete, needsAgreement, WITHOUT_MEDIA, type FormValues } from './form-values.ts';
import { alertFor, startGeneration } from './start-generation.ts';
import { SubjectCovers, useSubjects } from './subject-covers.tsx';
import { libraryMatch, useLibraryFor, wholeIn } from './topic-queries.ts';

const LibraryNote = lazy(() => import('./library-note.tsx'));
const Agreement = lazy(() => import('./agreement.tsx'));
const PaceLine = lazy(() => import('./pace-line.tsx'));
const ShortfallNote = lazy(async () => ({ default: (await import('#frontend/ui/states/shortfall-note.tsx')).ShortfallNote }));

const LEVELS = ['beginner', 'intermediate', 'advanced'] as const;

const EDGE = { xs: 2, md: 3 } as const;
/** Extends to the edges of the card. */
const FOOT = { marginInline: { xs: -2, md: -3 }, marginBlockEnd: { xs: -2, md: -3 }, paddingInline: EDGE } as const;

/** Two questions beside each other, also on a phone; the others stay where they are if the second is not asked. */
const QUESTIONS = {
  display: 'grid',
  gap: 2,
  marginBlockStart: 2,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1.25fr) minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 13rem)) minmax(0, 1fr)' },
} as const;

/** The interface's language as the course language, if the form offers it. */
function spokenLanguage(): FormValues['language_preference'] {
  const code = document.documentElement.lang.split('-')[0];
  const offered = optionsOf('language_preference') as readonly FormValues['language_preference'][];
  return offered.find((name) => LANGUAGE_CODES[name] === code) ?? FORM_DEFAULTS.language_preference;
}

/** What pressing the button came to; `seen`: the library's answer is on the screen first. */
type Outcome =
  | { readonly is: 'started'; readonly taskId: string }
  | { readonly is: 'opened'; readonly courseId: string; readonly isNew: boolean }
  | { readonly is: 'unopened'; readonly why: string }
  | { readonly is: 'incomplete'; readonly problems: Problems }
  | { readonly is: 'seen' };

interface FirstCourseFormProps {
  readonly userId: string;
  readonly onStarted: (taskId: string) => void;
  /** `isNew`: this press made the copy, so nothing of it has been read. */
  readonly onOpened: (courseId: string, isNew: boolean) => void;
  /** Opens the full form, filled with the choices made here. */
  readonly onMore: () => void;
}

/**
 * The first course in one answer: a subject to type or to pick. A course of the library on it opens at once; any other is written. For that,
 * the form asks what the learner knows, and their age if the account does not have it (A17); the learning goals are filled in (BLD-16), and
 * all other fields keep the form's defaults.
 */
export function FirstCourseForm({ userId, onStarted, onOpened, onMore }: FirstCourseFormProps) {
  const [typed, setTyped] = useState<FormValues>(() => ({
    ...FORM_DEFAULTS,
    learning_goals: t(REASONS[0]),
    language_preference: spokenLanguage(),
  }));
  const [problems, setProblems] = useState<Problems>({});
  const [refusal, setRefusal] = useState<string | undefined>();
  const fields = useRef<HTMLFormElement>(null);
  const [shortfall, setShortfall] = useState<Shortfall | null>(null);
  const cache = useQueryClient();
  const { data: balance } = useQuery({ ...tokenBalance(userId), enabled: false });
  const [unknown, setUnknown] = useState<string | null>(null);
  const isDemo = useIsSandboxAi();
  const { data: details, isPending: isAgePending } = useQuery(account(userId));
  const knownAge = details?.age_verification.age ?? null;
  const isGeneral = typed.general_course || unknown === typed.topic;
  const values = {
    ...typed,
    ...(knownAge !== null && { age: String(knownAge) }),
    ...(isGeneral
      ? { ...WITHOUT_MEDIA, general_course: true }
      : isDemo
        ? WITHOUT_MEDIA
        : balance && { ai_components: affordable(typed, balance) }),
  };
  const topic = typed.topic.trim();
  const { ready, isKnown, latest } = useLibraryFor(values);
  const subjects = useSubjects(isDemo, typed.language_preference);
  const isOfLibrary = isDemo && topic !== '' && !isGeneral;
  // nothing has to be known of the reader of a ready course, and the questions must not come and go with each word
  const asks = !isDemo || (latest !== undefined && wholeIn(latest) === null);
  const set = (part: Partial<FormValues>) => {
    setProblems({});
    setRefusal(undefined);
    setTyped((old) => ({ ...old, ...(part.topic !== undefined && { general_course: false }), ...part }));
  };
  const show = (found: Problems) => {
    setProblems(found);
    const { topic: ofTopic, age, guardian_agreement: agreement, ...others } = found;
    const [other] = Object.values(others);
    if (other !== undefined) setRefusal(other);
    const first = ofTopic !== undefined ? 'topic' : age !== undefined ? 'age' : agreement !== undefined ? 'guardian_agreement' : undefined;
    const control = first === undefined ? null : fields.current?.elements.namedItem(first);
    if (control instanceof HTMLElement) control.focus();
  };
  const open = async (slug: string): Promise<Outcome> => {
    try {
      const { course_id: courseId, is_new: isNew } = await openReady(cache, userId, slug);
      return { is: 'opened', courseId, isNew };
    } catch (error) {
      return { is: 'unopened', why: failureText(error, t('The course could not be opened.')) };
    }
  };
  const start = useAction({
    mutationFn: async (): Promise<Outcome> => {
      if (isOfLibrary) {
        const { library } = await cache.fetchQuery(libraryMatch({ ...typed, topic })).catch(() => ({ library: null }));
        const course = wholeIn(library);
        if (course) return open(course.slug);
        // the press came before the library's answer, which says what there is instead
        if (library && !isKnown) return { is: 'seen' };
      }
      const found = findProblems(values);
      if (Object.keys(found).length > 0) return { is: 'incomplete', problems: found };
      return { is: 'started', taskId: await startGeneration({ userId, values, balance }) };
    },
    onSuccess: (outcome) => {
      if (outcome.is === 'started') onStarted(outcome.taskId);
      else if (outcome.is === 'opened') onOpened(outcome.courseId, outcome.isNew);
      else if (outcome.is === 'unopened') setRefusal(outcome.why);
      else if (outcome.is === 'incomplete') show(outcome.problems);
    },
    onError: (error) => {
      const missing = shortfallFrom(error);
      setShortfall(missing);
      setRefusal(missing ? undefined : alertFor(error));
    },
  });
  const submit = () => {
    setProblems({});
    setRefusal(undefined);
    setShortfall(null);
    start.mutate();
  };
  return (
    <Card
      component="form"
      ref={fields}
      noValidate
      aria-label={t('Your first course')}
      // `clip`: a sticky footer stays in view at the window's end, which `hidden` would prevent
      sx={{ padding: EDGE, overflow: 'clip', '& :is(a, input, select, button)': { scrollMarginBlockEnd: 120 } }}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextField
        label={t('In your own words')}
        isLarge
        name="topic"
        error={problems.topic}
        value={typed.topic}
        maxLength={FORM_LIMITS.topic}
        placeholder={t('For example: negotiating a salary, reading sheet music, beekeeping')}
        onChange={({ target }) => set({ topic: target.value })}
      />
      <Suspense>
        <LibraryNote {...values} onChoose={set} onUnknown={() => setUnknown(typed.topic)} />
      </Suspense>
      <SubjectCovers chosen={typed.topic} subjects={subjects} rows={isDemo ? 2 : 1} onChoose={(topic) => set({ topic })} />
      {asks && (
        <Box sx={QUESTIONS}>
          {/* what is not written does not depend on it */}
          {!isDemo && (
            <SelectField
              label={t('How much do you know?')}
              value={typed.difficulty}
              options={[
                { value: LEVELS[0], label: t('Nothing yet') },
                { value: LEVELS[1], label: t('The basics') },
                { value: LEVELS[2], label: t('Quite a lot') },
              ]}
              onChange={({ target }) => set({ difficulty: target.value as FormValues['difficulty'] })}
            />
          )}
          {!isAgePending && knownAge === null && (
            <TextField
              label={t('How old are you?')}
              name="age"
              error={problems.age}
              value={typed.age}
              inputMode="numeric"
              maxLength={3}
              onChange={({ target }) => set({ age: target.value })}
            />
          )}
          {!isDemo && (
            <Box sx={{ gridColumn: { xs: '1 / -1', sm: '3' } }}>
              {/* the chip's name says it, too */}
              <FormLabel aria-hidden component="div" sx={{ marginBlockEnd: '6px' }}>
                {t('Why do you want it?')}
              </FormLabel>
              <FilterMenu
                label={t('Why do you want it?')}
                value={typed.learning_goals}
                options={REASONS.map((reason) => ({ value: t(reason), label: t(reason) }))}
                onChange={(goals) => set({ learning_goals: goals })}
              />
            </Box>
          )}
        </Box>
      )}
      <Suspense>
        {asks && needsAgreement(values.age) && (
          <Agreement
            isGiven={typed.guardian_agreement}
            problem={problems.guardian_agreement}
            onChange={(isGiven) => set({ guardian_agreement: isGiven })}
          />
        )}
      </Suspense>
      {refusal !== undefined && (
        <Alert severity="error" sx={{ marginBlockStart: 2 }}>
          {refusal}
        </Alert>
      )}
      <Suspense>{shortfall && <ShortfallNote shortfall={shortfall} />}</Suspense>
      <StickyFoot sx={FOOT}>
        <SubmitButton size="large" isReady={asks ? isComplete(values) : topic !== ''} isPending={start.isPending}>
          {start.isPending ? t('Starting') : isDemo ? t('Start reading') : t('Write my course')}
        </SubmitButton>
        <Button
          color="inherit"
          onClick={() => {
            saveDraft(userId, { ...typed, age: values.age, ...(isDemo && WITHOUT_MEDIA) });
            onMore();
          }}
        >
          {t('More')}
        </Button>
        <Typography variant="body2" color="textSecondary" component="div">
          {ready && (
            <Box component="span" role="status">
              {readyWords(ready)}{' '}
            </Box>
          )}
          {asks && (
            <>
              <Suspense>
                <PaceLine values={values} isShort />
              </Suspense>
              {payWords(values, balance)}{' '}
            </>
          )}
          <TextLink to="/plans">{t('See plans')}</TextLink>
        </Typography>
      </StickyFoot>
    </Card>
  );
}
