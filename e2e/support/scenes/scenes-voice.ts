import type { Page } from '@playwright/test';
import { button, heading, type Scene } from './scenes.ts';
import { mockAnswer } from '../mocks.ts';

const note = {
  user_id: 'u1',
  type: 'audio/webm',
  duration: 95,
  created_at: '2026-11-20T10:00:00.000Z',
  transcription_status: 'ready',
  edited: false,
  language: 'en',
};
const NOTES = [
  { ...note, id: 'n1', title: 'On the way home', transcription: '', transcription_status: 'transcribing' },
  {
    ...note,
    id: 'n2',
    title: 'Bees in winter',
    transcription: 'They keep each other warm until spring brings flowers again.',
    edited: true,
  },
  { ...note, id: 'n3', title: 'Frost', transcription: 'Auto-transcription not available', transcription_status: 'failed', language: null },
].map((one) => ({ ...one, audio_data: `/api/voice-notes/${one.id}/audio` }));

const withNotes = (page: Page) => mockAnswer(page, /\/api\/voice-notes\/[^/?]+(\?.*)?$/, { voice_notes: NOTES, next: null });
const PARENT = { first_name: 'Ada', is_child: true, state: 'asked' };

/** Voice notes: one being transcribed, one corrected, one failed; and the page of a parent. */
export const SCENES_VOICE: readonly Scene[] = [
  { name: 'voice notes', who: 'newcomer', address: () => '/voice-notes', arrange: withNotes, ready: heading('Frost') },
  {
    name: 'a parent is asked',
    who: 'nobody',
    address: () => '/parental-consent?token=t',
    arrange: (page) => mockAnswer(page, '**/api/auth/parental-consent/request', PARENT),
    ready: button('I do not agree'),
  },
];
