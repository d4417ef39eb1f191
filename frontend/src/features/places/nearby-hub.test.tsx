import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import '#frontend/features/places/map/google-maps.ts';
import { NearbyPreview } from '#frontend/pages/community/nearby-preview.tsx';
import { clearNotices, getNotices } from '#frontend/lib/toast.ts';
import { dialogClosed } from '#frontend/testing/dialog-closed.ts';
import { brokenAnswer, problem } from '#contract/platform/mocked-answer.factory.ts';
import { partly, showScreen, stubServer, type Answer } from '#frontend/testing/show-screen.tsx';
import { markersOf } from './near-markers.ts';
import { LocationCard, SelectedPlace } from './selected-place.tsx';
import { NearbyHub } from './nearby-hub.tsx';

const HERE = { latitude: 51.4779, longitude: 0 };
const many = <T,>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n + 1));
const learners = many(7, (n) => ({
  user_id: `l-${n}`,
  name: `Learner ${n}`,
  distance_km: n,
  common_interests: [],
  study_sessions_completed: 0,
  reputation_score: 0,
  ...HERE,
  bio: '',
  subjects: [],
  status: 'Available',
}));
const events = many(5, (n) => ({
  event_id: `e-${n}`,
  title: `Event ${n}`,
  description: '',
  date: '2099-12-03',
  time: '18:30',
  starts_at: '2099-12-03T18:30:00.000Z',
  time_zone: 'UTC',
  location: { name: `Hall ${n}`, address: 'Main Street' },
  distance_km: 1,
  cost: 0,
  attendees: 1,
  max_attendees: 9,
  waiting: 0,
  event_type: 'Talk',
  duration: 60,
  ...HERE,
  // one of them is elsewhere
  latitude: HERE.latitude + (n === 3 ? 0.1 : 0),
  organiser: null,
  state: 'open',
  attendance: null,
  is_mine: false,
  is_sample: false,
}));
const locations = many(4, (n) => ({
  location_id: `s-${n}`,
  name: `Library ${n}`,
  description: '',
  address: `Street ${n}`,
  coordinates: { lat: HERE.latitude, lng: 0 },
  distance_km: 1,
  type: 'Study Location',
  hours: 'Check locally',
  amenities: ['WiFi', 'Study Space'],
  rating: 4,
  rating_count: 2,
  my_rating: null,
  is_mine: false,
  is_sample: false,
}));

/** Whether the user shares their own location, and therefore sees others; and the answers to the actions. */
let isSharing = true;
let acts: Answer = brokenAnswer('a proxy', 500, {});
/** The reason why location is off, and the events. */
let refusals: { location: string | null; coaching: string | null } = { location: null, coaching: null };
let map: object = { provider: 'rings', key: null, attribution: null };
const serve = () =>
  stubServer(({ path, method }) => {
    const sharing = {
      position: HERE,
      subjects: [],
      status: 'Available',
      shared_at: '2026-11-20T10:00:00Z',
      updated_at: '2026-11-20T10:00:00Z',
    };
    if (method === 'POST') return acts;
    if (path === '/api/auth/age')
      return partly({ band: 'minor', consents: [], asked: null, school: null, rules: [{ rule: 'coaching', refusal: refusals.coaching }] });
    if (path.startsWith('/api/places/standing')) return partly({ location: refusals.location, sharing: isSharing ? sharing : null, map });
    if (path.startsWith('/api/nearby-learners')) return partly({ nearby_learners: learners, total: 7 });
    if (path.startsWith('/api/local-events/mine')) return partly({ local_events: [] });
    if (path.startsWith('/api/local-events/')) return partly({ event: events[0] });
    if (path.startsWith('/api/local-events')) return partly({ local_events: events, total: 5 });
    if (path.startsWith('/api/study-locations')) return partly({ study_locations: locations, total: 4 });
    if (path.startsWith('/api/connections') || path.includes('connections')) return partly({ connections: [] });
    return brokenAnswer('nothing is said of other calls', 404, {});
  });
const show = async () => {
  const sent = serve();
  await showScreen(<NearbyHub userId="u-1" shown="all" onShow={() => undefined} eventId={undefined} onEvent={() => undefined} />);
  return sent;
};
const texts = () => getNotices().map(({ text }) => text);
const geolocation = (ask: (done: PositionCallback, failed: PositionErrorCallback) => void) =>
  vi.stubGlobal('navigator', { ...navigator, language: 'en', onLine: true, geolocation: { getCurrentPosition: ask } });

beforeEach(() => {
  isSharing = true;
  refusals = { location: null, coaching: null };
  map = { provider: 'rings', key: null, attribution: null };
  acts = brokenAnswer('a proxy', 500, {});
});

