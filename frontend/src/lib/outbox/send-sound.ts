import { getVoiceUpload, PART_BYTES, putVoicePart } from '#contract/voice/voice.contract.ts';
import { call } from '#frontend/lib/api-client.ts';

/**
 * Sends the parts of a recording that the server lacks; goes on where an interruption ended it.
 * @param uploadId id of the recording
 * @param onSent receives the share that has been sent, 0 to 1
 */
export async function sendSound(uploadId: string, sound: Blob, onSent: (share: number) => void): Promise<void> {
  const { parts } = await call(getVoiceUpload, { params: { upload_id: uploadId } });
  for (let part = 0; part * PART_BYTES < sound.size; part += 1) {
    onSent((part * PART_BYTES) / sound.size);
    if (parts.includes(part)) continue;
    const piece = sound.slice(part * PART_BYTES, (part + 1) * PART_BYTES, 'application/octet-stream');
    const file = new File([piece], 'part', { type: 'application/octet-stream' });
    await call(putVoicePart, { params: { upload_id: uploadId, part }, body: {}, files: { file } });
  }
}
