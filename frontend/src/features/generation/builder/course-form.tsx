import { Suspense, useEffect, useEffectEvent, useRef, useState, type ComponentType } from 'react';
import { useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { formatTokens } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { tokenBalance, type TokenBalance } from '#frontend/lib/token-balance.ts';
import { useOpenReady } from '#frontend/lib/courses/open-ready-course.ts';
import { SubmitButton } from '#frontend/ui/fields/submit-button.tsx';
import { FrameColumns, SideColumn } from '#frontend/ui/frames/frame-box.tsx';
import { COLUMNS_FROM_PX } from '#frontend/theme/tokens.ts';
import { stickyFoot } from '#frontend/theme/sticky-foot.ts';
import { CostSummary } from './cost-summary.tsx';
import { COMPONENTS, estimateCost, isOfNothing } from './cost-estimate.ts';
import { loadDraft, saveDraft } from './course-draft.ts';
import { SECTIONS } from './form-fields.ts';
import { CourseFormSection } from './form-section.tsx';
import { createFormState, useValue, useValues, type CourseFormState } from './form-state.ts';
import { isComplete } from './form-values.ts';
import { MainFields } from './main-fields.tsx';
import { startGeneration } from './start-generation.ts';
import { useLibraryFor } from './topic-queries.ts';
import { StartProblems, useStart } from './use-start.tsx';

// the button stays in reach on narrow screens, where the cost is far below the fields
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

interface GenerateButtonProps {
  readonly form: CourseFormState;
  readonly isStarting: boolean;
  readonly label: string;
}

/** Submits the form; as wide as its container. */
export function GenerateButton({ form, isStarting, label }: GenerateButtonProps) {
  return (
    <SubmitButton fullWidth isReady={isComplete(useValues(form))} isPending={isStarting}>
      {isStarting ? t('Starting') : label}
    </SubmitButton>
  );
}

/** The price beside the button that stays in view, far from the cost summary, which is the one that screen readers announce. */
function PriceLine({ form, balance }: { readonly form: CourseFormState; readonly balance: TokenBalance | undefined }) {
  const { usual } = estimateCost(useValues(form), balance);
  return (
    <Typography variant="body2" color="textSecondary" aria-hidden sx={{ textAlign: 'center' }}>
      {usual === 0 ? t('Costs no tokens') : t('At most {n} tokens', { n: formatTokens(usual) })}
    </Typography>
  );
}

/** A component to select the user's own sources by id; its code may load later. */
export type SourcePicker = ComponentType<{ userId: string; chosen: readonly string[]; onChange: (ids: string[]) => void }>;

interface CourseFormProps {
  readonly userId: string;
  /** Called with the run's id as soon as the server has accepted the form. */
  readonly onStarted: (taskId: string) => void;
  readonly sources: SourcePicker;
  /** Whether a topic of the demo library opens its ready course; otherwise every course is requested. Default: yes. */
  readonly opensReady?: boolean;
}

/** The AI Builder's form (BLD-01…18). The typed values are stored in this tab, whatever happens to the request. */
export function CourseForm({ userId, onStarted, sources: Sources, opensReady = true }: CourseFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const isWide = useMediaQuery(`(min-width: ${COLUMNS_FROM_PX}px)`, { noSsr: true });
  const [form] = useState(() => createFormState(loadDraft(userId), (values) => saveDraft(userId, values)));
  const { data: balance } = useQuery({ ...tokenBalance(userId), enabled: false });
  const start = useStart({ form, element, send: (values) => startGeneration({ userId, values, balance }), onStarted });
  const sourceIds = useValue(form, 'source_ids');
  const found = useLibraryFor(useValues(form));
  const ready = opensReady ? found.ready : null;
  const open = useOpenReady(userId);
  const fits = found.library?.fits;
  // parts that the library lacks cannot be ordered, whatever was chosen for another topic
  const dropUnfit = useEffectEvent(() => {
    const chosen = form.values().ai_components;
    const unfit = COMPONENTS.filter(({ name }) => chosen[name] && isOfNothing(name, fits));
    if (unfit.length > 0) form.set('ai_components', { ...chosen, ...Object.fromEntries(unfit.map(({ name }) => [name, false])) });
  });
  useEffect(() => dropUnfit(), [fits]);
  const foot = (
    <Foot>
      <StartProblems form={form} state={start} />
      {!isWide && !ready && <PriceLine form={form} balance={balance} />}
      {ready ? (
        <SubmitButton fullWidth isReady isPending={open.isPending}>
          {open.isPending ? t('Opening') : t('Open Course')}
        </SubmitButton>
      ) : (
        <GenerateButton form={form} isStarting={start.isStarting} label={t('Generate Course')} />
      )}
    </Foot>
  );
  return (
    <Box
      component="form"
      ref={element}
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) open.mutate(ready.slug);
        else start.submit();
      }}
      noValidate
      aria-label={t('Course')}
    >
      <FrameColumns data-columns="main aside">
        <Stack sx={{ gap: 3, minWidth: 0 }}>
          <MainFields form={form} />
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
            <CostSummary form={form} userId={userId} library={opensReady ? found : { ...found, course: null, ready: null }}>
              {isWide && foot}
            </CostSummary>
          </Card>
        </SideColumn>
        {!isWide && foot}
      </FrameColumns>
    </Box>
  );
}
