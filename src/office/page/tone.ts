/** `good`: done; `warn`: needs attention; `bad`: a problem; `calm`: in progress; `plain`: closed. */
export type Tone = 'good' | 'warn' | 'bad' | 'calm' | 'plain';
