import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import type { MapProps, MarkerKind } from './map-props.ts';
import { EDGE, reachOf, RINGS_ZOOM, ringsOf, spotsOf, type Spot } from './rings-math.ts';

const Frame = styled('div')(({ theme }) => ({
  position: 'relative',
  width: '100%',
  // small enough to be visible together with the list beside it
  maxWidth: 380,
  marginInline: 'auto',
  aspectRatio: '1',
  // east is to the right in every language
  direction: 'ltr',
  '& svg': { position: 'absolute', inset: 0, width: '100%', height: '100%' },
  '& circle, & line': { fill: 'none', stroke: theme.vars.palette.line.control, strokeWidth: 0.4 },
  '& text': { ...theme.typography.caption, fontSize: 3.2, fill: theme.vars.palette.text.secondary },
}));
const Pin = styled('button')(({ theme }) => ({
  position: 'absolute',
  transform: 'translate(-50%, -50%)',
  display: 'grid',
  placeItems: 'center',
  width: 28,
  height: 28,
  padding: 0,
  cursor: 'pointer',
  font: 'inherit',
  fontSize: 13,
  fontWeight: 650,
  fontVariantNumeric: 'tabular-nums',
  color: theme.vars.palette.background.paper,
  background: theme.vars.palette.primary.main,
  border: `2px solid ${theme.vars.palette.background.paper}`,
  borderRadius: '50%',
  // the shapes round, square and tilted, because colour must not be the only cue
  '&[data-kind="event"]': { background: theme.vars.palette.secondary.main, borderRadius: 4 },
  '&[data-kind="location"]': {
    color: theme.vars.palette.text.primary,
    background: theme.vars.palette.background.paper,
    borderColor: theme.vars.palette.text.primary,
    borderRadius: 4,
  },
  '&[data-kind="user"]': { width: 24, height: 24, background: theme.vars.palette.text.primary },
  '&[aria-pressed="true"], &:focus-visible': { outline: `3px solid ${theme.vars.palette.primary.main}`, outlineOffset: 2 },
  '@media (pointer: coarse)': { minWidth: 36, minHeight: 36 },
}));
/** A letter in addition to the shape. */
const SIGN: Readonly<Record<MarkerKind, string>> = { user: '', learner: 'L', event: 'E', location: 'S' };

/** A schematic map: distances and directions from the user's position, drawn without a key and without the network. */
export function RingsMap({ view, markers, selected, onSelect }: MapProps) {
  const zoom = Math.min(RINGS_ZOOM.most, Math.max(RINGS_ZOOM.least, view.zoom));
  const { spots, outside } = spotsOf(markers, view.center, zoom);
  const reach = reachOf(zoom);
  return (
    <>
      <Frame role="group" aria-label={t('Around you, up to {km} km', { km: formatNumber(Math.round(reach * 10) / 10) })}>
        <svg viewBox="-50 -50 100 100" aria-hidden="true">
          <line x1="0" y1={-48} x2="0" y2="48" strokeDasharray="0.6 1.6" />
          <line x1={-48} y1="0" x2="48" y2="0" strokeDasharray="0.6 1.6" />
          {ringsOf(zoom).map((km) => {
            const radius = (km / reach) * 50 * EDGE;
            return (
              <g key={km}>
                <circle r={radius} />
                <text x={radius * 0.7 + 1} y={radius * 0.7 + 3.5}>
                  {t('{km} km', { km: formatNumber(km) })}
                </text>
              </g>
            );
          })}
          <text x="1.5" y="-46">
            {t('N')}
          </text>
        </svg>
        {spots.map((spot) => (
          <SpotPin key={spot.markers[0]!.id} spot={spot} selected={selected} onSelect={onSelect} />
        ))}
      </Frame>
      {outside > 0 && (
        <Typography variant="body2" color="textSecondary" role="status">
          {t('Farther away, outside the circle: {n}', { n: outside })}
        </Typography>
      )}
    </>
  );
}

interface SpotPinProps extends Pick<MapProps, 'selected' | 'onSelect'> {
  readonly spot: Spot;
}

/** A pin for one or more markers at a spot; clicking again shows the next of them. */
function SpotPin({ spot: { x, y, markers }, selected, onSelect }: SpotPinProps) {
  const at = markers.findIndex(({ id }) => id === selected);
  const next = markers[(at + 1) % markers.length]!;
  const [first] = markers;
  return (
    <Pin
      type="button"
      data-kind={first!.kind}
      aria-pressed={at >= 0}
      aria-label={markers.map(({ label }) => label).join('; ')}
      onClick={() => onSelect(next.id)}
      style={{ left: `${50 + x * 50}%`, top: `${50 + y * 50}%`, zIndex: first!.kind === 'user' ? 0 : 1 }}
    >
      <span aria-hidden>{markers.length > 1 ? formatNumber(markers.length) : SIGN[first!.kind]}</span>
    </Pin>
  );
}
