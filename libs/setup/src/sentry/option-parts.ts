import type ts from 'typescript';
import type { Guard } from './find-init.ts';

/** An option in `adit.config`: one of the file's own properties, or an equivalent one. */
export type MovedOption =
  | { readonly name: string; readonly property: ts.ObjectLiteralElementLike }
  | { readonly name: string; readonly value: string; readonly nodes: readonly ts.Node[] };

/** The options of the browser's `Sentry.init` by destination, while they are collected. */
export interface Parts {
  monitoring: MovedOption[];
  filters: ts.ObjectLiteralElementLike[];
  late: ts.ObjectLiteralElementLike[];
  integrations: ts.Expression[];
  /** Options of replay that need another file. */
  replay?: ts.Expression;
  /** The conditions under which Adit may load replay, if not always. */
  replayGuards: readonly Guard[];
  /** The conditions under which monitoring is on, if not always. */
  guards: readonly Guard[];
  release?: ts.Node;
  leftOut: string[];
  unknown: string[];
}
