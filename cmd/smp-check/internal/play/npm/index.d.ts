/** A document: what JSON can say. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

export interface Common {
  /** A built-in kind, as "apps/v1/Deployment". Without kind and schema, documents merge without a schema. */
  kind?: string;
  /** A schema object, or an OpenAPI document of which root is the schema. */
  schema?: Json;
  root?: string;
  /** What the documents of the format say, or what a cluster does. */
  dialect?: "documented" | "kubernetes";
}

export interface Applying {
  strict?: boolean;
  /** Patches know the unions of the schema; those of a cluster do not. */
  unions?: boolean;
  /** Directives that the server does not know, as "patchMergeKey". */
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
/** Returns the patch that makes modified of original. */
export function diff(input: Common & { original: Json; modified: Json }): Promise<Json>;
/** Returns the patch for current that makes the change from original to modified, as kubectl apply. */
export function threeWay(input: Common & { original?: Json; modified: Json; current: Json; overwrite?: boolean }): Promise<Json>;
/** Returns one patch in place of several. */
export function compose(input: Common & Applying & { patches: Json[] }): Promise<Json>;
/** Returns where two patches are at odds. */
export function conflicts(input: Common & Applying & { left: Json; right: Json }): Promise<Conflict[]>;
/** Returns the problems of a patch, whatever it is applied to. */
export function lint(input: Common & Applying & { patch: Json }): Promise<Problem[]>;

export interface Place { path: string; change: "added" | "removed" | "changed" | "same"; values: string; reasons: { rule: string; text: string }[] }
/** A line of the result, or a removed one of the original. */
export interface Line { change?: "added" | "removed" | "changed"; text: string }
export interface Explanation { kind?: string; result: string; lines?: Line[]; places?: Place[]; cluster?: string[]; clusterResult?: string; repair?: { patch: string; why: string }; mergePatch?: string; jsonPatch?: string }

/** Says what a patch does, place by place, and why. Documents may be YAML texts; those in the answer are. */
export function explain(input: Common & Applying & { original: Json; patch: Json }): Promise<Explanation>;
/** Returns the built-in kinds. */
export function kinds(): Promise<string[]>;
/** Answers a line of the engine protocol. */
export function protocol(line: string): Promise<string>;