describe('PROF-04 location disabled', () => {
  it('shows events everywhere to users whose parent has agreed, without requesting a position', async () => {
    refusals = { location: 'age.too_young', coaching: null };
    const sent = await show();
    expect(await screen.findByText('This is not available at your age.')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Event 1' })).toBeTruthy();
    expect(sent.filter(({ path }) => /learners|study-locations/.test(path))).toEqual([]);
    expect(screen.queryByRole('button', { name: 'Enable Location Services' })).toBeNull();
  });

  it('asks users of unknown age for their year of birth in place', async () => {
    refusals = { location: 'age.unknown', coaching: null };
    const sent = await show();
    fireEvent.change(await screen.findByRole('textbox', { name: /^Year of birth/ }), { target: { value: '1990' } });
    fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(sent.find(({ method }) => method === 'PUT')).toMatchObject({ body: { birth_year: 1990 } }));
  });
});

describe('the map hub', () => {
  it('LOC-01 LOC-03 has four filters with counts, and at most five learners, three events and three study spots', async () => {
    await show();
    await screen.findByRole('button', { name: 'Library 1' });
    const filters = within(screen.getByRole('group', { name: 'Show' })).getAllByRole('button');
    await waitFor(() =>
      expect(filters.map(({ textContent }) => textContent)).toEqual(['All 16', 'Learners 7', 'Events 5', 'Study Spots 4']),
    );
    const rows = (title: string) =>
      within(screen.getByRole('region', { name: title }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent);
    expect(rows('Nearby Learners')).toHaveLength(5);
    expect(rows('Nearby Learners')[0]).toMatch(/^LLearner 11(\.0)? km away/);
    expect(rows('Local Events')).toHaveLength(3);
    expect(rows('Local Events')[0]).toMatch(/^Event 1.*2099.*Hall 11 km away$/);
    expect(rows('Local Events')[2], 'with its direction').toMatch(/1 km awayto the north$/);
    expect(rows('Study Spots')).toHaveLength(3);
    expect(rows('Study Spots')[0]).toMatch(/^Library 1Street 1.*4/);
  });

  it('LOC-02 LOC-04 LOC-14 a selected marker shows its actions; a connection is requested once; Re-center zooms in', async () => {
    acts = partly({ message: 'Connection request sent!', state: 'requested' }, 200);
    const sent = await show();
    const around = (km: string) => screen.findByRole('group', { name: `Around you, up to ${km} km` });
    const told = (name: string) => screen.findByRole('region', { name });
    const pins = within(await around('10'));
    fireEvent.click(await pins.findByRole('button', { name: 'You, within 500 m' }));
    within(await told('You are here')).getByText('Within 500 m: nothing finer is used.');
    fireEvent.click(pins.getByRole('button', { name: /^Learner 1, 1 km away; Learner 2,/ }));
    const connect = within(await told('Learner 1')).getByRole<HTMLButtonElement>('button', { name: 'Connect' });
    await waitFor(() => expect(connect.disabled).toBe(false));
    fireEvent.click(connect);
    const connected = await within(await told('Learner 1')).findByRole<HTMLButtonElement>('button', { name: 'Connected' });
    expect([connected.disabled, texts()]).toEqual([true, ['Connection request sent!']]);
    const asked = sent.filter(({ method }) => method === 'POST');
    expect(asked).toMatchObject([{ path: '/api/connect-users?user1_id=u-1&user2_id=l-1', body: undefined }]);
    fireEvent.click(pins.getByRole('button', { name: /^Library 1; Library 2/ }));
    const directions = within(await told('Library 1')).getByRole('link', { name: 'Get Directions' });
    expect(directions.getAttribute('href')).toContain('Street+1');
    geolocation(() => undefined);
    fireEvent.click(screen.getByRole('button', { name: 'Re-center' }));
    await around('2.5');
  });

  it('LOC-20 a key rejected by Google is reported, and the map is drawn without Google', async () => {
    map = { provider: 'google', key: 'operators-key', attribution: null };
    await show();
    await waitFor(() => expect(document.head.querySelector('script[src*="maps.googleapis.com"]')).not.toBeNull());
    expect(document.head.querySelector('script')!.src).toContain('?key=operators-key&');
    act(() => window.gm_authFailure!());
    expect((await screen.findByText('Error: AuthFailure')).closest('[role="alert"]')!.textContent).toContain('API key');
    await screen.findByRole('group', { name: 'Around you, up to 10 km' });
  });

  it('shows the lists before the rings, and after a street map if there is one', async () => {
    const isListFirst = () => {
      const list = screen.getByRole('region', { name: 'Nearby Learners' });
      const recentre = screen.getByRole('button', { name: 'Re-center' });
      return (list.compareDocumentPosition(recentre) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    };
    await show();
    await screen.findByRole('button', { name: 'Library 1' });
    expect(isListFirst()).toBe(true);
    cleanup();
    map = { provider: 'google', key: 'operators-key', attribution: null };
    delete window.gm_authFailure;
    await show();
    await screen.findByRole('button', { name: 'Library 1' });
    expect(isListFirst()).toBe(false);
    await waitFor(() => expect(window.gm_authFailure).toBeDefined());
    act(() => window.gm_authFailure!());
    await waitFor(() => expect(isListFirst()).toBe(true));
  });

  it('LOC-11 G47 invents no positions: markers are at the server’s positions, and nothing else is drawn', () => {
    const found = { learners: learners as never, events: [], locations: [] };
    const markers = markersOf(found, 'all', null);
    expect(markers).toHaveLength(7);
    for (const { latitude, longitude } of markers) expect({ latitude, longitude }).toEqual(HERE);
    expect(markersOf({ learners: [], events: [], locations: [] }, 'all', null)).toEqual([]);
  });

  it('LOC-06 Explore Location Features shows a toast and closes the dialog', async () => {
    isSharing = false;
    await show();
    fireEvent.click(await screen.findByRole('button', { name: 'How it works' }));
    fireEvent.click(screen.getByRole('button', { name: 'Explore Location Features' }));
    await dialogClosed();
    expect(texts()).toEqual(['Press Enable Location Services to see what is near you.']);
  });

  it('LOC-02 LOC-18 LOC-19 gives the reason for a missing position', async () => {
    isSharing = false;
    const sent = await show();
    const press = async () => fireEvent.click(await screen.findByRole('button', { name: 'Enable Location Services' }));
    await press();
    await screen.findByText(/^Location access failed: this browser/);
    for (const [code, words] of [
      [2, /^Location access failed: your position/],
      [3, /^Location access failed: it took too long/],
      [1, /^Location access failed: permission/],
    ] as const) {
      geolocation((_, failed) => failed({ code } as GeolocationPositionError));
      await press();
      await screen.findByText(words);
    }
    screen.getByText('Location access needed for nearby learners and events');
    // first the default coordinate, then the user's position
    fireEvent.click(screen.getByRole('button', { name: 'Explore Greenwich instead' }));
    const places = () => sent.filter(({ path }) => path.startsWith('/api/study-locations/')).map(({ path }) => path.split('?')[1]);
    await waitFor(() => expect(places()[0]).toContain('latitude=51.4779&longitude=0'));
    const getPosition = vi.fn((done: PositionCallback) =>
      done({ coords: { latitude: 40.4168, longitude: -3.7038 } } as GeolocationPosition),
    );
    geolocation(getPosition);
    fireEvent.click(await screen.findByRole('button', { name: 'Re-center' }));
    await waitFor(() => expect(places()[1]).toMatch(/^latitude=40\.4\d+&longitude=-3\.7\d+/));
    expect(getPosition).toHaveBeenCalledWith(expect.anything(), expect.anything(), {
      timeout: 15_000,
      enableHighAccuracy: true,
      maximumAge: 300_000,
    });
  });

  it.each([
    [401, 'Please log in to connect with users', 'Please log in to join events'],
    [500, 'Failed to connect with user. It broke.', 'Failed to join event. It broke.'],
  ])('LOC-15 LOC-17 says what a %i means for connecting and for joining', async (status, forConnect, forJoin) => {
    acts = status === 401 ? problem('auth.required', 'Sign in.') : problem('internal', 'It broke.');
    await show();
    const list = await screen.findByRole('region', { name: 'Nearby Learners' });
    fireEvent.click(await within(list).findByRole('button', { name: 'Learner 1' }));
    const connect = await screen.findByRole<HTMLButtonElement>('button', { name: 'Connect' });
    await waitFor(() => expect(connect.disabled).toBe(false));
    fireEvent.click(connect);
    await waitFor(() => expect(texts()).toEqual([forConnect]));
    clearNotices();
    cleanup();
    serve();
    await showScreen(<NearbyHub userId="u-1" shown="all" onShow={() => undefined} eventId="e-1" onEvent={() => undefined} />);
    fireEvent.click(await screen.findByRole('button', { name: 'Join Event' }));
    await waitFor(() => expect(texts()).toEqual([forJoin]));
  });

  it('COM-01 is previewed on the community tab with at most three learners and three events', async () => {
    serve();
    await showScreen(<NearbyPreview userId="u-1" />);
    await screen.findByText('Learner 3');
    await screen.findByText('Event 3');
    expect(screen.getAllByRole('listitem')).toHaveLength(6);
  });
});

it('LOC-13 a sample place is labelled as one, and its fictitious address is not passed to a map', async () => {
  stubServer(() => partly({}));
  await showScreen(<LocationCard userId="u-1" location={{ ...locations[0]!, is_sample: true } as never} onDeleted={() => undefined} />);
  expect(screen.getByText(/Sample: made up for this installation/)).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Get Directions' })).toBeNull();
});

it('LOC-13 a study spot that was deleted leaves no card, and no error in its place', async () => {
  const sent = stubServer(() => partly({}));
  const onClose = vi.fn();
  const found = { learners: [], events: [], locations: [{ ...locations[0]!, is_mine: true }] };
  await showScreen(<SelectedPlace userId="u-1" selected={locations[0]!.location_id} found={found as never} onClose={onClose} />);
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent.some(({ method }) => method === 'DELETE')).toBe(true);
});
