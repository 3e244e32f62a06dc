import type { Server } from 'node:http';

export declare const SCRIPT_BUDGET: number;
export declare function createApplication(fault?: string): Server;
