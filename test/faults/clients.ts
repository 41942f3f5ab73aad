import { setTimeout } from 'node:timers/promises';

/** The results of the order requests. */
export interface OrderRequests {
  /** Orders answered with 200, by external order id. */
  acknowledged: Map<string, { id: string; orderNumber: string }>;
  /** Ids without a response, whose outcome is unknown. */
  unanswered: Set<string>;
  /** Responses other than 200, by status. */
  refused: Map<number, number>;
  /** External ids that produced two orders. */
  duplicated: string[];
}

const RETRY_DELAY = 20; // milliseconds until an unanswered request is repeated

/**
 * Partner clients: each places one order after another, and repeats it with the same id until it succeeds. They
 * survive restarts of the server.
 */
export function openClients(count: number, { url, token, body }: { url: string; token: string; body: object }) {
  const requests: OrderRequests = {
    acknowledged: new Map(),
    unanswered: new Set(),
    refused: new Map(),
    duplicated: [],
  };
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  let stopping = false;

  async function createOrder(external_order_id: string): Promise<boolean> {
    try {
      const response = await fetch(`${url}/v1/order/create`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ ...body, external_order_id }),
      });
      if (response.status !== 200) {
        requests.refused.set(response.status, (requests.refused.get(response.status) ?? 0) + 1);
        await response.arrayBuffer();
        return false;
      }
      const { order } = (await response.json()) as { order: { id: string; order_number: string } };
      const earlier = requests.acknowledged.get(external_order_id);
      if (earlier && earlier.id !== order.id) requests.duplicated.push(external_order_id);
      requests.acknowledged.set(external_order_id, { id: order.id, orderNumber: order.order_number });
      return true;
    } catch {
      return false; // the server exited, perhaps during the response
    }
  }

  async function client(name: number): Promise<void> {
    for (let n = 0; !stopping; n += 1) {
      const id = `${name}-${n}`;
      requests.unanswered.add(id);
      while (!(await createOrder(id)) && !stopping) await setTimeout(RETRY_DELAY);
      if (requests.acknowledged.has(id)) requests.unanswered.delete(id);
      if (n % 10 === 9) await createOrder(id); // some answered requests are repeated too
    }
  }

  const running = Array.from({ length: count }, (_, name) => client(name));
  return {
    requests,
    stop: async () => {
      stopping = true;
      await Promise.all(running);
      return requests;
    },
  };
}
