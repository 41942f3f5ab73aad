import { type ReceivedResponse, readResponse } from '../http-responses.ts';
import { type Request, sendOverStream } from '../stream-requests.ts';
import type { Machine } from './machine.ts';
import type { Scheduler } from './scheduler.ts';

export type Response = Pick<ReceivedResponse, 'status' | 'headers'> & { body: string };

export const NETWORK_FAILURES = ['lost', 'cut', 'unanswered', 'answer cut', 'late', 'answer late', 'twice'] as const;

/** Delays and failures of a request. */
export interface Trouble {
  /** Milliseconds until the request arrives, and the response. */
  there: number;
  back: number;
  /** Undefined: none. */
  kind?: (typeof NETWORK_FAILURES)[number];
  /** How many bytes of the request arrive. */
  cutTo?: number;
  /** How many bytes of the response arrive. */
  answerCutTo?: number;
  /** The request arrives a second time, this much later. */
  again?: number;
}

const TIMEOUT = 30_000; // milliseconds until the client gives up

/**
 * Sends a request to the machine that listens when it arrives. Undefined if no response arrives: the client cannot know
 * whether the request was processed. `onTrouble` is called when the trouble takes effect.
 */
export function send(
  scheduler: Scheduler,
  listening: () => Machine | undefined,
  request: Request,
  trouble: Trouble,
  onTrouble: (kind: string) => void,
): Promise<Response | undefined> {
  return new Promise((resolve) => {
    const giveUp = scheduler.schedule('timeout', TIMEOUT, () => resolve(undefined), null);
    const answer = (response: Response | undefined) => {
      giveUp.isCanceled = true;
      resolve(response);
    };
    const { kind } = trouble;
    if (kind === 'lost') return onTrouble(kind);
    const arrive = (hasArrived: boolean) => {
      const machine = listening();
      if (!machine?.server) return void scheduler.schedule('refused', trouble.back, () => answer(undefined), null);
      scheduler.process = machine;
      if (kind === 'cut' || kind === 'late' || hasArrived) onTrouble(kind ?? '');
      sendOverStream(machine.server, request, trouble.cutTo, (bytes) => {
        if (kind === 'unanswered' || kind === 'answer late') onTrouble(kind);
        if (kind === 'answer cut' && bytes.length > (trouble.answerCutTo ?? 0)) onTrouble(kind);
        if (kind === 'unanswered') return;
        const response = readResponse(bytes.subarray(0, trouble.answerCutTo ?? bytes.length));
        const receive = () => answer(response && { ...response, body: response.body.toString() });
        scheduler.schedule('response', trouble.back, receive, null);
      });
    };
    scheduler.schedule('request', trouble.there, () => arrive(false), null);
    if (trouble.again !== undefined)
      scheduler.schedule('request again', trouble.there + trouble.again, () => arrive(true), null);
  });
}
