import { OWN, WITHHELD, type ExportPart } from './export-part.ts';

/** The user's shared position, and the events and places they add and visit. */
export const PLACES_PARTS: readonly ExportPart[] = [
  {
    file: 'shared-place',
    description:
      'The square of 500 m in which you let yourself be found, and what is shown with it. Rows and columns are those of the grid.',
    table: 'learner_position',
    condition: OWN,
    columns: ['account_id cell_y cell_x subjects status shared_at updated_at'],
    key: { account_id: 'uuid' },
  },
  {
    file: 'arranged-events',
    description: 'Events you arranged.',
    table: 'local_event',
    condition: OWN,
    columns: [
      'id account_id title description event_type location_name address cell_y cell_x starts_at ends_at time_zone max_attendees price_cents is_sample cancelled_at created_at',
    ],
    key: { id: 'uuid' },
  },
  {
    file: 'event-seats',
    description: 'Events you have a seat at, or wait for one.',
    table: 'event_attendance',
    condition: OWN,
    columns: ['event_id account_id state confirmation_code order_id created_at'],
    withheld: { held_until: WITHHELD.machine },
    key: { event_id: 'uuid' },
  },
  {
    file: 'study-places',
    description: 'Places to study that you added.',
    table: 'study_place',
    condition: OWN,
    columns: ['id account_id name description address cell_y cell_x type hours amenities is_sample created_at'],
    key: { id: 'uuid' },
  },
  {
    file: 'study-place-ratings',
    description: 'Your ratings of places to study.',
    table: 'study_place_rating',
    condition: OWN,
    columns: ['place_id account_id stars rated_at'],
    key: { place_id: 'uuid' },
  },
];
