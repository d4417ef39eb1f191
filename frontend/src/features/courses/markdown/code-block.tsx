import { useEffect, useState } from 'react';
import { t } from '#frontend/lib/text.ts';
import { useCopied } from './use-copied.ts';
import type { CodeToken } from './highlight-code.ts';

/** Longer code is shown plain: colouring it would hold up the page. */
const LONGEST_COLOURED = 20_000;

interface CodeBlockProps {
  readonly code: string;
  /** As the lesson names it; empty when it does not. */
  readonly language: string;
}

/** A block of code: readable at once, coloured when its grammar has come, and it can be copied. */
export function CodeBlock({ code, language }: CodeBlockProps) {
  const [lines, setLines] = useState<CodeToken[][] | null>(null);
  const { isCopied, copy } = useCopied();
  useEffect(() => {
    if (language === '' || code.length > LONGEST_COLOURED) return;
    let isGone = false;
    import('./highlight-code.ts')
      .then(({ highlightCode }) => highlightCode(code, language))
      .then(
        (coloured) => isGone || setLines(coloured),
        () => undefined, // the code stays plain
      );
    return () => void (isGone = true);
  }, [code, language]);
  return (
    <div data-code="">
      <div data-unread="">
        <span>{language}</span>
        <button type="button" onClick={() => copy(code)}>
          {isCopied ? t('Copied') : t('Copy')}
        </button>
      </div>
      <pre tabIndex={0} role="region" aria-label={language === '' ? t('Code') : t('Code in {language}', { language })}>
        <code>
          {lines === null
            ? code
            : lines.map((line, index) => (
                <span key={index}>
                  {line.map(({ content, color }, at) => (
                    <span key={at} style={{ color }}>
                      {content}
                    </span>
                  ))}
                  {index < lines.length - 1 && '\n'}
                </span>
              ))}
        </code>
      </pre>
    </div>
  );
}
