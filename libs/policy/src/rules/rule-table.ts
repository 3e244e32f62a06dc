import type { SubjectKind } from '../document/policy-document.ts';
import type { Text } from '../patterns/glob.ts';
import type { Condition } from './condition.ts';
import type { Facts } from './facts.ts';

/** A rule with its condition, at its place in the document. */
export interface TableRow<Rule> {
  readonly order: number;
  readonly rule: Rule;
  readonly condition: Condition;
}

/** Finds the rules that match, in the order of the document. */
export interface RuleTable<Rule> {
  /** Calls `onMatch` for each rule that matches, until it returns `true`. */
  readonly visit: (kind: SubjectKind, facts: Facts, onMatch: (rule: Rule) => boolean) => void;
}

/** The rules for one kind. */
interface KindTable<Rule> {
  /** Rules that must be tested. */
  readonly tested: TableRow<Rule>[];
  /** Rules by a fact that must be one of a few texts, by that text. */
  readonly found: Map<number, Map<string, TableRow<Rule>[]>>;
}

const KINDS: readonly SubjectKind[] = ['error', 'transaction', 'span', 'log', 'feedback', 'replay'];

/** Creates a {@link RuleTable}. Rules for exact texts cost one look-up together; each other rule of the kind one test. */
export function createRuleTable<Rule>(rows: readonly TableRow<Rule>[]): RuleTable<Rule> {
  const tables = new Map(KINDS.map((kind) => [kind, tableFor(rows, kind)]));
  return {
    visit: (kind, facts, onMatch) => {
      const table = tables.get(kind);
      if (table === undefined) return;
      for (const { rule, condition } of candidates(table, facts)) {
        if (condition.holds(facts) && onMatch(rule)) return;
      }
    },
  };
}

function tableFor<Rule>(rows: readonly TableRow<Rule>[], kind: SubjectKind): KindTable<Rule> {
  const table: KindTable<Rule> = { tested: [], found: new Map() };
  for (const row of rows) {
    const { kinds, index } = row.condition;
    if (kinds?.includes(kind) === false) continue;
    if (index === undefined) table.tested.push(row);
    else for (const text of index.texts) addRow(table, index.fact, text, row);
  }
  return table;
}

function addRow<Rule>({ found }: KindTable<Rule>, fact: number, text: string, row: TableRow<Rule>): void {
  const byText = found.get(fact) ?? new Map<string, TableRow<Rule>[]>();
  found.set(fact, byText);
  const rows = byText.get(text);
  if (rows === undefined) byText.set(text, [row]);
  else rows.push(row);
}

/** The rules that can match, in order. */
function candidates<Rule>({ tested, found }: KindTable<Rule>, facts: Facts): readonly TableRow<Rule>[] {
  const lists = [...found].map(([fact, byText]) => rowsOf(byText, facts(fact)));
  return lists.reduce<readonly TableRow<Rule>[]>(merge, tested);
}

const rowsOf = <Rule>(byText: ReadonlyMap<string, TableRow<Rule>[]>, text: Text | undefined) =>
  (text && byText.get(text.lower)) ?? [];

/** Merges two lists, each in order. */
function merge<Rule>(a: readonly TableRow<Rule>[], b: readonly TableRow<Rule>[]): readonly TableRow<Rule>[] {
  if (b.length === 0) return a;
  const merged: TableRow<Rule>[] = [];
  let next = 0;
  for (const row of a) {
    for (let other = b[next]; other !== undefined && other.order < row.order; other = b[next]) {
      merged.push(other);
      next += 1;
    }
    merged.push(row);
  }
  return [...merged, ...b.slice(next)];
}
