import type { z } from 'zod';

/** The answer of a tool. */
export interface ToolAnswer {
  readonly text: string;
  /** The same as data. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** Whether the text says why there is no answer. */
  readonly isError?: boolean;
}

/** A tool of the server. None writes a file, and none sends anything but questions to the tunnel. */
export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly run: (input: z.infer<Input>) => ToolAnswer | Promise<ToolAnswer>;
}

/** A {@link Tool} whose input has the type of its schema. */
export const defineTool = <Input extends z.ZodObject>(tool: Tool<Input>): Tool => tool;
