import { OWN, type ExportPart } from './export-part.ts';

/** What the person did among others. */
export const COMMUNITY_PARTS: readonly ExportPart[] = [
  {
    file: 'connections',
    says: 'Whom you asked to be connected and who asked you, and what became of it.',
    table: 'connection',
    of: ':me in (t.requester_id, t.addressee_id)',
    columns: [
      'requester_id addressee_id',
      // who declined has not told who asked
      ['state', `case when t.state = 'declined' and t.requester_id = :me then 'requested' else t.state end`],
      'requested_at',
      ['answered_at', `case when t.state = 'declined' and t.requester_id = :me then null else t.answered_at end`],
    ],
    key: { requester_id: 'uuid', addressee_id: 'uuid' },
  },
  {
    file: 'blocks',
    says: 'Whom you blocked.',
    table: 'person_block',
    of: OWN,
    columns: ['account_id blocked_id created_at'],
    key: { blocked_id: 'uuid' },
  },
];
