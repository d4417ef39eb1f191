import { lazy, Suspense, useRef, useState, type ComponentType } from 'react';
import { flushSync } from 'react-dom';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { FORM_LIMITS } from '#contract/generation/course-form.contract.ts';
import { shortfallFrom, type Shortfall } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { CourseCover } from '#frontend/ui/course-cover.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { SubmitButton } from '#frontend/ui/fields/submit-button.tsx';
import { FrameColumns, SideColumn } from '#frontend/ui/frames/frame-box.tsx';
import { COLUMNS_FROM_PX } from '#frontend/theme/tokens.ts';
import { stickyFoot } from '#frontend/theme/sticky-foot.ts';
import { CostSummary } from './cost-summary.tsx';
import { loadDraft, saveDraft } from './course-draft.ts';
import { CourseFormControl } from './form-control.tsx';
import { MAIN_CHOICES, SECTIONS, START_CHOICE } from './form-fields.ts';
import type { Problems } from './form-rules.ts';
import { CourseFormSection } from './form-section.tsx';
import { createFormState, useProblem, useValue, useValues, type CourseFormState } from './form-state.ts';
import { isComplete, needsAgreement } from './form-values.ts';
import { alertFor, fieldErrorsOf, startGeneration } from './start-generation.ts';

const LibraryNote = lazy(() => import('./library-note.tsx'));
const Agreement = lazy(() => import('./agreement.tsx'));
const ShortfallNote = lazy(async () => ({ default: (await import('#frontend/ui/states/shortfall-note.tsx')).ShortfallNote }));

// the button stays in reach on narrow screens, where the cost stands far below the fields
const Foot = styled(Box)(({ theme }) => ({
  display: 'grid',
  gap: 8,
  [`@media (max-width: ${COLUMNS_FROM_PX - 0.02}px)`]: {
    ...stickyFoot(theme),
    marginInline: -16,
    padding: '12px 16px',
    borderBlockStart: `1px solid ${theme.vars.palette.line.hairline}`,
  },
}));

const CHOICES = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: 'minmax(0, 1.5fr) repeat(3, minmax(0, 1fr))' },
} as const;

/** Focuses a field, unfolding its section. */
function show(form: HTMLFormElement | null, field: string | undefined): void {
  const control = field === undefined ? null : form?.elements.namedItem(field);
  const element = control instanceof RadioNodeList ? control[0] : control;
  if (!(element instanceof HTMLElement)) return;
  const folded = element.closest('.MuiAccordion-root')?.querySelector<HTMLElement>('[aria-expanded="false"]');
  // at once, because what is folded takes no focus
  if (folded) flushSync(() => folded.click());
  element.focus();
}

/** The first of the invalid fields, in page order. */
const firstOf = (form: HTMLFormElement | null, problems: Problems): string | undefined =>
  [...(form?.elements ?? [])].map((element) => element.getAttribute('name') ?? '').find((name) => name in problems);

/** Goes with the last missing field, not with the next press. */
function MissingFields({ form }: { readonly form: CourseFormState }) {
  return isComplete(useValues(form)) ? null : <Alert severity="error">{t('Please fill in all required fields')}</Alert>;
}

function GenerateButton({ form, isStarting }: { readonly form: CourseFormState; readonly isStarting: boolean }) {
  return (
    <SubmitButton fullWidth isReady={isComplete(useValues(form))} isPending={isStarting}>
      {isStarting ? t('Starting') : t('Generate Course')}
    </SubmitButton>
  );
}

/** Connects one of the three required fields to the form. */
function useNeeded(form: CourseFormState, name: 'topic' | 'learning_goals' | 'age') {
  return {
    name,
    required: true,
    value: useValue(form, name),
    error: useProblem(form, name),
    onChange: ({ target }: { target: { value: string } }) => form.set(name, target.value),
  };
}

interface CourseFormProps {
  readonly userId: string;
  /** Called with the run's id as soon as the server has accepted the form. */
  readonly onStarted: (taskId: string) => void;
  /** Selects the user's own sources by id; its code may load later. */
  readonly sources: ComponentType<{ userId: string; chosen: readonly string[]; onChange: (ids: string[]) => void }>;
}

