/** A document: any JSON value. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

export interface Common {
  /** A built-in kind, such as "apps/v1/Deployment". Without kind and schema, documents merge without a schema. */
  kind?: string;
  /** A schema object, or an OpenAPI document in which root names the schema. */
  schema?: Json;
  root?: string;
  /** The rules of the specification (documented, the default) or those of a cluster. */
  dialect?: "documented" | "kubernetes";
}

export interface Applying {
  strict?: boolean;
  /** Treats mutually exclusive fields as a union: setting one clears the others. Clusters do not do this. */
  unions?: boolean;
  /** Directives to ignore, as an older server would, such as "patchMergeKey". */
  ignore?: string[];
}

export interface Conflict { path: string; kind: string; left?: Json; right?: Json }
export interface Problem { path: string; kind: string; rejected?: boolean }

/** A rejected input. */
export class SmpError extends Error {
  kind: string;
  path?: string;
  document?: string;
  conflicts?: Conflict[];
}

/** Applies a patch to a document and returns the result. */
export function apply(input: Common & Applying & { original: Json; patch: Json }): Promise<Json>;
/** Returns the patch that changes original into modified. */
export function diff(input: Common & { original: Json; modified: Json }): Promise<Json>;
/** Returns the patch that applies the changes from original to modified to current, as kubectl apply does. */
export function threeWay(input: Common & { original?: Json; modified: Json; current: Json; overwrite?: boolean }): Promise<Json>;
/** Returns one patch with the effect of several applied in order. */
export function compose(input: Common & Applying & { patches: Json[] }): Promise<Json>;
/** Returns the conflicts between two patches. */
export function conflicts(input: Common & Applying & { left: Json; right: Json }): Promise<Conflict[]>;
/** Returns the problems of a patch that do not depend on the object. */
export function lint(input: Common & Applying & { patch: Json }): Promise<Problem[]>;

export interface Place { path: string; change: "added" | "removed" | "changed" | "same"; values: string; reasons: { rule: string; text: string }[] }
/** A line of the result, or a removed one of the original. */
export interface Line { change?: "added" | "removed" | "changed"; text: string }
export interface Explanation { kind?: string; result: string; lines?: Line[]; places?: Place[]; cluster?: string[]; clusterResult?: string; repair?: { patch: string; why: string }; mergePatch?: string; jsonPatch?: string }

/** Returns the effects of a patch, with reasons. Documents may be YAML texts. Those in the answer are YAML texts. */
export function explain(input: Common & Applying & { original: Json; patch: Json }): Promise<Explanation>;
/** Returns the built-in kinds. */
export function kinds(): Promise<string[]>;
/** Answers a line of the engine protocol. */
export function protocol(line: string): Promise<string>;
