import { lazy, Suspense, useState, type ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import Button from '@mui/material/Button';
import { ZOOM, type MapSettings } from '#contract/places/places.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import type { MapProps } from './map-props.ts';
import { RingsMap } from './rings-map.tsx';
import { RINGS_ZOOM } from './rings-math.ts';

const TilesMap = lazy(() => import('./tiles-map.tsx'));
const GoogleMap = lazy(() => import('./google-map.tsx'));

interface NearMapProps extends MapProps {
  readonly settings: MapSettings;
  readonly onRecenter: () => void;
}

/** The only map component: renders rings, a tile file, or Google, as the operator configured. Failures fall back to rings. */
export function NearMap({ settings, onRecenter, ...map }: NearMapProps) {
  const [problem, setProblem] = useState<ReactNode>(null);
  const fail = () =>
    setProblem(
      <FormMessage message={{ kind: 'error', text: t('The map could not be drawn. Distances and directions are shown instead.') }} />,
    );
  const rings = <RingsMap {...map} />;
  const { zoom } = map.view;
  return (
    <div>
      {problem !== null && <div role="alert">{problem}</div>}
      {settings.provider === 'rings' || problem !== null ? (
        rings
      ) : (
        <ErrorBoundary fallback={rings} onError={fail}>
          <Suspense fallback={<LoadingState label={t('Loading the map')} rows={8} />}>
            {settings.provider === 'tiles' ? (
              <TilesMap {...map} attribution={settings.attribution ?? ''} onFailure={fail} />
            ) : (
              <GoogleMap {...map} apiKey={settings.key ?? ''} onFailure={setProblem} />
            )}
          </Suspense>
        </ErrorBoundary>
      )}
      <ActionRow>
        <Button variant="outlined" color="inherit" size="small" onClick={onRecenter}>
          {t('Re-center')}
        </Button>
        <Button
          variant="outlined"
          color="inherit"
          size="small"
          disabled={zoom >= RINGS_ZOOM.most}
          onClick={() => map.onZoom(zoom + 1)}
          aria-label={t('Closer')}
        >
          +
        </Button>
        <Button
          variant="outlined"
          color="inherit"
          size="small"
          disabled={zoom <= RINGS_ZOOM.least}
          onClick={() => map.onZoom(zoom - 1)}
          aria-label={t('Farther')}
        >
          −
        </Button>
        {zoom !== ZOOM.usual && (
          <Button color="inherit" size="small" onClick={() => map.onZoom(ZOOM.usual)}>
            {t('Usual size')}
          </Button>
        )}
      </ActionRow>
    </div>
  );
}
