import { describe, expect, it } from 'vitest';
import { checkLanguage, foreignShare, type Language } from './check-language.ts';
import { SAMPLES } from './language-samples.factory.ts';

const LANGUAGES = Object.keys(SAMPLES) as Language[];
const drifted = (text: string, language: Language) => checkLanguage([text], language).length > 0;

describe('the language of a text', () => {
  it.each(LANGUAGES)('%s is told from every other one that a course can be written in', (language) => {
    for (const asked of LANGUAGES) expect(drifted(SAMPLES[language], asked), `${language} for ${asked}`).toBe(language !== asked);
  });

  it.each(LANGUAGES)('%s that goes on in English half-way has drifted', (language) => {
    if (language === 'english') expect(drifted(`${SAMPLES.english}\n\n${SAMPLES.spanish}`, language)).toBe(true);
    else expect(drifted(`${SAMPLES[language]}\n\n${SAMPLES.english}`, language)).toBe(true);
  });

  it('is that of its prose: code, addresses and short quotations do not count', () => {
    const code = `\`\`\`ts\n${SAMPLES.english}\n\`\`\``;
    for (const language of LANGUAGES) {
      expect(drifted(`${SAMPLES[language]}\n\n${code}\n\nhttps://example.com/the/quick/brown/fox`, language), language).toBe(false);
      expect(drifted(`${SAMPLES[language].repeat(3)}\n\n> To be, or not to be, that is the question.`, language), language).toBe(false);
    }
  });

  it('survives technical terms in Latin letters', () => {
    const japanese = `${SAMPLES.japanese}\n\nKubernetes の Pod を kubectl で確認し、Deployment と Service を Prometheus と Grafana で監視します。次に Helm chart を使ってみましょう。`;
    expect(drifted(japanese, 'japanese')).toBe(false);
    expect(drifted(`${SAMPLES.russian}\n\nЗапустите kubectl get pods и проверьте Deployment в Grafana.`, 'russian')).toBe(false);
  });

  it('is not guessed from a few words', () => {
    expect(foreignShare('Bees', 'german')).toBe(0);
    expect(foreignShare('Kubernetes Deployment', 'hindi')).toBe(0);
    expect(foreignShare('', 'japanese')).toBe(0);
  });
});
