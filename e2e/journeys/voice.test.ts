import { createVoiceNote, deleteVoiceNote } from '#contract/voice/voice.contract.ts';
import { createAccount, PASSWORD } from '../support/account.ts';
import { signInByForm } from '../support/forms.ts';
import { refusing } from '../support/mocks.ts';
import { SLOW, expect, test } from '../support/test.ts';

test(
  'OPS-01 VOX-01 VOX-02 VOX-03 VOX-04 VOX-06 VOX-10 VOX-11 a recording survives a reload, is saved, written down, found, corrected and deleted',
  SLOW,
  async ({ visit }) => {
    const { user } = await createAccount('Ines');
    const { page, context } = await visit({ tolerate: /Failed to load resource/ });
    await page.goto('/sign-in?next=/voice-notes');
    await signInByForm(page, user.email, PASSWORD);
    await page.waitForURL((url) => url.pathname !== '/sign-in');
    await page.goto('/voice-notes');
    await page.getByText('No voice notes yet').waitFor();

    await context.grantPermissions(['microphone']);
    await page.getByRole('button', { name: 'Start recording' }).click();
    await page.getByText('Recording started').waitFor();
    await page.getByRole('timer').filter({ hasText: '0:01' }).waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('timer').filter({ hasText: '0:03' }).waitFor();
    // during the recording
    await page.reload();
    await page.getByLabel('Your recording').waitFor();
    const title = page.getByRole('textbox', { name: 'Title' });
    expect(await title.inputValue()).toMatch(new RegExp(`^Voice Note .*${new Date().getFullYear()}.*\\d:\\d\\d`));
    await title.fill('Bees in winter');
    await refusing(createVoiceNote, 'internal', 'It broke.')(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Failed to save voice note. It broke.').waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Voice note saved').waitFor();
    const note = page.getByRole('listitem').filter({ hasText: 'Bees in winter' });
    await note.waitFor();
    await page.getByRole('timer').filter({ hasText: '0:00' }).waitFor();
    expect(await page.getByLabel('Your recording').count()).toBe(0);
    await note.getByRole('button', { name: 'Copy text' }).waitFor();
    await note.getByRole('button', { name: 'Play' }).click();
    const player = note.getByLabel('Bees in winter', { exact: true });
    await expect.poll(() => player.evaluate((audio: HTMLAudioElement) => audio.duration)).toBeGreaterThan(1);

    const sound = await player.evaluate(async ({ currentSrc }: HTMLAudioElement) => {
      const answer = await fetch(currentSrc);
      return [answer.headers.get('content-type'), (await answer.text()).includes('OpusHead')];
    });
    expect(sound).toEqual(['audio/webm', true]);

    await note.getByRole('button', { name: 'Edit' }).click();
    await note.getByRole('textbox', { name: 'Text' }).fill('They keep each other warm.');
    await note.getByRole('button', { name: 'Save' }).click();
    await note.getByText('corrected').waitFor();
    await page.getByRole('searchbox', { name: 'Search voice notes' }).fill('each other');
    await note.getByText('They keep each other warm.').waitFor();
    await refusing(deleteVoiceNote, 'internal', 'It broke.')(page);
    await note.getByRole('button', { name: 'Delete' }).click();
    const remove = page.getByRole('dialog').getByRole('button', { name: 'Delete' });
    await remove.click();
    await page.getByText('Failed to delete voice note. It broke.').waitFor();
    await page.unrouteAll();
    await remove.click();
    await page.getByText('Voice note deleted').waitFor();
    await page.getByText('No voice note matches').waitFor();

    await page.getByRole('button', { name: 'Start recording' }).click();
    await page.getByRole('timer').filter({ hasText: '0:01' }).waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('Recording stopped').waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('button', { name: 'Start recording' }).waitFor();
    expect(await page.getByLabel('Your recording').count()).toBe(0);
    await page.getByRole('timer').filter({ hasText: '0:00' }).waitFor();

    await page.evaluate(() => Object.assign(navigator.mediaDevices, { getUserMedia: () => Promise.reject(new Error('denied')) }));
    await page.getByRole('button', { name: 'Start recording' }).click();
    await page.getByText('Could not access microphone. Please check permissions.').waitFor();
  },
);
