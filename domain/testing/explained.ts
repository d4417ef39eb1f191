import pg from 'pg';
import type { TestDatabase } from './test-database.ts';

/** A node of a plan, as `explain (format json)` describes it. */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Filter?: string;
  readonly 'Join Filter'?: string;
  readonly Plans?: readonly PlanNode[];
}

/** Runs `work` and returns the plan nodes that read from a table, of all statements it sent. */
export async function explained({ knex, url }: TestDatabase, work: () => Promise<unknown>): Promise<PlanNode[]> {
  const sent: { sql: string; bindings: unknown[] }[] = [];
  const note = (statement: { sql: string; bindings: unknown[] }) => void sent.push(statement);
  knex.on('query', note);
  try {
    await work();
  } finally {
    knex.off('query', note);
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const nodes: PlanNode[] = [];
    for (const { sql, bindings } of sent.filter((one) => /^\s*(select|with)\b/i.test(one.sql))) {
      const { rows } = await client.query(`explain (format json) ${sql}`, bindings);
      nodes.push(...nodesOf(rows[0]['QUERY PLAN'][0].Plan));
    }
    return nodes;
  } finally {
    await client.end();
  }
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
