import { lazy, Suspense, useState } from 'react';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import { FORM_LIMITS } from '#contract/generation/course-form.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { CourseCover } from '#frontend/ui/course-cover.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { CourseFormControl } from './form-control.tsx';
import { MAIN_CHOICES, START_CHOICE } from './form-fields.ts';
import { useProblem, useValue, useValues, type CourseFormState } from './form-state.ts';
import { needsAgreement } from './form-values.ts';

const LibraryNote = lazy(() => import('./library-note.tsx'));
const Agreement = lazy(() => import('./agreement.tsx'));
const CountryField = lazy(() => import('./country-field.tsx'));
const SourceOffer = lazy(() => import('./source-offer.tsx'));
const PaceLine = lazy(() => import('./pace-line.tsx'));

const CHOICES = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: 'minmax(0, 1.5fr) repeat(3, minmax(0, 1fr))' },
} as const;

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

interface MainFieldsProps {
  readonly form: CourseFormState;
  /** The cover of the course is elsewhere on the screen, and the fields are in a column beside it. */
  readonly isBesideCover?: boolean;
}

/** The topic and audience of a course, and the choices that most people make. */
export function MainFields({ form, isBesideCover = false }: MainFieldsProps) {
  const topic = useNeeded(form, 'topic');
  const [covered, setCovered] = useState(topic.value);
  const learningGoals = useNeeded(form, 'learning_goals');
  const age = useNeeded(form, 'age');
  const language = useValue(form, 'language_preference');
  const isGeneral = useValue(form, 'general_course');
  const agreed = useValue(form, 'guardian_agreement');
  const values = useValues(form);
  const agreementProblem = useProblem(form, 'guardian_agreement');
  const texts = (
    <Stack sx={{ gap: 2.5 }}>
      <TextField
        {...topic}
        label={t('Topic')}
        isLarge
        onChange={(event) => {
          topic.onChange(event);
          if (isGeneral) form.set('general_course', false);
        }}
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
  );
  const fields = (
    <Stack sx={{ gap: 2.5 }}>
      {isBesideCover ? (
        texts
      ) : (
        <Box sx={{ display: 'grid', gap: '20px 24px', gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 13rem' } }}>
          {texts}
          {/* the course has a cover as soon as it has a topic */}
          <Box sx={{ display: { xs: 'none', md: 'block' }, '& [data-cover]': { aspectRatio: 'auto', height: '100%' } }}>
            <CourseCover title={covered} />
          </Box>
        </Box>
      )}
      <Suspense>
        <LibraryNote
          topic={topic.value}
          learning_goals={learningGoals.value}
          language_preference={language}
          age={age.value}
          general_course={isGeneral}
          onUnknown={() => form.set('general_course', true)}
          onChoose={(choice) => {
            form.set('topic', choice.topic);
            form.set('language_preference', choice.language_preference);
            form.set('general_course', choice.general_course);
            setCovered(choice.topic);
          }}
        />
      </Suspense>
      <Suspense>
        <CountryField form={form} />
      </Suspense>
      <Suspense>
        <SourceOffer form={form} />
      </Suspense>
      <Suspense>
        {needsAgreement(age.value) && (
          <Agreement isGiven={agreed} problem={agreementProblem} onChange={(isGiven) => form.set('guardian_agreement', isGiven)} />
        )}
      </Suspense>
      <Box sx={isBesideCover ? { ...CHOICES, gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 11rem), 1fr))' } : CHOICES}>
        <Box sx={isBesideCover ? undefined : { gridColumn: { xs: '1 / -1', md: 'auto' } }}>
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
      <Box sx={{ typography: 'body2', minHeight: '2lh' }}>
        <Suspense>
          <PaceLine values={values} />
        </Suspense>
      </Box>
      <CourseFormControl spec={START_CHOICE} form={form} />
    </Stack>
  );
  return isBesideCover ? fields : <Card sx={{ padding: { xs: 2, md: 3 } }}>{fields}</Card>;
}
