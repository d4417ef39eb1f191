import { describe, expect, it } from 'vitest';
import { ScimError } from './scim-error.ts';
import { patchUser, PATCH_SCHEMA, readPatch, type PatchedUser } from './scim-patch.ts';
import { ATTRIBUTES, FORMS, outcomeOf, SOURCES } from './scim-patch-forms.ts';
import { readUser } from './scim-user.ts';

const before: PatchedUser = {
  userName: 'bo@example.com',
  externalId: 'e-1',
  name: { givenName: 'Bo', familyName: 'Lin' },
  // attributes of which one stays when the other is removed
  emails: [
    { value: 'bo.lin@example.com', type: 'work', primary: true },
    { value: 'bo@home.example', type: 'home' },
  ],
  active: true,
  roles: [{ value: 'administrator', primary: true }],
};

function done(operation: object): string {
  try {
    const after = readUser(patchUser(before, readPatch({ schemas: [PATCH_SCHEMA], Operations: [operation] })));
    return JSON.stringify(after) === JSON.stringify({ ...readUser(before), role: null }) ? 'ignored' : 'kept';
  } catch (error) {
    if (!(error instanceof ScimError)) throw error;
    return error.scimType ?? String(error.status);
  }
}

describe('a PATCH of every form', () => {
  for (const form of FORMS)
    it.each(ATTRIBUTES.map((attribute) => [attribute.path, JSON.stringify(attribute.value), attribute] as const))(
      `${form.name}: %s %s`,
      (_path, _value, attribute) => expect(done(form.operation(attribute))).toBe(outcomeOf(form, attribute)),
    );

  it('accepts the stored attributes even if an unstored one is removed beside them', () => {
    const gone = ATTRIBUTES.filter(({ set }) => set === 'ignored').map(({ path }) => ({ op: 'Remove', path }));
    const Operations = [...gone, { op: 'Replace', path: 'name.givenName', value: 'Robert' }];
    expect(readUser(patchUser(before, readPatch({ schemas: [PATCH_SCHEMA], Operations })))).toMatchObject({ givenName: 'Robert' });
  });

  it('is described by the page, whose table is generated from these', async () => {
    const cells = (row: readonly string[]): string => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
    const page = [
      '# PATCH of SCIM users',
      '',
      'What becomes of each attribute of a user in each form in which directories write it: `kept`, `ignored` (the request is answered 200),',
      'or the `scimType` of a 400. Made of `domain/organisations/scim/scim-patch-forms.ts` by its test, which runs every cell: `npm test --',
      'domain/organisations/scim -u` writes it. What directories send was taken from their public documents in 2026.',
      '',
      cells(['Attribute', 'Value', ...FORMS.map(({ name }) => name), 'Source']),
      cells(['---', '---', ...FORMS.map(() => '---'), '---']),
      ...ATTRIBUTES.map((attribute) =>
        cells([
          `\`${attribute.path}\``,
          `\`${JSON.stringify(attribute.value)}\``,
          ...FORMS.map((form) => outcomeOf(form, attribute)),
          attribute.source,
        ]),
      ),
      '',
      ...FORMS.map(({ name, source }) => `- *${name}*: ${source}`),
      '',
      ...SOURCES.map((source) => `- ${source}`),
      '',
    ].join('\n');
    await expect(page).toMatchFileSnapshot('../../../docs/scim-patch.md');
  });
});
