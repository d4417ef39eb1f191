import { lazy, Suspense, useRef, useState, useSyncExternalStore } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Slider from '@mui/material/Slider';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { GROUND } from '#contract/simulations/scene-colors.ts';
import type { SimulationView as Simulation } from '#contract/simulations/simulations.contract.ts';
import type { Service } from '#contract/platform/status.contract.ts';
import type { Solution } from '#contract/simulations/compile-scene.ts';
import type { Scene } from '#contract/simulations/scene.contract.ts';
import { formulaWords } from '#frontend/lib/formula-words.ts';
import { isDemo, SERVICE_NAMES } from '#frontend/lib/service-names.ts';
import { t } from '#frontend/lib/text.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { Entry, EntryList } from '#frontend/ui/list/entry-list.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { formatParameter, formatQuantity } from './format-quantity.ts';
import ScenePoster from './scene-poster.tsx';
import { useSimulation, type RunningSimulation } from './use-simulation.ts';

// three.js: in its own chunk, loaded only by users who open the scene
const SceneCanvas = lazy(() => import('./scene-canvas.tsx'));
// the library of charts
const ScenePlot = lazy(() => import('./scene-plot.tsx'));

const hasWebGl = (): boolean => {
  try {
    return document.createElement('canvas').getContext('webgl2') !== null;
  } catch {
    return false;
  }
};

/** Sliders for the parameters. */
function Parameters({ simulation }: { readonly simulation: RunningSimulation }) {
  return simulation.compiled.scene.parameters.map((parameter) => {
    const { id, label, min, max, step } = parameter;
    const shown = (value: number) => formatParameter(value, parameter);
    return (
      <Box key={id}>
        <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 2 }}>
          <Typography component="label" id={`sim-${id}`} variant="body2">
            <bdi>{label}</bdi>
          </Typography>
          <Typography variant="body2" sx={{ whiteSpace: 'nowrap' }}>
            <bdi>{shown(simulation.parameters[id]!)}</bdi>
          </Typography>
        </Stack>
        <Slider
          size="small"
          aria-labelledby={`sim-${id}`}
          getAriaValueText={shown}
          min={min}
          max={max}
          step={step}
          value={simulation.parameters[id]!}
          onChange={(_, value) => simulation.set(id, value as number)}
        />
      </Box>
    );
  });
}

/** The results as a table, which replaces the scene for users who cannot see it. */
function Quantities({ simulation }: { readonly simulation: RunningSimulation }) {
  return (
    <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: '1fr auto', gap: '4px 16px', margin: 0 }}>
      {simulation.compiled.scene.quantities.map((quantity) => (
        <Box key={quantity.id} sx={{ display: 'contents' }}>
          <Typography component="dt" variant="body2" color="textSecondary">
            <bdi>{quantity.label}</bdi>
          </Typography>
          <Typography component="dd" variant="subtitle2" sx={{ margin: 0 }}>
            <bdi>{formatQuantity(simulation.values[quantity.id]!, quantity)}</bdi>
          </Typography>
        </Box>
      ))}
    </Box>
  );
}

const onFullScreen = (changed: () => void) => {
  document.addEventListener('fullscreenchange', changed);
  return () => document.removeEventListener('fullscreenchange', changed);
};
const isFullScreen = () => (document.fullscreenElement ?? null) !== null;

/** Which service wrote the scene, and which one checked it. */
const bylineOf = (author: Service, checker: Service | null): string =>
  isDemo()
    ? t('Written and checked by people, for the demo library')
    : checker === null
      ? t('Written by {author}, not checked', { author: SERVICE_NAMES[author] })
      : t('Written by {author}, checked by {checker}', { author: SERVICE_NAMES[author], checker: SERVICE_NAMES[checker] });

interface ViewProps {
  readonly scene: Scene;
  readonly made: Pick<Simulation, 'written_by' | 'checked_by' | 'solved'>;
  /** Receives all solved tasks whenever another one is solved, and the settings of those solved since it was opened. */
  readonly onSolved: (tasks: number[], solutions: readonly Solution[]) => void;
}

