import { lazy, Suspense, useRef, useState, useSyncExternalStore } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Slider from '@mui/material/Slider';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Scene } from '#contract/simulations/scene.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { formatParameter, formatQuantity } from './format-quantity.ts';
import { ScenePlot } from './scene-plot.tsx';
import ScenePoster from './scene-poster.tsx';
import { SceneTasks } from './scene-tasks.tsx';
import { useSimulation, type RunningSimulation } from './use-simulation.ts';

// three.js: its own chunk, loaded by those who walk in
const SceneCanvas = lazy(() => import('./scene-canvas.tsx'));

const hasWebGl = (): boolean => {
  try {
    return document.createElement('canvas').getContext('webgl2') !== null;
  } catch {
    return false;
  }
};

/** Sliders of what can be set. */
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
          <Typography variant="body2" sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
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

/** What follows, as a table: for those who do not see the scene it is the scene. */
function Quantities({ simulation }: { readonly simulation: RunningSimulation }) {
  return (
    <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: '1fr auto', gap: '4px 16px', margin: 0 }}>
      {simulation.compiled.scene.quantities.map((quantity) => (
        <Box key={quantity.id} sx={{ display: 'contents' }}>
          <Typography component="dt" variant="body2" color="textSecondary">
            <bdi>{quantity.label}</bdi>
          </Typography>
          <Typography component="dd" variant="body2" sx={{ margin: 0, fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
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

/** A simulation to walk into: the scene, what can be set, what follows, and the tasks. Everything works by keyboard and without WebGL. */
export function SimulationView({ scene }: { readonly scene: Scene }) {
  const simulation = useSimulation(scene);
  const [canDraw] = useState(hasWebGl);
  const whole = useRef<HTMLDivElement>(null);
  const isFull = useSyncExternalStore(onFullScreen, isFullScreen);
  return (
    <Box
      ref={whole}
      sx={{
        display: 'grid',
        gap: 3,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 20rem' },
        alignItems: 'start',
        '&:fullscreen': { padding: 3, overflow: 'auto', bgcolor: 'background.default' },
      }}
    >
      <div>
        <Box
          sx={{
            position: 'relative',
            blockSize: isFull ? '70vh' : { xs: 260, sm: 380, md: 'min(62vh, 560px)' },
            borderRadius: 2,
            overflow: 'hidden',
          }}
        >
          {canDraw ? (
            <Suspense fallback={<ScenePoster scene={scene} />}>
              <SceneCanvas simulation={simulation} label={scene.title} />
            </Suspense>
          ) : (
            <ScenePoster scene={scene} />
          )}
        </Box>
        <ActionRow>
          {scene.seconds > 0 && (
            <Button variant="outlined" color="inherit" onClick={() => simulation.setRunning(!simulation.isRunning)}>
              {simulation.isRunning ? t('Stop time') : t('Let time run')}
            </Button>
          )}
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
        <Typography dir="auto" sx={{ maxWidth: '65ch' }}>
          {scene.description}
        </Typography>
        <Box sx={{ marginBlockStart: 3 }}>
          <SceneTasks simulation={simulation} />
        </Box>
      </div>
      <Stack sx={{ gap: 2 }}>
        <RuledSection title={t('What you can set')}>
          <Stack sx={{ gap: 1, marginBlockStart: 1.5 }}>
            <Parameters simulation={simulation} />
          </Stack>
        </RuledSection>
        <RuledSection title={t('What follows')}>
          <Stack sx={{ gap: 2, marginBlockStart: 1.5 }}>
            <Quantities simulation={simulation} />
            {scene.plots.map(({ quantity, over }) => (
              <ScenePlot key={`${quantity} ${over}`} simulation={simulation} quantity={quantity} over={over} />
            ))}
          </Stack>
        </RuledSection>
      </Stack>
    </Box>
  );
}
