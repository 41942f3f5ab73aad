import { catalogue, type Message, type Render } from './catalogue.ts';

/** How messages are put together, and texts that others wrote. */
export const general = catalogue({
  /** What a courier, the system or a library says, which has no key of ours. */
  foreign_text: { en: ({ text }: { text: string }) => text, th: ({ text }) => text },
  several: {
    en: ({ messages }: { messages: readonly Message[] }, render: Render) => render(messages).join('; '),
    th: ({ messages }, render) => render(messages).join(' / '),
  },
  first_then: {
    en: ({ first, next }: { first: Message; next: Message }, render: Render) =>
      `${render(first)}; then: ${render(next)}`,
    th: ({ first, next }, render) => `${render(first)} จากนั้น ${render(next)}`,
  },
});