/** The AI Builder's form (BLD-01…18). The typed values are stored in this tab, whatever happens to the request. */
export function CourseForm({ userId, onStarted, sources: Sources }: CourseFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const isWide = useMediaQuery(`(min-width: ${COLUMNS_FROM_PX}px)`, { noSsr: true });
  const [alert, setAlert] = useState<string | null>(null);
  const [isIncomplete, setIncomplete] = useState(false);
  const [shortfall, setShortfall] = useState<Shortfall | null>(null);
  const [isStarting, setStarting] = useState(false);
  const [form] = useState(() => createFormState(loadDraft(userId), (values) => saveDraft(userId, values)));
  const topic = useNeeded(form, 'topic');
  const [covered, setCovered] = useState(topic.value);
  const learningGoals = useNeeded(form, 'learning_goals');
  const age = useNeeded(form, 'age');
  const language = useValue(form, 'language_preference');
  const sourceIds = useValue(form, 'source_ids');
  const agreed = useValue(form, 'guardian_agreement');
  const agreementProblem = useProblem(form, 'guardian_agreement');

  async function start(): Promise<void> {
    setAlert(null);
    setShortfall(null);
    setStarting(true);
    try {
      onStarted(await startGeneration(userId, form.values()));
    } catch (error) {
      const missing = shortfallFrom(error);
      setShortfall(missing);
      if (missing) return;
      setAlert(alertFor(error));
      const refused = fieldErrorsOf(error);
      form.refuse(refused);
      show(element.current, firstOf(element.current, refused));
    } finally {
      setStarting(false);
    }
  }

  function submit(): void {
    if (isStarting) return;
    const problems = form.check();
    if (Object.keys(problems).length === 0) return void start();
    setAlert(null);
    setIncomplete(!isComplete(form.values()));
    show(element.current, firstOf(element.current, problems));
  }

  const foot = (
    <Foot>
      {alert !== null && <Alert severity="error">{alert}</Alert>}
      {isIncomplete && <MissingFields form={form} />}
      <Suspense>{shortfall && <ShortfallNote shortfall={shortfall} />}</Suspense>
      <GenerateButton form={form} isStarting={isStarting} />
    </Foot>
  );
  return (
    <Box
      component="form"
      ref={element}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      noValidate
      aria-label={t('Course')}
    >
      <FrameColumns data-columns="main aside">
        <Stack sx={{ gap: 3, minWidth: 0 }}>
          <Card sx={{ padding: { xs: 2, md: 3 } }}>
            <Stack sx={{ gap: 2.5 }}>
              <Box sx={{ display: 'grid', gap: '20px 24px', gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 13rem' } }}>
                <Stack sx={{ gap: 2.5 }}>
                  <TextField
                    {...topic}
                    label={t('Topic')}
                    maxLength={FORM_LIMITS.topic}
                    placeholder={t('For example: keeping bees on a city roof')}
                    onBlur={() => setCovered(topic.value)}
                  />
                  <TextField
                    {...learningGoals}
                    label={t('Learning goals')}
                    multiline
                    minRows={3}
                    maxRows={12}
                    maxLength={FORM_LIMITS.learning_goals}
                    helper={t('What should the learner be able to do at the end?')}
                  />
                </Stack>
                {/* the course has a face as soon as it has a topic */}
                <Box sx={{ display: { xs: 'none', md: 'block' }, '& [data-cover]': { aspectRatio: 'auto', height: '100%' } }}>
                  <CourseCover title={covered} />
                </Box>
              </Box>
              <Suspense>
                <LibraryNote
                  topic={topic.value}
                  learning_goals={learningGoals.value}
                  language_preference={language}
                  onChoose={(choice) => {
                    form.set('topic', choice.topic);
                    form.set('language_preference', choice.language_preference);
                    setCovered(choice.topic);
                  }}
                />
              </Suspense>
              <Suspense>
                {needsAgreement(age.value) && (
                  <Agreement isGiven={agreed} problem={agreementProblem} onChange={(isGiven) => form.set('guardian_agreement', isGiven)} />
                )}
              </Suspense>
              <Box sx={CHOICES}>
                <Box sx={{ gridColumn: { xs: '1 / -1', md: 'auto' } }}>
                  <TextField
                    {...age}
                    label={t('Age of the learner')}
                    inputMode="numeric"
                    maxLength={3}
                    helper={t('For learners under 13, a parent or their school has to agree.')}
                  />
                </Box>
                {MAIN_CHOICES.map((spec) => (
                  <CourseFormControl key={spec.name} spec={spec} form={form} />
                ))}
              </Box>
              <CourseFormControl spec={START_CHOICE} form={form} />
            </Stack>
          </Card>
          <div>
            {SECTIONS.map((section) => (
              <CourseFormSection key={section.title} section={section} form={form} />
            ))}
          </div>
          <Suspense>
            <Sources userId={userId} chosen={sourceIds} onChange={(ids) => form.set('source_ids', ids)} />
          </Suspense>
        </Stack>
        <SideColumn as="section" aria-label={t('Cost and start')}>
          <Card sx={{ padding: 2.5 }}>
            <CostSummary form={form} userId={userId} />
            {isWide && foot}
          </Card>
        </SideColumn>
        {!isWide && foot}
      </FrameColumns>
    </Box>
  );
}
