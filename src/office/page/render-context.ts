import { createContext, useContext } from 'hono/jsx';
import type { GuestContext } from '../request-context.ts';

/** The context of the current request, for components anywhere on the page. */
export const RenderContext = createContext<GuestContext | undefined>(undefined);

export function useRequest(): GuestContext {
  const context = useContext(RenderContext);
  if (!context) throw new Error('component rendered outside of a page');
  return context;
}
