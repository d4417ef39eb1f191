import { useState, type FormEvent } from 'react';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { CHOICE_AT_MOST, chooseLtiContents, listLtiContents, type LtiChoosable } from '#contract/lti/launch.contract.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formulaWords } from '#frontend/lib/formula-words.ts';
import { t } from '#frontend/lib/text.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { CourseTitle } from '#frontend/ui/course-title.tsx';
import { CheckField } from '#frontend/ui/fields/check-field.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { Fold } from '#frontend/ui/fold.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import type { LaunchCall } from './launch-calls.ts';

interface Item {
  readonly source: LtiChoosable['source'];
  readonly course_id: string;
  readonly lesson_id?: string;
  readonly simulation_id?: string;
}

const keyOf = ({ source, course_id: course, lesson_id: lesson, simulation_id: simulation }: Item): string =>
  [source, course, lesson ?? '', simulation ?? ''].join(' ');

/** Passes a signed message to the platform by submitting a form, which navigates this frame to the platform. */
function submitTo(address: string, jwt: string): void {
  const form = document.createElement('form');
  form.method = 'POST';
  form.action = address;
  const field = document.createElement('input');
  field.type = 'hidden';
  field.name = 'JWT';
  field.value = jwt;
  form.append(field);
  document.body.append(form);
  form.submit();
}

/** Lets a teacher choose what their LMS shows: whole courses, or single lessons and simulations. */
export function ContentPicker({ call }: { readonly call: LaunchCall }) {
  const [typed, setTyped] = useState('');
  const [q, setQ] = useState('');
  const [chosen, setChosen] = useState<ReadonlyMap<string, Item>>(new Map());
  const { data, error, refetch } = useQuery({
    queryKey: ['lti-contents', q],
    queryFn: ({ signal }) => call(listLtiContents, { query: q === '' ? {} : { q }, signal }),
  });
  const place = useAction({
    mutationFn: () => call(chooseLtiContents, { body: { items: [...chosen.values()] } }),
    onSuccess: ({ return_url: address, jwt }) => submitTo(address, jwt),
  });
  const toggle = (item: Item) => {
    const next = new Map(data?.accepts_many ? chosen : []);
    const key = keyOf(item);
    if (chosen.has(key)) next.delete(key);
    else if (next.size < CHOICE_AT_MOST) next.set(key, item);
    setChosen(next);
  };
  const search = (event: FormEvent) => {
    event.preventDefault();
    setQ(typed.trim());
  };
  return (
    <>
      <Typography variant="h1">{t('Choose content for your learners')}</Typography>
      <Typography color="textSecondary" sx={{ marginBlock: 1 }}>
        {t('Your organisation’s courses come first, followed by free courses from the marketplace.')}
      </Typography>
      <Stack
        component="form"
        direction="row"
        useFlexGap
        role="search"
        onSubmit={search}
        sx={{ gap: 1.5, alignItems: 'end', flexWrap: 'wrap' }}
      >
        <Box sx={{ flex: '1 1 14rem' }}>
          <TextField label={t('Words in the title')} value={typed} onChange={(event) => setTyped(event.target.value)} />
        </Box>
        <Button type="submit" variant="outlined" color="inherit">
          {t('Search')}
        </Button>
      </Stack>
      {!data && !error && <LoadingState label={t('Loading the courses')} rows={5} />}
      {error && !data && <ErrorState title={t('The list could not be loaded')} error={error} onRetry={() => void refetch()} />}
      {data?.courses.length === 0 && (
        <EmptyState subject="courses" title={t('No courses to choose yet')}>
          {t('Authors in your organisation can offer their courses on the “Learning platforms” page.')}
        </EmptyState>
      )}
      {data?.courses.map((course) => (
        <CourseChoice key={`${course.source} ${course.course_id}`} course={course} chosen={chosen} onToggle={toggle} />
      ))}
      {/* stays in view, however long the list is */}
      <ActionRow
        sx={{ position: 'sticky', insetBlockEnd: 0, margin: 0, paddingBlock: 1.5, backgroundColor: 'background.default', zIndex: 1 }}
      >
        <Button variant="contained" disabled={chosen.size === 0} aria-busy={place.isPending} onClick={() => place.mutate()}>
          {t('{n, plural, =0 {Add to the learning platform} one {Add # to the learning platform} other {Add # to the learning platform}}', {
            n: chosen.size,
          })}
        </Button>
      </ActionRow>
      {place.error && <Alert severity="error">{errorText(place.error, t('That did not work.'))}</Alert>}
    </>
  );
}

interface CourseChoiceProps {
  readonly course: LtiChoosable;
  readonly chosen: ReadonlyMap<string, Item>;
  readonly onToggle: (item: Item) => void;
}

function CourseChoice({ course, chosen, onToggle }: CourseChoiceProps) {
  const { source, course_id, title, author, lessons, simulations } = course;
  const whole = { source, course_id };
  const box = (item: Item, label: string) => (
    <CheckField key={keyOf(item)} label={label} checked={chosen.has(keyOf(item))} onChange={() => onToggle(item)} />
  );
  return (
    <RuledSection title={<CourseTitle title={title} language={undefined} />}>
      <Typography variant="body2" color="textSecondary" sx={{ marginBlockStart: 1 }}>
        {source === 'offered'
          ? t('By {author}, from your organisation', { author })
          : t('By {author}, free in the marketplace', { author })}
      </Typography>
      {box(whole, t('The whole course'))}
      {lessons.length > 0 && (
        <Fold title={t('{n, plural, one {# lesson} other {# lessons}}', { n: lessons.length })}>
          {lessons.map(({ lesson_id, title: name }) => box({ ...whole, lesson_id }, formulaWords(name, undefined)))}
        </Fold>
      )}
      {simulations.map(({ simulation_id, title: name }) =>
        box({ ...whole, simulation_id }, t('Simulation: {title}', { title: formulaWords(name, undefined) })),
      )}
    </RuledSection>
  );
}