/** A simulation to walk into: the scene, its controls, the results and the tasks. Everything works by keyboard and without WebGL. */
export function SimulationView({ scene, made, onSolved }: ViewProps) {
  const simulation = useSimulation(scene, made.solved, onSolved);
  const [canDraw] = useState(hasWebGl);
  const [isDrawn, setDrawn] = useState(false);
  const whole = useRef<HTMLDivElement>(null);
  const isFull = useSyncExternalStore(onFullScreen, isFullScreen);
  return (
    <Box
      ref={whole}
      sx={{
        display: { xs: 'flex', md: 'grid' },
        flexDirection: 'column',
        gap: 2,
        columnGap: 3,
        gridTemplate: { md: '"stage side" auto "tasks side" auto "about side" 1fr / minmax(0, 1fr) 20rem' },
        alignItems: { md: 'start' },
        '&:fullscreen': { padding: 3, overflow: 'auto' },
      }}
    >
      <Box
        sx={{
          gridArea: 'stage',
          // on a phone the scene stays in view while the user moves the sliders below it
          position: { xs: 'sticky', md: 'relative' },
          insetBlockStart: 0,
          zIndex: 1,
          flexShrink: 0,
          blockSize: isFull ? '70vh' : { xs: 'min(240px, 32dvh)', md: 'min(50vh, 480px)' },
          borderRadius: 2,
          overflow: 'hidden',
        }}
      >
        {canDraw && (
          <Suspense>
            <SceneCanvas simulation={simulation} label={formulaWords(scene.title, undefined)} onDrawn={() => setDrawn(true)} />
          </Suspense>
        )}
        {!isDrawn && (
          <Box style={{ background: GROUND }} sx={{ position: 'absolute', inset: 0 }}>
            <ScenePoster scene={scene} />
          </Box>
        )}
      </Box>
      <Box sx={{ gridArea: 'tasks', minWidth: 0 }}>
        <SceneTasks simulation={simulation} />
      </Box>
      <Box sx={{ gridArea: 'side', minWidth: 0 }}>
        <RuledSection title={t('Controls')}>
          {/* a thumb at the end extends half its width beyond the track */}
          <Stack sx={{ gap: 1, marginBlockStart: 1.5, paddingInline: 1 }}>
            <Parameters simulation={simulation} />
          </Stack>
        </RuledSection>
        <RuledSection title={t('Results')}>
          <Stack sx={{ gap: 2, marginBlockStart: 1.5 }}>
            <Quantities simulation={simulation} />
            <Suspense>
              {scene.plots.map(({ quantity, over }) => (
                <ScenePlot key={`${quantity} ${over}`} simulation={simulation} quantity={quantity} over={over} />
              ))}
            </Suspense>
          </Stack>
        </RuledSection>
      </Box>
      <Box sx={{ gridArea: 'about', minWidth: 0 }}>
        <ActionRow sx={{ marginBlock: 0 }}>
          {scene.seconds > 0 && (
            <Button variant="outlined" color="inherit" onClick={() => simulation.setRunning(!simulation.isRunning)}>
              {simulation.isRunning ? t('Pause') : t('Play')}
            </Button>
          )}
          <Button variant="outlined" color="inherit" onClick={simulation.reset}>
            {t('Reset')}
          </Button>
          {document.fullscreenEnabled && canDraw && (
            <Button
              variant="outlined"
              color="inherit"
              onClick={() => void (isFull ? document.exitFullscreen() : whole.current?.requestFullscreen())}
            >
              {isFull ? t('Leave full screen') : t('Full screen')}
            </Button>
          )}
          {!canDraw && (
            <Typography variant="body2" color="textSecondary">
              {t('This browser cannot draw in three dimensions. The picture is still; everything else works.')}
            </Typography>
          )}
        </ActionRow>
        <Typography dir="auto" sx={{ maxWidth: '65ch', marginBlockStart: 1.5 }}>
          <FormulaText text={scene.description} dir="rtl" />
        </Typography>
        {made.written_by !== null && (
          <Typography variant="body2" color="textSecondary">
            {bylineOf(made.written_by, made.checked_by)}
          </Typography>
        )}
      </Box>
    </Box>
  );
}

/** The learner's tasks. A solved task stays solved, and explains what the learner has seen. */
function SceneTasks({ simulation: { compiled, reached } }: { readonly simulation: RunningSimulation }) {
  const { tasks } = compiled.scene;
  const [hints, setHints] = useState<readonly number[]>([]);
  const count = reached.filter(Boolean).length;
  return (
    <RuledSection title={t('Tasks')} aside={t('{n} of {all} solved', { n: count, all: tasks.length })}>
      <EntryList component="ol">
        {tasks.map((task, index) => (
          <Entry
            key={task.text}
            mark={reached[index] ? 'new' : undefined}
            title={
              <span dir="auto">
                <FormulaText text={task.text} dir="rtl" />
              </span>
            }
            lines={
              reached[index]
                ? [<FormulaText key="insight" text={task.insight} dir="rtl" />]
                : hints.includes(index)
                  ? [<FormulaText key="hint" text={task.hint} dir="rtl" />]
                  : []
            }
            actions={
              !reached[index] &&
              !hints.includes(index) && (
                <Button size="small" color="inherit" onClick={() => setHints([...hints, index])}>
                  {t('Hint')}
                </Button>
              )
            }
          />
        ))}
      </EntryList>
      <Box role="status">
        {count > 0 && (
          <Typography variant="subtitle2">
            {count === tasks.length
              ? t('You have solved every task in this simulation.')
              : t('Solved: {n} of {all}.', { n: count, all: tasks.length })}
          </Typography>
        )}
      </Box>
    </RuledSection>
  );
}
