import { globSync } from 'node:fs';
import path from 'node:path';
import type { ClassDeclaration, Expression, PropertyDeclaration } from 'typescript/unstable/ast';
import { isClassDeclaration, isPropertyDeclaration, isTypeReferenceNode, isUnionTypeNode } from 'typescript/unstable/ast/is';
import { API, TypeFlags, type Checker, type Type } from 'typescript/unstable/sync';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** A column as declared by a model. */
export interface ModelColumn {
  /**
   * `string`, `number`, `boolean`, `Date`, `Buffer`, `string[]`; a union of texts, sorted (`'a' | 'b'`); the source text of any other type.
   */
  readonly type: string;
  readonly isNullable: boolean;
  /** The table of `Ref<'table'>`. */
  readonly refersTo: string | null;
}

export interface ReadModel {
  /** Path of its file below `domain/`. */
  readonly file: string;
  readonly name: string;
  readonly table: string;
  readonly idColumn: readonly string[];
  /** Whether its file adds it to Knex's `Tables`. */
  readonly isInTables: boolean;
  readonly columns: ReadonlyMap<string, ModelColumn>;
}

/** Reads the classes of all model files, with the types that the compiler gives to their fields. */
export function readModels(): ReadModel[] {
  const api = new API({ cwd: ROOT });
  try {
    const project = path.join(ROOT, 'tsconfig.json');
    const { program, checker } = api.updateSnapshot({ openProject: project }).getProject(project)!;
    return globSync('domain/**/*.model.ts', { cwd: ROOT }).flatMap((file) =>
      program
        .getSourceFile(path.join(ROOT, file))!
        .statements.filter(isClassDeclaration)
        .map((declared) => ({ file: path.relative('domain', file), ...readModel(declared, checker) })),
    );
  } finally {
    api.close();
  }
}

function readModel(declared: ClassDeclaration, checker: Checker): Omit<ReadModel, 'file'> {
  const fields = declared.members.filter(isPropertyDeclaration);
  const value = (name: string) => textsOf(fields.find((field) => field.name.getText() === name)?.initializer);
  const name = declared.name!.getText();
  const [table] = value('tableName');
  return {
    name,
    table: table!,
    isInTables: declared.parent.getText().includes(`    ${table}: Table<${name}>;\n`),
    idColumn: fields.some((field) => field.name.getText() === 'idColumn') ? value('idColumn') : ['id'],
    columns: new Map(fields.filter((field) => field.type).map((field) => [field.name.getText(), readColumn(field, checker)])),
  };
}

const textsOf = (written: Expression | undefined): string[] =>
  [...(written?.getText() ?? '').matchAll(/'(?<text>\w+)'/g)].map(({ groups }) => groups!['text']!);

function readColumn(field: PropertyDeclaration, checker: Checker): ModelColumn {
  const type = checker.getTypeAtLocation(field.name)!;
  const parts = partsOf(type);
  const known = parts.filter(({ flags }) => !(flags & TypeFlags.Null));
  const written = isUnionTypeNode(field.type!) ? field.type.types : [field.type!];
  const ref = written.find((node) => isTypeReferenceNode(node) && node.typeName.getText() === 'Ref');
  return {
    type: nameOf(known, checker),
    isNullable: known.length < parts.length,
    refersTo: /'(\w+)'/.exec(ref?.getText() ?? '')?.[1] ?? null,
  };
}

const partsOf = (type: Type): readonly Type[] => (type.isUnionType() ? type.getTypes() : [type]);

function nameOf(parts: readonly Type[], checker: Checker): string {
  const [first, ...others] = parts;
  if (parts.every(({ flags }) => flags & TypeFlags.BooleanLike)) return 'boolean';
  if (parts.every((part) => part.isStringLiteralType()))
    return unionOf(parts.map((part) => (part.isStringLiteralType() ? part.value : '')));
  if (others.length > 0) return parts.map((part) => checker.typeToString(part)).join(' | ');
  if (checker.isArrayType(first!) && first!.isTypeReference())
    return `${listed(nameOf(partsOf(checker.getTypeArguments(first!)[0]!), checker))}[]`;
  return first!.getSymbol()?.name === 'Buffer' ? 'Buffer' : checker.typeToString(first!);
}

/** Writes a union of texts, sorted. */
export const unionOf = (values: readonly string[]): string =>
  values
    .map((value) => `'${value}'`)
    .toSorted()
    .join(' | ');

const listed = (name: string): string => (name.includes(' | ') ? `(${name})` : name);
