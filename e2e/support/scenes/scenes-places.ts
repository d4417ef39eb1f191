import type { Page } from '@playwright/test';
import { snapToGrid, type Position } from '#contract/places/grid.ts';
import { button, type Scene, text } from './scenes.ts';
import { mockAnswer } from '../mocks.ts';

const HERE = snapToGrid({ latitude: 51.4779, longitude: 0 });
const near = (east: number, north: number): Position =>
  snapToGrid({ latitude: HERE.latitude + north / 111.2, longitude: HERE.longitude + east / 69.3 });
const spot = ({ latitude: lat, longitude: lng }: Position) => ({ coordinates: { lat, lng } });

const learner = {
  study_sessions_completed: 14,
  reputation_score: 320,
  bio: 'I read on the train and practise on Sundays.',
  subjects: ['Baking', 'Statistics'],
  common_interests: ['Baking'],
  status: 'Available',
};
const LEARNERS = [
  { ...learner, user_id: 'l1', name: 'Carlos Creator', distance_km: 2.1, ...near(1.2, 1.7) },
  { ...learner, user_id: 'l2', name: 'Amina Diallo', distance_km: 4.4, ...near(-4, 1.8), common_interests: [], status: 'Busy' },
  { ...learner, user_id: 'l3', name: 'Kenji Sato', distance_km: 8.9, ...near(-5.5, -7) },
];
const event = {
  description: 'Bring a loaf that went wrong.',
  date: '2026-12-03',
  time: '18:30',
  starts_at: '2026-12-03T18:30:00.000Z',
  time_zone: 'Europe/London',
  location: { name: 'Town library', address: '1 Main Street' },
  cost: 0,
  attendees: 4,
  max_attendees: 12,
  waiting: 0,
  event_type: 'Meetup',
  duration: 120,
  organiser: 'Carlos Creator',
  state: 'open',
  attendance: null,
  is_mine: false,
  is_sample: true,
};
const EVENTS = [
  { ...event, event_id: 'e1', title: 'Bread and books: an evening for home bakers', distance_km: 2.5, ...near(2.4, -0.9) },
  { ...event, event_id: 'e2', title: 'Workshop: your first month of books', distance_km: 7.6, cost: 10, ...near(-6.3, 4.4) },
];
const LOCATIONS = [
  {
    location_id: 's1',
    name: 'Sample reading room',
    description: '',
    address: '2 Sample Street',
    ...spot(near(0.8, -3.4)),
    type: 'Library',
    hours: 'Check locally',
    amenities: ['WiFi', 'Study Space', 'Quiet'],
    rating: 4.5,
    rating_count: 8,
    my_rating: null,
    distance_km: 3.5,
    is_mine: false,
    is_sample: true,
  },
];
const standing = {
  location: null,
  sharing: {
    position: HERE,
    subjects: ['Baking'],
    status: 'Available',
    shared_at: '2026-11-20T10:00:00.000Z',
    updated_at: '2026-11-20T10:00:00.000Z',
  },
  map: { provider: 'rings', key: null, attribution: null },
};

const answers = (page: Page, told: { standing: object; isFull: boolean }) =>
  Promise.all([
    mockAnswer(page, '**/api/places/standing', told.standing),
    mockAnswer(page, '**/api/nearby-learners/*', told.isFull ? { nearby_learners: LEARNERS, total: 3 } : { nearby_learners: [], total: 0 }),
    mockAnswer(page, '**/api/local-events?*', told.isFull ? { local_events: EVENTS, total: 2 } : { local_events: [], total: 0 }),
    mockAnswer(page, '**/api/local-events/e1', { event: EVENTS[0] }),
    mockAnswer(page, '**/api/local-events/mine', { local_events: [] }),
    mockAnswer(
      page,
      '**/api/study-locations/*',
      told.isFull ? { study_locations: LOCATIONS, total: 1 } : { study_locations: [], total: 0 },
    ),
  ]);

/** Nearby: for a minor, before location is on, without other users, full with an event open, and a learner open. */
export const SCENES_PLACES: readonly Scene[] = [
  { name: 'nearby, age not told', who: 'newcomer', address: () => '/community/nearby', ready: text('Location is off') },
  {
    name: 'nearby, location not on',
    who: 'newcomer',
    address: () => '/community/nearby',
    arrange: (page) => answers(page, { standing: { ...standing, sharing: null }, isFull: false }),
    ready: button('Enable Location Services'),
  },
  {
    name: 'nearby, nothing there',
    who: 'newcomer',
    address: () => '/community/nearby',
    arrange: (page) => answers(page, { standing, isFull: false }),
    ready: text('No places have been added within 5 km yet. Add the first one.'),
  },
  {
    name: 'nearby, an event',
    who: 'newcomer',
    address: () => '/community/nearby?event=e1',
    arrange: (page) => answers(page, { standing, isFull: true }),
    ready: button('Join Event'),
  },
  {
    name: 'nearby, a learner',
    who: 'newcomer',
    address: () => '/community/nearby?show=learners',
    arrange: (page) => answers(page, { standing, isFull: true }),
    ready: (page) => page.getByRole('region', { name: 'Carlos Creator' }),
    act: (page) => page.getByRole('button', { name: 'Carlos Creator', exact: true }).click(),
  },
];
