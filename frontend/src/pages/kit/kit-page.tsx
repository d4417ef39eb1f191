import { useState } from 'react';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import FormControlLabel from '@mui/material/FormControlLabel';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import LinearProgress from '@mui/material/LinearProgress';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useTheme } from '@mui/material/styles';
import { Bar, BarChart, CartesianGrid, LabelList, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import { AGE_REFUSALS } from '#contract/platform/age-rules.ts';
import { networkError, ApiError } from '#frontend/lib/api-error.ts';
import { toast, type ToastKind } from '#frontend/lib/toast.ts';
import { SCHEMES, type SchemeName } from '#frontend/theme/tokens.ts';
import { useSchemeChoice } from '#frontend/theme/scheme-choice.ts';
import { AgeGate } from '#frontend/ui/age/age-gate.tsx';
import { AgeReason } from '#frontend/ui/age/age-note.tsx';
import { ChartPlot } from '#frontend/ui/cards/chart-plot.tsx';
import { SectionCard } from '#frontend/ui/cards/section-card.tsx';
import { BarRows } from '#frontend/ui/charts/bar-rows.tsx';
import { DeskFrame } from '#frontend/ui/frames/desk-frame.tsx';
import { Illustration, ILLUSTRATION_NAMES } from '#frontend/ui/illustrations/illustration.tsx';
import { TextLink } from '#frontend/ui/link.tsx';
import { NoticeBody } from '#frontend/ui/notice-body.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { ShortfallNote } from '#frontend/ui/states/shortfall-note.tsx';
import { ConsoleSkeleton, HeroSkeleton, PageSkeleton, ShelfSkeleton } from '#frontend/ui/states/skeletons.tsx';
import { UnavailableCourse } from '#frontend/ui/states/unavailable-course.tsx';
import { VerificationMail } from '#frontend/ui/states/verification-mail.tsx';
import { BatchSamples } from './batch-samples.tsx';
import { CardSamples } from './card-samples.tsx';
import { TimeSamples } from './chart-samples.tsx';
import { ControlSamples } from './control-samples.tsx';
import { DialogSamples } from './dialog-samples.tsx';
import { FilterSamples, HeadSamples } from './form-samples.tsx';
import { FieldSamples } from './field-samples.tsx';
import { ConsoleSample, PageSample, PreviewSample, ShelfSample } from './frame-samples.tsx';
import { LearningSamples } from './learning-samples.tsx';
import { ListSamples } from './list-samples.tsx';
import { SampleData, PEOPLE } from './sample-data.tsx';
import { Group, Sample, Row } from './sample.tsx';
import { ScreenSamples } from './screen-samples.tsx';
import { SurfaceSamples } from './surface-samples.tsx';
import { TableSamples } from './table-samples.tsx';
import { TextSamples } from './text-samples.tsx';

const NAMES = Object.keys(SCHEMES) as SchemeName[];

/** Every component of the kit in all its states, for developers. Unlinked, in English, with samples instead of data. */
export default function KitPage() {
  const { choice, choose } = useSchemeChoice();
  const [isDense, setDense] = useState(false);
  return (
    <main>
      <DeskFrame
        title="The kit"
        subtitle="Frames, cards, states and the library’s parts as the theme shows them"
        actions={
          <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
            <FormControlLabel control={<Switch checked={isDense} onChange={(_, next) => setDense(next)} />} label="Dense" />
            <ToggleButtonGroup exclusive value={choice} aria-label="Scheme" onChange={(_, next: SchemeName | null) => next && choose(next)}>
              {NAMES.map((name) => (
                <ToggleButton key={name} value={name}>
                  {name}
                </ToggleButton>
              ))}
            </ToggleButtonGroup>
          </Stack>
        }
      >
        <SampleData>
          <Stack {...(isDense && { 'data-density': 'dense' })} sx={{ gap: 6 }}>
            <Group title="Cards and states">
              <CardSamples />
              <StateSamples />
            </Group>
            <Group title="What the product says">
              <MessageSamples />
            </Group>
            <Group title="Controls and fields">
              <FilterSamples />
              <ControlSamples />
              <FieldSamples />
            </Group>
            <Group title="Dialogs and surfaces">
              <SurfaceSamples />
              <DialogSamples />
            </Group>
            <Group title="Texts and learning">
              <TextSamples />
              <LearningSamples />
            </Group>
            <Group title="Lists, tables and charts">
              <ListSamples />
              <TableSamples />
              <ChartSamples />
              <TimeSamples />
            </Group>
            <Group title="Batches">
              <BatchSamples />
            </Group>
            <Group title="Frames">
              <HeadSamples />
              <ScreenSamples />
              <ShelfSample />
              <PreviewSample />
              <PageSample />
            </Group>
          </Stack>
        </SampleData>
        <ConsoleSample />
      </DeskFrame>
    </main>
  );
}

/** Empty, failed and loading states, and the drawings. */
function StateSamples() {
  return (
    <>
      <Sample title="Illustrations" aside="for empty, error and first states">
        <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(170px, 1fr))', gap: 2 }}>
          {ILLUSTRATION_NAMES.map((name) => (
            <Card key={name} sx={{ display: 'grid', justifyItems: 'center', padding: 2 }}>
              <Illustration name={name} />
              <Typography variant="body2">{name}</Typography>
            </Card>
          ))}
        </Box>
      </Sample>
      <Sample title="Empty and failed">
        <EmptyState subject="notes" title="No notes yet" actions={<Button variant="contained">Open a lesson</Button>}>
          Select a passage of a lesson, and it is kept here.
        </EmptyState>
        <EmptyState isScreen subject="classes" title="No classes yet" actions={<Button variant="contained">New class</Button>}>
          Where nothing else is on the screen, it is a card.
        </EmptyState>
        <ErrorState title="Your courses could not be loaded" error={networkError()} onRetry={() => undefined} />
      </Sample>
      <Sample title="Loading">
        <HeroSkeleton />
        <ShelfSkeleton label="Loading a shelf" />
        <PageSkeleton label="Loading a page" />
        <ConsoleSkeleton label="Loading a console" rows={4} />
        <LoadingState label="Loading rows" rows={2} />
        <Skeleton variant="rounded" height={40} />
        <LinearProgress variant="determinate" value={63} aria-label="A batch" />
        <LinearProgress variant="determinate" color="secondary" value={30} aria-label="Another batch" />
      </Sample>
      <Sample title="Messages">
        <Alert severity="success">The course is saved.</Alert>
        <Alert severity="info">Three lessons were written anew.</Alert>
        <Alert severity="warning" action={<Button size="small">Add tokens</Button>}>
          <AlertTitle>Tokens are running low</AlertTitle>
          They last for one more course.
        </Alert>
        <Alert severity="error">The picture could not be loaded.</Alert>
      </Sample>
    </>
  );
}

