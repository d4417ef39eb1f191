import { useEffect, useState } from 'react';
import { t } from '#frontend/lib/text.ts';
import { useCopied } from './use-copied.ts';
import type { CodeToken } from './highlight-code.ts';

/** Longer code is not highlighted, because highlighting would block the page. */
const LONGEST_COLOURED = 20_000;

interface CodeBlockProps {
  readonly code: string;
  /** The language named in the lesson; empty when it names none. */
  readonly language: string;
}

/** A code block with a copy button: readable at once, highlighted when its grammar has loaded. */
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
        () => undefined, // the code is not highlighted
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
