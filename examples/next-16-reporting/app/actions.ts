'use server';

export async function failingAction(): Promise<void> {
  throw new Error('server: action');
}

export async function failingState(): Promise<string> {
  throw new Error('server: useActionState');
}
