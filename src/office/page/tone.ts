/** How things stand: `good` is done, `warn` waits for somebody, `bad` hurts, `calm` is under way, `plain` is over. */
export type Tone = 'good' | 'warn' | 'bad' | 'calm' | 'plain';
