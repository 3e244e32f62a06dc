import { maskKeys, withinBound } from './bounds.ts';
import type { Tool, ToolAnswer } from './tool.ts';

/**
 * Runs a tool. Its answer is bounded and has no credentials; an error is an answer, too: its text says what to do. Never throws.
 */
export async function callTool(tool: Tool, input: Parameters<Tool['run']>[0]): Promise<ToolAnswer> {
  try {
    const { text, data, isError = false } = await tool.run(input);
    const json = data === undefined ? undefined : maskKeys(JSON.stringify(data));
    return {
      text: withinBound(maskKeys(text)),
      ...(json !== undefined &&
        json.length <= MAX_DATA_LENGTH && { data: JSON.parse(json) as NonNullable<ToolAnswer['data']> }),
      isError,
    };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { text: withinBound(maskKeys(message), MAX_ERROR_LENGTH), isError: true };
  }
}

/** Larger data is left out: the text has its beginning. */
const MAX_DATA_LENGTH = 200_000;
const MAX_ERROR_LENGTH = 4_000;
