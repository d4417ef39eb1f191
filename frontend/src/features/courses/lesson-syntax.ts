import type { Options } from 'react-markdown';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';

/** What a lesson may be made of. Pictures are fetched from other people's servers, so none are. */
const schema = {
  ...defaultSchema,
  protocols: { ...defaultSchema.protocols, href: ['https', 'mailto'] },
};

/** How the Markdown of a lesson is read: with tables, nothing in it trusted, no raw HTML. */
export const LESSON_SYNTAX = {
  remarkPlugins: [remarkGfm],
  rehypePlugins: [[rehypeSanitize, schema]],
  skipHtml: true,
} satisfies Options;
