import * as v from 'valibot';

// The response of the browser after creating or using a passkey.

/** EdDSA, ES256 and RS256, the preferred first. */
export const ALGORITHMS = [-8, -7, -257];

const bytes = v.pipe(v.string(), v.regex(/^[\w-]+$/));

const common = { id: bytes, clientDataJSON: bytes };

const created = v.object({
  ...common,
  attestationObject: bytes,
  transports: v.optional(v.pipe(v.array(v.pipe(v.string(), v.regex(/^[a-z-]{1,20}$/))), v.maxLength(10)), []),
});

const signed = v.object({ ...common, authenticatorData: bytes, signature: bytes, userHandle: v.nullish(bytes) });

const clientData = v.object({ challenge: bytes });

export type CreatedPasskey = v.InferOutput<typeof created>;
export type SignedChallenge = v.InferOutput<typeof signed>;

/** A response and the challenge in its client data. */
export interface ParsedResponse<Response> {
  response: Response;
  challenge: string;
}

/** Undefined if the text is not such a response. */
export const parseCreated = (text: string): ParsedResponse<CreatedPasskey> | undefined => parse(created, text);
export const parseSigned = (text: string): ParsedResponse<SignedChallenge> | undefined => parse(signed, text);

function parse<Response extends { clientDataJSON: string }>(
  schema: v.GenericSchema<unknown, Response>,
  text: string,
): ParsedResponse<Response> | undefined {
  const response = parseJson(schema, text);
  const data = response && parseJson(clientData, Buffer.from(response.clientDataJSON, 'base64url').toString());
  return response && data && { response, challenge: data.challenge };
}

function parseJson<T>(schema: v.GenericSchema<unknown, T>, text: string): T | undefined {
  try {
    const parsed = v.safeParse(schema, JSON.parse(text));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined; // not JSON
  }
}
