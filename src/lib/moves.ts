/** Where each state may move. */
export type Moves<State extends string> = Readonly<Record<State, readonly State[]>>;

export const mayMove = <State extends string>(moves: Moves<State>, from: State, to: State): boolean =>
  moves[from].includes(to);
