/** The part of Google's script API that we use; no npm package declares it here. */
export interface GoogleMapObject {
  setCenter(at: { lat: number; lng: number }): void;
  setZoom(zoom: number): void;
  getZoom(): number;
  addListener(event: string, listener: () => void): void;
}
export interface GoogleMarker {
  setMap(map: GoogleMapObject | null): void;
  addListener(event: string, listener: () => void): void;
}
export interface GoogleMaps {
  readonly Map: new (element: HTMLElement, options: object) => GoogleMapObject;
  readonly Marker: new (options: object) => GoogleMarker;
}

declare global {
  interface Window {
    google?: { readonly maps: GoogleMaps };
    /** Called by Google's script when it rejects the key. */
    gm_authFailure?: () => void;
    googleMapsReady?: () => void;
  }
}

let loading: Promise<GoogleMaps> | null = null;

/**
 * Loads Google's script, once per page.
 * @param onRefused called if the key is rejected, which the script reports after loading
 * @throws Error if it does not load
 */
export function loadGoogleMaps(key: string, onRefused: () => void): Promise<GoogleMaps> {
  window.gm_authFailure = onRefused;
  loading ??= new Promise<GoogleMaps>((resolve, reject) => {
    window.googleMapsReady = () => (window.google ? resolve(window.google.maps) : reject(new Error('no google.maps')));
    const script = document.createElement('script');
    const query = new URLSearchParams({ key, loading: 'async', callback: 'googleMapsReady', v: 'quarterly' });
    script.src = `https://maps.googleapis.com/maps/api/js?${query}`;
    script.async = true;
    script.addEventListener('error', () => {
      loading = null;
      reject(new Error('the script did not load'));
    });
    document.head.append(script);
  });
  return loading;
}
