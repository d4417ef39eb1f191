import { describe, expect, it } from 'vitest';
import { shortTopic } from './short-topic.ts';

describe('a topic in a title', () => {
  it.each([
    ['Beekeeping for beginners', 'Beekeeping for beginners'],
    [
      'Why so many medieval cathedral vaults kept collapsing after their builders had raised them',
      'Why so many medieval cathedral vaults kept collapsing',
    ],
    ['Reading the weather from a small boat, and what to do before the wind turns against you', 'Reading the weather from a small boat'],
  ])('%j is shortened to %j', (topic, short) => expect(shortTopic(topic)).toBe(short));

  it('never ends with a word that needs another one, and never in the middle of one', () => {
    const topics = [
      'The daily routines of lighthouse keepers along the storm coast of northern Norway in winter',
      'La restauración de los retablos barrocos en las iglesias de la sierra de Madrid y alrededores',
      'Der Bau von Hochbeeten aus Holz und Stein für die Gärten auf den Dächern der großen Städte',
    ];
    for (const topic of topics) {
      const short = shortTopic(topic);
      expect(short.length).toBeLessThanOrEqual(60);
      expect(`${topic} `.startsWith(`${short} `), short).toBe(true);
      expect(short).not.toMatch(/ (the|of|in|de|la|las|los|en|y|von|aus|und|für|die|auf|den|der)$/i);
    }
  });
});