const WEEK = [
  { day: 'Mon', minutes: 34 },
  { day: 'Tue', minutes: 36 },
  { day: 'Wed', minutes: 0 },
  { day: 'Thu', minutes: 30 },
  { day: 'Fri', minutes: 15 },
];
const EMPTY_WEEK = WEEK.map(({ day }) => ({ day, minutes: 0 }));

function Plot({ label, week }: { readonly label: string; readonly week: typeof WEEK }) {
  const { palette } = useTheme().vars;
  return (
    <ChartPlot dir="ltr" role="img" aria-label={label} style={{ height: '13rem' }}>
      <ResponsiveContainer width="100%" height="100%">
        <BarChart data={week} accessibilityLayer={false} margin={{ top: 20, right: 0, bottom: 0, left: 0 }}>
          <CartesianGrid vertical={false} stroke={palette.line.hairline} />
          <XAxis dataKey="day" interval={0} tickLine={false} axisLine={false} />
          <YAxis width={36} allowDecimals={false} tickLine={false} axisLine={false} />
          <Bar dataKey="minutes" fill={palette.primary.main} radius={[5, 5, 0, 0]} isAnimationActive={false} maxBarSize={40}>
            <LabelList dataKey="minutes" position="top" formatter={(value) => (Number(value) > 0 ? String(value) : '')} />
          </Bar>
        </BarChart>
      </ResponsiveContainer>
    </ChartPlot>
  );
}

