import type { MapMarker } from './map-props.ts';

const SIGN = { user: '●', learner: 'L', event: 'E', location: 'S' } as const;

/** Makes a DOM button for maps that do not render React elements. */
export function markerElement(
  marker: MapMarker,
  { isSelected, onSelect }: { isSelected: boolean; onSelect: (id: string) => void },
): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  const sign = document.createElement('span');
  sign.setAttribute('aria-hidden', 'true');
  sign.textContent = SIGN[marker.kind];
  button.append(sign);
  button.setAttribute('aria-label', marker.label);
  button.setAttribute('aria-pressed', String(isSelected));
  Object.assign(button.style, {
    width: '28px',
    height: '28px',
    padding: '0',
    font: 'inherit',
    fontWeight: '650',
    color: '#fff',
    background: marker.kind === 'event' ? '#8a4b14' : marker.kind === 'location' ? '#333' : '#0f5c66',
    border: isSelected ? '3px solid #000' : '2px solid #fff',
    borderRadius: marker.kind === 'learner' || marker.kind === 'user' ? '50%' : '4px',
    cursor: 'pointer',
  });
  button.addEventListener('click', () => onSelect(marker.id));
  return button;
}
