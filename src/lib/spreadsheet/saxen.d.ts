// saxen has no types of its own. These are the parts that raan uses.

declare module 'saxen' {
  export class Parser {
    on(event: 'openTag', handle: (name: string, attributes: () => Record<string, string> | false) => void): this;
    on(event: 'closeTag', handle: (name: string) => void): this;
    on(event: 'text', handle: (text: string) => void): this;
    on(event: 'cdata', handle: (text: string) => void): this;
    on(event: 'error', handle: (error: Error) => void): this;
    write(xml: string): this;
    end(): Error | undefined;
  }
}
