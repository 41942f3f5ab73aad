/** The transitions of a state machine: the states that may follow each state. */
export type Moves<State extends string> = Readonly<Record<State, readonly State[]>>;

export const mayMove = <State extends string>(moves: Moves<State>, from: State, to: State): boolean =>
  moves[from].includes(to);
