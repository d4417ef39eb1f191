import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { Transcript } from './audio-player.tsx';

it('a transcript has exactly the spaces of the text', async () => {
  const glued = { start: 0, end: 1, glued: true };
  const turn = {
    voice: 'first',
    words: [
      { text: '我们', ...glued },
      { text: '用', start: 1, end: 2 },
      { text: 'Python', start: 2, end: 3 },
      { text: '学习。', ...glued },
    ],
  };
  stubServer(() => ({ body: { turns: [turn] } }));
  await showScreen(<Transcript courseId="c1" lessonId="l1" language="chinese" at={0} onSeek={() => undefined} />);
  await screen.findByRole('button', { name: '学习。' });
  expect(screen.getByRole('region', { name: 'Transcript' }).textContent).toBe('我们用 Python 学习。');
});
