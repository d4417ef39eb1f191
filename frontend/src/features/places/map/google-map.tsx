import { useEffect, useRef, useState, type ReactNode } from 'react';
import Box from '@mui/material/Box';
import { t } from '#frontend/lib/text.ts';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { loadGoogleMaps, type GoogleMarker, type GoogleMapObject, type GoogleMaps } from './google-maps.ts';
import type { MapProps } from './map-props.ts';

interface GoogleMapProps extends MapProps {
  readonly apiKey: string;
  readonly onFailure: (said: ReactNode) => void;
}

const failed = (text: string): ReactNode => (
  <>
    <strong>{t('Error: AuthFailure')}</strong>
    <FormMessage message={{ kind: 'error', text }} />
  </>
);

/** Google's map. It also loads with an invalid key and reports that only afterwards (LOC-20); the parent then renders another map. */
export default function GoogleMap({ view, markers, selected, onSelect, onZoom, apiKey, onFailure }: GoogleMapProps) {
  const frame = useRef<HTMLDivElement>(null);
  const callbacks = useRef({ onFailure, onZoom });
  const [drawn, setDrawn] = useState<{ maps: GoogleMaps; map: GoogleMapObject } | null>(null);
  useEffect(() => {
    callbacks.current = { onFailure, onZoom };
  }, [onFailure, onZoom]);
  useEffect(() => {
    let isGone = false;
    const refused = () =>
      callbacks.current.onFailure(
        failed(t('Google Maps refused this installation’s API key. Check that the key is correct and allowed for this address.')),
      );
    const draw = async () => {
      try {
        const maps = await loadGoogleMaps(apiKey, refused);
        if (isGone || !frame.current) return;
        const map = new maps.Map(frame.current, { streetViewControl: false, mapTypeControl: false });
        map.addListener('zoom_changed', () => callbacks.current.onZoom(map.getZoom()));
        setDrawn({ maps, map });
      } catch {
        callbacks.current.onFailure(failed(t('Google Maps could not be loaded. Check the network and the API key.')));
      }
    };
    void draw();
    return () => {
      isGone = true;
    };
  }, [apiKey]);
  useEffect(() => {
    drawn?.map.setCenter({ lat: view.center.latitude, lng: view.center.longitude });
    if (drawn && drawn.map.getZoom() !== view.zoom) drawn.map.setZoom(view.zoom);
  }, [drawn, view]);
  useEffect(() => {
    if (!drawn) return undefined;
    const pins: GoogleMarker[] = markers.map(({ id, label, latitude: lat, longitude: lng }) => {
      const pin = new drawn.maps.Marker({ map: drawn.map, position: { lat, lng }, title: label, opacity: id === selected ? 1 : 0.8 });
      pin.addListener('click', () => onSelect(id));
      return pin;
    });
    return () => pins.forEach((pin) => pin.setMap(null));
  }, [drawn, markers, selected, onSelect]);
  return <Box ref={frame} sx={{ width: '100%', height: 'min(70vh, 560px)' }} />;
}
