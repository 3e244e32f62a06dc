export type { DoctorContext } from './check.ts';
export { diagnose } from './diagnose.ts';
export { builtChunksOf, type BuiltChunks } from './facts/debug-ids.ts';
export { builtTunnelPathOf, tunnelPathOf } from './facts/tunnel-path-of.ts';
export { markMendable } from './fixes/mark-mendable.ts';
export { planFixes } from './fixes/plan-fixes.ts';
export { checkChunk, type ChunkOptions } from './online/check-chunk.ts';
export { checkOnline, type OnlineOptions } from './online/check-online.ts';
export { exitCode, reportOf, type Finding, type Level, type Report } from './report.ts';
