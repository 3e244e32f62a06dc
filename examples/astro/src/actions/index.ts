import { ActionError, defineAction } from 'astro:actions';

export const server = {
  order: defineAction({
    handler: (): string => {
      throw new Error('The action failed');
    },
  }),
  refuse: defineAction({
    handler: (): string => {
      throw new ActionError({ code: 'FORBIDDEN', message: 'Not yours' });
    },
  }),
};