/** Charts: the library's plot area, and bars in rows. */
function ChartSamples() {
  return (
    <>
      <Sample title="Chart plot" aside="a value beside its bar is never crossed by the grid; nothing to show yet">
        <SectionCard title="The last five days" aside="1 h 55 min">
          <Plot label="Monday: 34 minutes; Tuesday: 36 minutes; Thursday: 30 minutes; Friday: 15 minutes" week={WEEK} />
        </SectionCard>
        <SectionCard title="The first five days" aside="0 min">
          <Plot label="No minutes yet" week={EMPTY_WEEK} />
        </SectionCard>
      </Sample>
      <Sample title="Bar rows" aside="plain, long and right-to-left names; links with a hatched part; one value">
        <BarRows
          role="img"
          label="Calls by service"
          bars={[
            { name: 'Claude', value: 412, label: '412' },
            { name: 'A service with a name of several words', value: 96, label: '96' },
            { name: 'خدمة', value: 31, label: '31' },
            { name: 'Grok', value: 0, label: 'none' },
          ]}
        />
        <BarRows
          role="group"
          label="Steps by queue"
          hatchedWords="under way"
          bars={[
            { name: 'Texts', title: <TextLink to="/kit">Texts</TextLink>, value: 212, hatched: 48, label: '260' },
            { name: 'Pictures', title: <TextLink to="/kit">Pictures</TextLink>, value: 40, hatched: 12, label: '52' },
          ]}
        />
        <BarRows role="img" label="Refunds" bars={[{ name: 'Refunds', value: 3, label: '3' }]} />
      </Sample>
    </>
  );
}

const SAYINGS: Record<ToastKind, string> = {
  success: 'The course is saved.',
  error: 'The picture could not be loaded.',
  info: 'Three lessons were written anew.',
  warning: 'Tokens are running low.',
};
const KINDS = Object.keys(SAYINGS) as ToastKind[];
const LINK = { href: '/kit', label: 'View' };
const NOT_FOUND = new ApiError({ status: 404, code: 'not_found', message: 'Not found' });

/** Messages of the product itself: toasts, notices, and why something is unavailable. */
function MessageSamples() {
  return (
    <>
      <Sample title="Toasts" aside="three seconds, not counting those under the pointer; an error is announced at once">
        <Row>
          {KINDS.map((kind) => (
            <Button key={kind} variant="outlined" color="inherit" onClick={() => toast(kind, SAYINGS[kind])}>
              A toast: {kind}
            </Button>
          ))}
          <Button variant="outlined" color="inherit" onClick={() => toast('success', SAYINGS.success, LINK)}>
            A toast with a link
          </Button>
        </Row>
      </Sample>
      <Sample title="Notices" aside="of a toast; of the list, with their time">
        {KINDS.map((kind) => (
          <Card key={kind} component="div">
            <NoticeBody notice={{ kind, text: SAYINGS[kind], link: kind === 'success' ? LINK : null }} />
          </Card>
        ))}
        <Card component="div">
          <NoticeBody notice={{ kind: 'success', text: '✅ Your course is ready.', link: LINK }} meta="14:05" />
        </Card>
      </Sample>
      <Sample title="Too few tokens" aside="of one balance, of two">
        <ShortfallNote shortfall={{ needed: 4200, available: 1150 }} />
        <ShortfallNote shortfall={{ needed: 4200, available: 1150, ofBoth: 'Neither your tokens nor those of the group are enough.' }} />
      </Sample>
      <Sample title="Unavailable course" aside="gone; not loaded">
        <UnavailableCourse error={NOT_FOUND} onRetry={() => undefined}>
          <p>Its author may have deleted it.</p>
        </UnavailableCourse>
        <UnavailableCourse error={networkError()} onRetry={() => undefined}>
          <p>Its author may have deleted it.</p>
        </UnavailableCourse>
      </Sample>
      <Sample title="Age" aside="what is behind the gate for an adult, a person of unknown age, and a minor; every reason">
        {PEOPLE.map((person) => (
          <AgeGate key={person} userId={person} rule="voice">
            <Typography>Study rooms, for an adult.</Typography>
          </AgeGate>
        ))}
        {AGE_REFUSALS.filter((refusal) => refusal !== 'age.unknown').map((refusal) => (
          <AgeReason key={refusal} refusal={refusal} />
        ))}
      </Sample>
      <Sample title="Verification mail" aside="needs somebody signed in">
        <Row>
          <VerificationMail />
        </Row>
      </Sample>
    </>
  );
}
