import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { partly, showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { VoiceNotesView } from './voice-notes-view.tsx';

const NOTE = {
  id: 'n1',
  title: 'Bees in winter',
  duration: 65,
  created_at: '2026-11-20T10:00:00.000Z',
  edited: false,
  language: null,
  transcription: '',
  transcription_status: 'none',
};

/** Renders the notes of an installation that does or does not transcribe. */
async function show(transcribes: boolean) {
  stubServer(({ path }) => {
    if (path === '/api/about') return partly({ product: 'x', ai_mode: 'live', transcribes });
    if (path.startsWith('/api/voice-notes'))
      return partly({ voice_notes: [{ ...NOTE, transcription_status: transcribes ? 'ready' : 'none' }], next: null });
    return partly({ band: 'adult', consents: [], rules: [], asked: null, school: null });
  });
  await showScreen(<VoiceNotesView userId="u1" query="" onQuery={() => undefined} onAskMentor={() => undefined} />);
  await screen.findByText('Bees in winter');
}

it('VOX-01 a learner is told before recording that there is no transcription here, and at each note, without an operator’s command', async () => {
  await show(false);
  expect(await screen.findByText(/^Transcription is not set up here: you can record and listen/)).toBeTruthy();
  expect(screen.getByText('Auto-transcription not available · Transcription is not set up here')).toBeTruthy();
  expect(document.body.textContent).not.toContain('npm');
});

it('does not mention it if voice notes are transcribed', async () => {
  await show(true);
  expect(screen.getByText('The recording contains no speech.')).toBeTruthy();
  expect(screen.queryByText(/Transcription is not set up here/)).toBeNull();
});
