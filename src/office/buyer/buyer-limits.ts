import type { Context } from '../../context.ts';
import { addressSubject } from '../../domain/channels/throttle.ts';
import { clientAddress } from '../../lib/client-address.ts';
import type { Id } from '../../lib/ids.ts';
import { networks } from '../../lib/networks.ts';
import type { BuyerRequest } from './http.tsx';
import { onePerKey, RateLimit } from './rate-limit.ts';

const PER_MINUTE = { address: 240, link: 60, slipsOfAddress: 30, slipsOfLink: 6 };

/** Limits of requests per address of the client and per link, in memory. */
export function buyerLimits({ monotonic, config }: Pick<Context, 'monotonic' | 'config'>) {
  const address = new RateLimit(monotonic, PER_MINUTE.address);
  const link = new RateLimit(monotonic, PER_MINUTE.link);
  const slipsOfAddress = new RateLimit(monotonic, PER_MINUTE.slipsOfAddress);
  const slipsOfLink = new RateLimit(monotonic, PER_MINUTE.slipsOfLink);
  const trusted = networks(config.listen.trusted_proxies);
  const subjectOf = ({ incoming }: BuyerRequest): string => addressSubject(clientAddress(incoming, trusted));
  return {
    /** @throws AppError slow_down */
    countAddress: (request: BuyerRequest): void => address.count(subjectOf(request)),
    /** @throws AppError slow_down */
    countLink: (orderId: Id): void => link.count(String(orderId)),
    /** @throws AppError slow_down */
    countSlip: (request: BuyerRequest, orderId: Id): void => {
      slipsOfAddress.count(subjectOf(request));
      slipsOfLink.count(String(orderId));
    },
    /** Refuses an upload while another one of the order is read. @throws AppError slow_down */
    oneUpload: onePerKey<Id>(),
  };
}

export type BuyerLimits = ReturnType<typeof buyerLimits>;
