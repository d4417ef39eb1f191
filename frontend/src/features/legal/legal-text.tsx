import { createContext, Fragment, use } from 'react';
import type { Block, Section } from '#frontend/features/legal/section.ts';

const NEW_WINDOW = { target: '_blank', rel: 'noopener noreferrer' };
/** In a dialog every link opens a new window, so that the page behind it, such as a filled-in form, is not lost. */
const InDialog = createContext(false);

/** A text with its links: `[words](/address)`. Links to other sites open in a new window. */
function Inline({ text }: { readonly text: string }) {
  const isInDialog = use(InDialog);
  const parts = text.split(/\[([^\]]+)\]\(([^)]+)\)/);
  // splitting by two groups yields text, words, address, text, …
  return parts.map((part, index) => {
    if (index % 3 === 1) {
      const href = parts[index + 1]!;
      return (
        <a key={href} href={href} {...((isInDialog || href.startsWith('https:')) && NEW_WINDOW)}>
          {part}
        </a>
      );
    }
    return index % 3 === 2 ? null : <Fragment key={`${index}${part}`}>{part}</Fragment>;
  });
}

function Piece({ block }: { readonly block: Block }) {
  if (typeof block === 'string') {
    return (
      <p>
        <Inline text={block} />
      </p>
    );
  }
  if ('points' in block) {
    return (
      <ul>
        {block.points.map((point) => (
          <li key={point}>
            <Inline text={point} />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <dl>
      {block.rows.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Inline text={text} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Paragraphs, lists and rows in order. */
function Blocks({ blocks }: { readonly blocks: readonly Block[] }) {
  return blocks.map((block, index) => <Piece key={typeof block === 'string' ? block : index} block={block} />);
}

/** The anchor of a section: `#section-4`. */
export const sectionId = (index: number): string => `section-${index + 1}`;

interface LegalTextProps {
  readonly opening: readonly Block[];
  readonly sections: readonly Section[];
  /** Rendered below a dialog's own heading. */
  readonly isInDialog?: boolean;
}

/** The opening and the numbered sections of a page. */
export function LegalText({ opening, sections, isInDialog = false }: LegalTextProps) {
  const Heading = isInDialog ? 'h3' : 'h2';
  return (
    <InDialog value={isInDialog}>
      <Blocks blocks={opening} />
      {sections.map(({ title, body }, index) => (
        <section key={title} id={isInDialog ? undefined : sectionId(index)}>
          <Heading>
            <span className="lg-number">{index + 1}.</span> {title}
          </Heading>
          <Blocks blocks={body} />
        </section>
      ))}
    </InDialog>
  );
}
