import type { Context } from 'koa';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import type { Endpoint, UploadRule } from '#contract/platform/endpoint.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { bodyBytesOf } from '#contract/platform/body-bytes.ts';
import type { FileFolder } from './file-folder.ts';
import { boundaryIn, formEvents, type Part } from './multipart.ts';
import { bounded } from './read-body.ts';
import { bodyTooLarge, fileTooLarge } from './read-long-body.ts';

/** Fields of a form, beside its files: more than any of ours has. */
const MOST_FIELDS = 100;
/** Bytes that a form needs between its parts. */
const FRAME_BYTES = 100_000;

type Upload = Endpoint & { readonly upload: Readonly<Record<string, UploadRule>> };

/**
 * Reads a `multipart/form-data` request: its files go to the folder while they come, its fields are returned. The guard calls it after
 * authentication, so bodies of unauthenticated callers are never parsed. What is not asked for ends it, before it is read.
 * @throws ProductError body.unsupported_type, also for a file of a type that is not declared; body.too_large; body.malformed;
 *   validation.failed for a file that is missing, superfluous or not declared, and for too many fields
 */
export async function readUpload(ctx: Context, endpoint: Upload, folder: FileFolder): Promise<Readonly<Record<string, string>>> {
  if (!ctx.is('multipart/form-data')) throw new ProductError('body.unsupported_type', 'The body must be multipart/form-data.');
  const boundary = boundaryIn(ctx.get('Content-Type'));
  if (boundary === null) throw new ProductError('body.malformed');
  const rules = endpoint.upload;
  const fieldBytes = bodyBytesOf(endpoint);
  const most = Object.values(rules).reduce((sum, { bytes, most: count = 1 }) => sum + bytes * count, fieldBytes + FRAME_BYTES);
  const sent = bounded(ctx, most, () => fileTooLarge(Math.max(...Object.values(rules).map(({ bytes }) => bytes))));

  const counts: Record<string, number> = {};
  const fields = new Map<string, Uint8Array[]>();
  let [fieldCount, sizeOfFields, sizeOfFile] = [0, 0, 0];
  let part: Part | null = null;
  for await (const event of formEvents(sent, boundary)) {
    if ('part' in event) {
      part = event.part;
      if (part.filename === null) {
        if ((fieldCount += 1) > MOST_FIELDS) throw badForm('body', 'Has too many fields.');
        // of several of one name the last one counts
        fields.set(part.name, []);
      } else {
        counts[part.name] = (counts[part.name] ?? 0) + 1;
        refuseFile(rules, part, counts[part.name]!);
        sizeOfFile = 0;
        await folder.begin(part.name, { name: part.filename, type: part.type });
      }
    } else if (part!.filename === null) {
      if ((sizeOfFields += event.data.length) > fieldBytes) throw bodyTooLarge(fieldBytes);
      fields.get(part!.name)!.push(event.data);
    } else {
      const { bytes } = rules[part!.name]!;
      if ((sizeOfFile += event.data.length) > bytes) throw fileTooLarge(bytes);
      await folder.write(part!.name, event.data);
    }
  }
  const missing = Object.keys(rules).find((name) => !rules[name]!.isOptional && !Object.hasOwn(counts, name));
  if (missing) throw badForm(missing, 'Must be a file.');
  return Object.fromEntries([...fields].map(([name, pieces]) => [name, new TextDecoder().decode(Buffer.concat(pieces))]));
}

/** Refuses a file by what is said about it, before its bytes come. */
function refuseFile(rules: Upload['upload'], { name, type }: Part, count: number): void {
  const rule = Object.hasOwn(rules, name) ? rules[name]! : null;
  if (!rule || count > (rule.most ?? 1)) throw badForm(name, 'Has files that are not asked for.');
  if (!rule.types.includes(type.split(';', 1)[0]!.trim().toLowerCase())) {
    throw new ProductError(
      'body.unsupported_type',
      toSentence('The file must be one of these: {types}.', { types: rule.types.join(', ') }),
    );
  }
}

const badForm = (path: string, message: string): ProductError =>
  new ProductError('validation.failed', path === 'body' ? `Body: ${message}` : 'Body: has no file, or one too many.', {
    data: { errors: [{ path, message }] },
  });
