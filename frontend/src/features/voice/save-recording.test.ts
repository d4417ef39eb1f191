import { describe, expect, it } from 'vitest';
import { PART_BYTES } from '#contract/voice/voice.contract.ts';
import { partly, stubServer } from '#frontend/testing/show-screen.tsx';
import { piecesOf } from './add-to-notes-dialog.tsx';
import { saveRecording } from './voice-queries.ts';

const note = {
  id: '0199f5a0-0000-7000-8000-000000000001',
  user_id: 'u1',
  title: 'Bees',
  audio_data: '/a',
  type: 'audio/webm',
  duration: 9,
  transcription: '',
  created_at: '2026-11-20T10:00:00.000Z',
  transcription_status: 'transcribing',
  edited: false,
  language: null,
};

describe('a recording being sent', () => {
  it('continues after an interruption with the missing parts, as one note', async () => {
    const here = new Set<number>();
    const asked: string[] = [];
    let isCut = true;
    stubServer(({ path: address, method }) => {
      asked.push(`${method} ${address.replace(/[0-9a-f-]{36}/, 'id')}`);
      const part = /uploads\/[^/]+\/(\d+)$/.exec(address)?.[1];
      if (part === '1' && isCut) throw new TypeError('the network is gone');
      if (part) here.add(Number(part));
      return partly(address.endsWith('/voice-notes') ? { voice_note: note } : { parts: [...here] });
    });
    const chunks = [new Blob([new Uint8Array(PART_BYTES)]), new Blob([new Uint8Array(PART_BYTES + 500)])];
    const draft = { id: note.id, type: 'audio/webm', chunks, seconds: 9, startedAt: note.created_at };
    const shares: number[] = [];
    await expect(saveRecording(draft, 'Bees', (share) => shares.push(share))).rejects.toThrow();
    isCut = false;
    asked.length = 0;
    expect(await saveRecording(draft, 'Bees', (share) => shares.push(share))).toMatchObject({ id: note.id });
    const uploads = '/api/voice-notes/uploads/id';
    expect(asked).toEqual([`GET ${uploads}`, `PUT ${uploads}/1`, `PUT ${uploads}/2`, 'POST /api/voice-notes']);
    expect(shares.at(-1)).toBeGreaterThan(0.9);
  });
});

describe('a text that is saved to notes', () => {
  it('is split between sentences, else between words, and is complete', () => {
    expect(piecesOf('One two. Three four.', 100)).toEqual(['One two. Three four.']);
    expect(piecesOf('One two. Three four.', 12)).toEqual(['One two.', 'Three four.']);
    expect(piecesOf('aaaa bbbb cccc', 6)).toEqual(['aaaa', 'bbbb', 'cccc']);
    expect(piecesOf('abcdefgh', 3)).toEqual(['abc', 'def', 'gh']);
    expect(piecesOf('  ', 3)).toEqual([]);
  });
});
