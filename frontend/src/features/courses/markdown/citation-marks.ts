/** The common fields of the syntax trees' nodes. */
interface Part {
  readonly type: string;
  value?: string;
  url?: string;
  children?: Part[];
}

const ADDRESS = '#citation-';

/** The number of a citation's mark in a link; null for any other link. */
export const markerIn = (href: string | undefined): number | null =>
  href?.startsWith(ADDRESS) ? Number(href.slice(ADDRESS.length)) : null;

/** Turns marks such as `[^1]` into links that are rendered as citations. Code stays unchanged. */
export function citationMarks() {
  return function mark(part: Part): void {
    part.children = part.children?.flatMap((child) => {
      if (child.type !== 'text' || child.value === undefined) {
        mark(child);
        return [child];
      }
      return child.value.split(/(\[\^\d{1,3}\])/).flatMap((text): Part[] => {
        const marker = /^\[\^(\d{1,3})\]$/.exec(text)?.[1];
        if (marker) return [{ type: 'link', url: `${ADDRESS}${marker}`, children: [{ type: 'text', value: marker }] }];
        return text === '' ? [] : [{ type: 'text', value: text }];
      });
    });
  };
}
